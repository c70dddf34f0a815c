/** Verifies damaged files: each gets an answer, and a valid signature means that no signed byte was changed. */
import { DocconvError } from '../../src/errors.js';
import { check, type VerificationResult } from '../../src/signatures/index.js';
import { createPki, NOW } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { damage } from './damaged.js';

/** Its root has no letters in its name: their case makes no difference (RFC 5280, 7.1). */
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

/** What changes nothing that was signed: case of hex digits, white space among them, zeros behind the message, white space at the end. */
function isHarmless(before: Buffer, after: Buffer): boolean {
  const normal = (bytes: Buffer) =>
    bytes
      .toString('latin1')
      .replace(/(?<=\/Contents <)[0-9a-fA-F\s]+(?=>)/g, hex => hex.replace(/\s/g, '').toLowerCase().replace(/0+$/, '0'))
      .replace(/\s+$/, '');
  return normal(before) === normal(after);
}

async function answerTo(bytes: Buffer): Promise<VerificationResult | DocconvError> {
  try {
    return await check(bytes, { at: NOW });
  } catch (error) {
    if (error instanceof DocconvError) return error;
    throw error;
  }
}

/** Seeds of the damaged files that were accepted although signed bytes differ, or that ended in an unexpected error. */
export async function wrongAnswers(seeds: { from: number; to: number }): Promise<string[]> {
  const wrong: string[] = [];
  for (let seed = seeds.from; seed < seeds.to; seed++) {
    const base = BASES[seed % BASES.length]!;
    const { kind, bytes } = damage(base, seed);
    const answer = await answerTo(bytes).catch(error => error as Error);
    if (answer instanceof DocconvError ? answer.code === 'INTERNAL' : answer instanceof Error) {
      wrong.push(`${seed}: ${kind} was not answered: ${(answer as Error).stack}`);
    }
    if ('valid' in answer && answer.valid && !isHarmless(base, bytes)) wrong.push(`${seed}: ${kind} is called valid`);
  }
  return wrong;
}
