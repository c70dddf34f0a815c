/** Decrypts documents before an engine sees them: no engine needs the password, and encryption works with every engine. */
import { Worker } from 'node:worker_threads';
import { DocconvError } from '../../../errors.js';
import { builtFile } from '../../../system/package.js';
import { requireWithin } from '../../limits.js';
import type { Encryption, SourceDocument } from '../document.js';
import { readAgile } from './agile.js';
import { corrupt, wrongPassword } from './failures.js';
import { decryptOdf } from './odf.js';
import type { DecryptionRequest, DecryptionResult } from './office.thread.js';

/** What Excel encrypts protected workbooks with: every program opens them without asking ([MS-OFFCRYPTO] 2.4.2.3). */
const DEFAULT_PASSWORD = 'VelvetSweatshop';

/** Throws PASSWORD_NEEDED, WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED, CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export async function decrypt(
  document: SourceDocument,
  encryption: Encryption,
  password: string | undefined,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const needed = new DocconvError('PASSWORD_NEEDED.document');
  if (encryption === 'odf') {
    if (!password) throw needed;
    return decryptOdf(document, password, signal);
  }
  const agile = encryption === 'ooxml' ? await readAgile(document) : null;
  // Office writes 100,000, and the document may set any number
  if (agile) requireWithin(document.limits, 'keyIterations', agile.key.iterations * COST, 'EncryptionInfo');
  const bytes = agile ? NOTHING : document.bytes;
  for (const tried of password ? [password, DEFAULT_PASSWORD] : [DEFAULT_PASSWORD])
    try {
      return await decryptOffice({ bytes, agile, password: tried }, signal);
    } catch (error) {
      if (!(error instanceof DocconvError) || error.code !== 'WRONG_PASSWORD') throw error;
    }
  throw password ? wrongPassword() : needed;
}

const NOTHING = new Uint8Array();
/** An iteration takes about ten times as long as one of PBKDF2 in OpenSSL (measured with Node 20). */
const COST = 10;

const TIMEOUT_MS = 30_000;
const MEMORY_MB = 1024;

/** In a thread with limits: the document decides how long its key derivation takes. */
async function decryptOffice(request: DecryptionRequest, signal?: AbortSignal): Promise<Uint8Array> {
  const result = await runThread(request, signal);
  if ('plain' in result) return result.plain;
  if (/password/i.test(result.failure)) throw wrongPassword();
  // standard encryption with AES-192 or AES-256 has another length
  const isUnsupported = (request.agile ? /unsupported/i : /unsupported|key length/i).test(result.failure);
  if (isUnsupported) throw new DocconvError('ENCRYPTION_UNSUPPORTED.office-method');
  throw corrupt(new Error(result.failure));
}

function runThread(request: DecryptionRequest, signal?: AbortSignal): Promise<DecryptionResult> {
  const entry = builtFile('convert/input/decrypt/office.thread.js');
  const thread = new Worker(entry, { workerData: request, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  return new Promise<DecryptionResult>((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut()), TIMEOUT_MS);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    thread.once('message', resolve);
    thread.once('error', error => reject(corrupt(error)));
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(corrupt());
    });
  }).finally(() => thread.terminate());
}

function timedOut(): DocconvError {
  return new DocconvError(
    'LIMIT_EXCEEDED.decryption-time',
    { seconds: TIMEOUT_MS / 1000 },
    { detail: { limit: 'decryption', max: TIMEOUT_MS } },
  );
}
