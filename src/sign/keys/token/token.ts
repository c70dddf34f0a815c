/** Keys in a token or a hardware security module, through its PKCS#11 module, which runs in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { DocconvError } from '../../../errors.js';
import type { Certificate } from '../../../pki/index.js';
import { builtFile } from '../../../system/package.js';
import type { Signer } from '../../signer.js';
import { certificatesIn, type ForeignKey, signerOf } from '../foreign-key.js';
import { isText, parseAnswer } from '../json-answer.js';
import { requireNotCancelled, withoutOwnVariables } from '../programs.js';
import { ANSWERS, TOKEN_FAULTS, type TokenFault, type TokenRequest } from './protocol.js';

interface TokenSettings {
  /** Path of the module. */
  module: string;
  token?: string | undefined;
  keyLabel?: string | undefined;
  /** Without one only tokens with a PIN pad can be used. */
  pin?: string | undefined;
  /** Instead of the certificates of the token. */
  certificates?: readonly Certificate[] | undefined;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal | undefined;
}

/** Somebody may have to type a PIN, or to touch the token. */
const ANSWER_MS = 120_000;
const END_MS = 2_000;
/** Bytes of an answer: a token with hundreds of certificates has fewer. */
const MAX_ANSWER = 4 << 20;

/** Loads the module and logs in, once. Rejects with SIGNING_FAILED, OPTION_INVALID, PASSWORD_NEEDED or WRONG_PASSWORD. */
export async function openToken(settings: TokenSettings): Promise<Required<Signer>> {
  const { module, token, keyLabel, pin, certificates: given, env, signal } = settings;
  const worker = startWorker(env);
  try {
    const certificate = given?.[0] && Buffer.from(given[0].der).toString('base64');
    const answer = await worker.ask({ kind: 'open', module, token, keyLabel, pin, certificate }, signal);
    const ders = Array.isArray(answer.certificates) ? answer.certificates.filter(isText) : [];
    const certificates = certificatesIn(
      ders.map(der => Buffer.from(der, 'base64')),
      SOURCE,
    );
    const key: ForeignKey = {
      certificates: given ?? certificates,
      async sign(data, { name, digest, pss }, signal) {
        const scheme = { name, digest, ...(pss && { saltLength: pss.saltLength }) };
        const request = { kind: 'sign', scheme, data: Buffer.from(data).toString('base64') } as const;
        const { signature } = await worker.ask(request, signal);
        return Buffer.from(isText(signature) ? signature : '', 'base64');
      },
      close: worker.close,
    };
    return signerOf(key, SOURCE);
  } catch (thrown) {
    await worker.close();
    throw thrown;
  }
}

const SOURCE = 'The token';

function startWorker(env: TokenSettings['env']) {
  const child = spawn(process.execPath, [builtFile('sign/keys/token/token.worker.js')], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: withoutOwnVariables(env),
  });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  child.on('error', () => {}); // reported by `close`
  child.stdin!.on('error', () => {});
  const answers = linesOf(child);

  return {
    async ask(request: TokenRequest, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
      requireNotCancelled(signal);
      const limit = AbortSignal.timeout(ANSWER_MS);
      const stop = () => child.kill('SIGKILL');
      const either = signal ? AbortSignal.any([signal, limit]) : limit;
      either.addEventListener('abort', stop);
      try {
        child.stdin!.write(`${JSON.stringify(request)}\n`);
        const line = await answers();
        requireNotCancelled(signal);
        if (line === null && limit.aborted)
          throw new DocconvError('SIGNING_FAILED.token-no-answer', { seconds: ANSWER_MS / 1000 });
        if (line === null) throw new DocconvError('SIGNING_FAILED.token-crashed');
        return successOf(parseAnswer(line, SOURCE), request);
      } finally {
        either.removeEventListener('abort', stop);
      }
    },
    async close(): Promise<void> {
      child.stdin!.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Returns one line after the other; null at the end, and when one is too long. */
function linesOf(child: ChildProcess): () => Promise<string | null> {
  const output = child.stdio[ANSWERS] as Readable;
  const chunks = output[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  return async () => {
    for (;;) {
      const end = rest.indexOf('\n');
      if (end >= 0) {
        const line = rest.toString('utf8', 0, end);
        rest = rest.subarray(end + 1);
        return line;
      }
      if (rest.length > MAX_ANSWER) return null;
      const next = await chunks.next().catch(() => ({ done: true, value: null }));
      if (next.done) return null;
      rest = Buffer.concat([rest, next.value as Buffer]);
    }
  };
}

function successOf(answer: Readonly<Record<string, unknown>>, request: TokenRequest): typeof answer {
  if (answer.fault === undefined) return answer;
  const fault = TOKEN_FAULTS.find(known => known === answer.fault) ?? 'call';
  throw errorFor(fault, isText(answer.text) ? answer.text : '', request);
}

function errorFor(fault: TokenFault, text: string, request: TokenRequest): DocconvError {
  const { token = '', keyLabel = '', module = '', certificate } = request.kind === 'open' ? request : {};
  switch (fault) {
    case 'module':
      return new DocconvError('OPTION_INVALID.pkcs11-module', { module, reason: text });
    case 'no-token':
      return token === '' || text === ''
        ? new DocconvError('OPTION_INVALID.no-token')
        : new DocconvError('OPTION_INVALID.no-such-token', { token, labels: text });
    case 'several-tokens':
      return token === ''
        ? new DocconvError('OPTION_INVALID.several-tokens', { labels: text })
        : new DocconvError('OPTION_INVALID.tokens-with-one-label', { token });
    case 'no-key':
      return keyLabel === '' || text === ''
        ? new DocconvError('OPTION_INVALID.token-without-key')
        : new DocconvError('OPTION_INVALID.no-such-key', { label: keyLabel, labels: text });
    case 'several-keys':
      if (certificate !== undefined)
        return new DocconvError('OPTION_INVALID.keys-beside-certificate', { labels: text });
      return keyLabel === ''
        ? new DocconvError('OPTION_INVALID.several-keys', { labels: text })
        : new DocconvError('OPTION_INVALID.keys-with-one-label', { label: keyLabel });
    case 'no-certificate':
      return new DocconvError('OPTION_INVALID.key-without-certificate', { label: text });
    case 'pin-needed':
      return new DocconvError('PASSWORD_NEEDED.pin', { token: text });
    case 'pin-wrong':
      return new DocconvError('WRONG_PASSWORD.pin');
    case 'pin-last-try':
      return new DocconvError('SIGNING_FAILED.pin-last-try', { token: text });
    case 'pin-locked':
      return new DocconvError('SIGNING_FAILED.pin-locked');
    case 'mechanism':
      return new DocconvError('OPTION_UNSUPPORTED.token-mechanism', { algorithm: text });
    case 'removed':
      return new DocconvError('SIGNING_FAILED.token-removed');
    case 'call':
      return new DocconvError('SIGNING_FAILED.token-call', { reason: text });
  }
}
