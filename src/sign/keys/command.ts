/**
 * Keys behind a program: clouds, vaults, and what else has a command line. For each request the program is started once, gets
 * a line of JSON at its standard input, and answers by an object of JSON at its standard output (docs/signing.md). Without a
 * shell.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { DocconvError } from '../../errors.js';
import { type Certificate, parseCertificates, type SignatureScheme } from '../../pki/index.js';
import { inBlocks, limited } from '../../system/blocks.js';
import { HAS_GROUPS, killGroup } from '../../system/processes.js';
import type { Signer } from '../signer.js';
import { type ForeignKey, signerOf } from './foreign-key.js';
import { isText, parseAnswer, textsOf } from './json-answer.js';
import { requireNotCancelled, withoutOwnVariables } from './programs.js';

interface CommandSettings {
  /** The program and its arguments, separated by spaces; quotes keep spaces together. */
  command: string;
  /** Instead of those that the program returns. */
  certificates?: readonly Certificate[] | undefined;
  timeoutMs?: number;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  signal?: AbortSignal | undefined;
}

/** A vault may ask somebody to confirm. */
const COMMAND_MS = 60_000;
const MAX_ANSWER = 1 << 20;
/** The end of what the program prints to standard error, for the message. */
const MAX_ERRORS = 500;

export async function openCommand(settings: CommandSettings): Promise<Signer> {
  const certificates =
    settings.certificates ?? certificatesOf(await ask({ operation: 'certificates' }, settings, settings.signal));
  const [certificate] = certificates;
  if (!certificate) throw new DocconvError('SIGNING_FAILED.no-certificate', { source: SOURCE });
  const key: ForeignKey = {
    certificates,
    async sign(data, scheme, signal) {
      const request = { operation: 'sign', certificate: certificate.sha256, ...parametersOf(data, scheme) };
      const { signature } = await ask(request, settings, signal);
      return Buffer.from(isText(signature) ? signature : '', 'base64');
    },
  };
  return signerOf(key, SOURCE);
}

const SOURCE = 'The signer command';

/** EdDSA hashes its message twice, so that a digest is not enough. */
function parametersOf(data: Uint8Array, { name, digest, pss }: SignatureScheme) {
  if (digest === null) return { algorithm: name, data: Buffer.from(data).toString('base64') };
  const value = createHash(digest.replace('SHA-', 'sha')).update(data).digest('base64');
  return { algorithm: name, digestAlgorithm: digest, digest: value, ...(pss && { saltLength: pss.saltLength }) };
}

/** Each is DER in base64, or PEM with any number of them. */
function certificatesOf({ certificates }: Readonly<Record<string, unknown>>): Certificate[] {
  return textsOf(certificates).flatMap(text =>
    parseCertificates(text.includes('-----BEGIN') ? Buffer.from(text) : Buffer.from(text, 'base64')),
  );
}

async function ask(request: object, settings: CommandSettings, signal?: AbortSignal) {
  const output = await outputOf(`${JSON.stringify({ version: 1, ...request })}\n`, settings, signal);
  return parseAnswer(output, SOURCE);
}

async function outputOf(input: string, settings: CommandSettings, signal?: AbortSignal): Promise<string> {
  const { timeoutMs = COMMAND_MS, env, cwd } = settings;
  const [program = '', ...args] = wordsOf(settings.command);
  if (program === '') throw new DocconvError('OPTION_INVALID.signer-command-empty');
  requireNotCancelled(signal);
  const child = spawn(program, args, { cwd, env: withoutOwnVariables(env), detached: HAS_GROUPS });
  const limit = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  const stop = () => killGroup(child);
  either.addEventListener('abort', stop);
  try {
    const ended = endOf(child);
    const errors = lastOf(child.stderr);
    child.stdin.on('error', () => {}); // a program may answer without reading
    child.stdin.end(input);
    const output = await text(limited(inBlocks(child.stdout), MAX_ANSWER, tooLong)).catch(thrown => thrown as Error);
    if (output instanceof Error) stop();
    const status = await ended;
    requireNotCancelled(signal);
    if (limit.aborted) throw new DocconvError('SIGNING_FAILED.command-no-answer', { seconds: timeoutMs / 1000 });
    if (status instanceof Error)
      throw new DocconvError('SIGNING_FAILED.command-not-started', { reason: status.message });
    if (output instanceof Error) throw output;
    if (status !== 0)
      throw new DocconvError('SIGNING_FAILED.command-failed', { status: String(status), errors: await errors });
    return output;
  } finally {
    either.removeEventListener('abort', stop);
    stop(); // what it has left running
  }
}

const tooLong = () => new DocconvError('SIGNING_FAILED.answer-too-long', { source: SOURCE });

/** The status or the signal it ended with, or why it did not start. */
function endOf(child: ReturnType<typeof spawn>): Promise<number | string | Error> {
  return new Promise(resolve => {
    child.once('error', resolve);
    child.once('exit', (code, signal) => resolve(code ?? signal ?? ''));
  });
}

async function lastOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let last = '';
  try {
    for await (const chunk of stream) last = (last + chunk.toString('utf8')).slice(-MAX_ERRORS);
  } catch {
    // ended by `stop`
  }
  return last.trim();
}

function wordsOf(command: string): string[] {
  const words = command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map(word => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}
