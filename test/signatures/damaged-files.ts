/** Verifies damaged files: each has a result or an error with a code, and no file with changed signed bytes is valid. */
import { DocconvError } from '../../src/errors.js';
import { check, type VerificationResult } from '../../src/signatures/index.js';
import { createPki, NOW } from '../helpers/pki.js';
import { blankPdf, messageIn } from '../helpers/signed-pdf.js';
import { damage } from './damaged.js';

/** The name of the root has no letters: names are compared without case (RFC 5280, 7.1). */
const pki = createPki({
  root: { subject: 'CN=1,O=2' },
  ann: { issuer: 'root' },
  tsa: { issuer: 'root', eku: ['timeStamping'], ekuCritical: true },
});
const signed = blankPdf().sign({ make: bytes => pki.cms('ann', bytes) });
const BASES = [
  signed,
  blankPdf().sign({ make: bytes => pki.cms('ann', bytes), docMDP: 2, subFilter: 'adbe.pkcs7.detached' }),
  signed
    .withStore({ certificates: [pki.id('root').der], crls: [pki.crl('root')], ocsps: [pki.ocsp('ann')] })
    .timestamp(bytes => pki.timestamp('tsa', bytes)),
].map(pdf => pdf.bytes);

/**
 * Differences that alter no signed data: case of hex digits, white space between them, bytes after the message, white space at
 * the end.
 */
function isHarmless(before: Buffer, after: Buffer): boolean {
  const normal = (bytes: Buffer) =>
    bytes
      .toString('latin1')
      .replace(/(?<=\/Contents <)[0-9a-fA-F\s]+(?=>)/g, hex => messageIn(hex.replace(/\s/g, '').toLowerCase()))
      .replace(/\s+$/, '');
  return normal(before) === normal(after);
}

/** Bytes other than padding after the message are reported, also where the signature is valid. */
const warnsOfTrailingBytes = ({ signers }: VerificationResult): boolean =>
  signers.some(({ findings }) =>
    findings.some(({ rule, outcome }) => rule === 'no-trailing-bytes' && outcome === 'fail'),
  );

const hasTrailingBytes = (bytes: Buffer): boolean =>
  [...bytes.toString('latin1').matchAll(/\/Contents <([0-9a-fA-F\s]+)>/g)].some(([, digits]) => {
    const hex = digits!.replace(/\s/g, '').toLowerCase();
    return /[^0]/.test(hex.slice(messageIn(hex).length));
  });

async function resultOf(bytes: Buffer): Promise<VerificationResult | DocconvError> {
  try {
    return await check(bytes, { at: NOW });
  } catch (error) {
    if (error instanceof DocconvError) return error;
    throw error;
  }
}

/** Seeds of the damaged files that were accepted although signed bytes differ, or that ended in an unexpected error. */
export async function wrongResults(seeds: { from: number; to: number }): Promise<string[]> {
  const wrong: string[] = [];
  for (let seed = seeds.from; seed < seeds.to; seed++) {
    const base = BASES[seed % BASES.length]!;
    const { kind, bytes } = damage(base, seed);
    const result = await resultOf(bytes).catch(error => error as Error);
    if (result instanceof DocconvError ? result.code === 'INTERNAL' : result instanceof Error) {
      wrong.push(`${seed}: ${kind} ended in an unexpected error: ${(result as Error).stack}`);
    }
    if (!('valid' in result && result.valid)) continue;
    if (!isHarmless(base, bytes)) wrong.push(`${seed}: ${kind} is valid`);
    else if (hasTrailingBytes(bytes) && !warnsOfTrailingBytes(result)) wrong.push(`${seed}: ${kind} has no warning`);
  }
  return wrong;
}
