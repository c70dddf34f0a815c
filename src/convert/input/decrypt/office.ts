import { Worker } from 'node:worker_threads';
import { DocconvError } from '../../../errors.js';
import { builtFile } from '../../../system/package.js';
import { corrupt, unsupported, wrongPassword } from './errors.js';
import type { OfficeAnswer, OfficeQuestion } from './office.thread.js';

const TIMEOUT_MS = 30_000;
const MEMORY_MB = 1024;

export async function decryptOffice(bytes: Uint8Array, password: string): Promise<Uint8Array> {
  const answer = await ask({ bytes, password });
  if ('plain' in answer) return answer.plain;
  if (/password/i.test(answer.failure)) throw wrongPassword();
  if (/unsupported/i.test(answer.failure)) throw unsupported('an old or unusual method');
  throw corrupt(new Error(answer.failure));
}

function ask(question: OfficeQuestion): Promise<OfficeAnswer> {
  const entry = builtFile('convert/input/decrypt/office.thread.js');
  const thread = new Worker(entry, { workerData: question, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  return new Promise<OfficeAnswer>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLong()), TIMEOUT_MS);
    thread.once('message', resolve);
    thread.once('error', error => reject(corrupt(error)));
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(corrupt());
    });
  }).finally(() => thread.terminate());
}

function tooLong(): DocconvError {
  const message = `Opening the encrypted document took longer than ${TIMEOUT_MS / 1000} s and was ended.`;
  return new DocconvError('LIMIT_EXCEEDED', message, { detail: { limit: 'decryption', max: TIMEOUT_MS } });
}
