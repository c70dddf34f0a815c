/**
 * The derivation of keys from passwords, for PKCS#12 files and encrypted private keys: with a limit, as neither forge nor OpenSSL
 * has one, and for forge by OpenSSL where that can do it.
 */
import { pbkdf2Sync } from 'node:crypto';
import forge from 'node-forge';
import { DocconvError } from '../errors.js';
import { attempt, children, integerOf, readDer, TAG } from '../pki/index.js';

/** Of all keys of one file together: about ten seconds at most. Programs write 2,048 to 600,000 for each of three to five keys. */
const MAX_ITERATIONS = 10_000_000;

/** One of the method of PKCS#12, which forge computes in JavaScript, takes the time of this many of OpenSSL. */
const COST_IN_JAVASCRIPT = 5;

/** Throws OPTION_UNSUPPORTED. @param limit for the message, where others than those of OpenSSL count */
function requireBounded(iterations: number, limit = MAX_ITERATIONS): void {
  if (iterations > MAX_ITERATIONS) throw new DocconvError('OPTION_UNSUPPORTED.key-iterations', { limit });
}

/** Of an EncryptedPrivateKeyInfo (RFC 5958, 3). Throws OPTION_UNSUPPORTED; what cannot be read is left to the reader of the key. */
export function requireBoundedKey(der: Uint8Array): void {
  const iterations = attempt(() => iterationsIn(children(children(readDer(der))[0]!)[1]!));
  if (iterations !== null) requireBounded(iterations);
}

/**
 * The parameters of PBES1, PBKDF2 and scrypt begin with the salt and a number; those of PBES2 with their algorithm. scrypt (RFC
 * 7914, 7) has two factors more: block size and parallelization, where PBKDF2 has the length of the key and its function.
 */
function iterationsIn(parameters: ReturnType<typeof readDer>): number {
  const [first, ...numbers] = children(parameters);
  if (first!.tag !== TAG.octetString) return iterationsIn(children(first!)[1]!);
  const isScrypt = numbers.length >= 3 && numbers.slice(0, 3).every(({ tag }) => tag === TAG.integer);
  return numbers.slice(0, isScrypt ? 3 : 1).reduce((product, number) => product * integerOf(number), 1);
}

/** forge takes another hash for that of hmacWithSHA224. */
const HASHES: Readonly<Record<string, string>> = { 'sha512/224': 'sha224' };

interface Digest {
  readonly algorithm: string;
}

/** Strings have a character for each byte. */
export type Pbkdf2 = (password: string, salt: string, iterations: number, length: number, digest: Digest) => string;

/** What forge derives keys with: PBKDF2, and the method of PKCS#12 (RFC 7292, B.2), which has two names. */
interface Functions {
  pkcs5: { pbkdf2: Pbkdf2 };
  pki: { pbe: { generatePkcs12Key: Pkcs12Derivation } };
  pkcs12: { generateKey: Pkcs12Derivation };
}

type Pkcs12Derivation = (
  ...given: [password: string, salt: unknown, id: number, iterations: number, ...more: unknown[]]
) => unknown;

/** Calls `read`, in which forge derives keys within the limit: beyond, it throws OPTION_UNSUPPORTED. */
export function withBoundedDerivation<T>(read: (derive: Pbkdf2) => T): T {
  const { pkcs5, pki, pkcs12 } = forge as unknown as Functions;
  const { pbkdf2 } = pkcs5;
  const { generatePkcs12Key } = pki.pbe;
  let total = 0;
  const count = (iterations: number, cost = 1) => {
    if (!Number.isInteger(iterations) || iterations < 1) throw new Error('a number of iterations that cannot be read');
    total += iterations * cost;
    requireBounded(total, MAX_ITERATIONS / cost);
  };
  const bounded: Pkcs12Derivation = (password, salt, id, iterations, ...more) => {
    count(iterations, COST_IN_JAVASCRIPT);
    return generatePkcs12Key(password, salt, id, iterations, ...more);
  };
  const derive: Pbkdf2 = (password, salt, iterations, length, { algorithm }) => {
    count(iterations);
    const [secret, bytes] = [password, salt].map(text => Buffer.from(text, 'latin1'));
    return pbkdf2Sync(secret!, bytes!, iterations, length, HASHES[algorithm] ?? algorithm).toString('latin1');
  };
  try {
    pkcs5.pbkdf2 = derive;
    pki.pbe.generatePkcs12Key = bounded;
    pkcs12.generateKey = bounded;
    return read(derive);
  } finally {
    pkcs5.pbkdf2 = pbkdf2;
    pki.pbe.generatePkcs12Key = generatePkcs12Key;
    pkcs12.generateKey = generatePkcs12Key;
  }
}
