/** In a second language, results of verifications have no English but names and codes: certificates, times and changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/english/index.js';
import { setLanguage } from '../../src/messages/index.js';
import { check, type VerificationResult } from '../../src/signatures/index.js';
import { trustStoreOf } from '../../src/trust/index.js';
import { formPdf, sign } from '../helpers/form-pdf.js';
import { NOW } from '../helpers/pki.js';
import { ALLOWED, ANNOTATIONS, REMOVALS } from '../signatures/changes/allowed.js';
import { FORBIDDEN } from '../signatures/changes/forbidden.js';
import { LATER } from '../signatures/trust/later.js';
import { NAMES, PATHS, PURPOSES } from '../signatures/trust/paths.js';
import { CRLS, OCSP, REVOCATION } from '../signatures/trust/revocation.js';
import { tableOf } from '../signatures/trust/table.js';
import { ALGORITHMS, TIMESTAMPS } from '../signatures/trust/times.js';
import { VALIDITY } from '../signatures/trust/validity.js';
import { foreignWords, SECOND } from './language.js';

beforeAll(() => setLanguage(SECOND));
afterAll(() => setLanguage(ENGLISH));

const trustCases = [PATHS, NAMES, PURPOSES, VALIDITY, REVOCATION, CRLS, OCSP, LATER, TIMESTAMPS, ALGORITHMS].flat();
const DAY = 86_400_000;
/** Names in certificates that name constraints exclude. */
const EXCLUDED = 'very.bad.example acme.example.evil notacme.example https urn acme';
/** Types of annotations, names of dictionaries and their entries, and what comments say. */
const FORM =
  'Text Stamp Link FreeText Widget catalog pages page names annotation PageMode PageLayout MediaBox UserUnit Rotate Lang ' +
  'NeedsRendering Renditions URLS Subtype ACME ann seen next paid N24x0';

/** The sentences of a result. */
function sentencesOf({ reason, signers, document }: VerificationResult): string[] {
  const findings = signers.flatMap(one => one.findings).map(({ message }) => message);
  return [reason, ...findings, ...document.changes.map(({ message }) => message)];
}

/** Beside the members of the result, `names` are known. */
const englishIn = (verified: VerificationResult, names: string): string[] =>
  foreignWords(sentencesOf(verified).join('\n'), { verified, name: names });

describe('the result of a verification has no English', () => {
  test.each(trustCases)('$name', async row => {
    const pki = tableOf(row);
    const { bytes } = row.pdf(pki);
    const trust = trustStoreOf((row.anchors ?? ['root']).map(name => pki.certificate(name)));
    const now = row.now ?? NOW;
    // also without anchors, and when certificates have expired
    for (const options of [{ trust, at: now }, { at: now }, { trust, at: new Date(now.getTime() + 4000 * DAY) }])
      expect(englishIn(await check(bytes, options), EXCLUDED)).toEqual([]);
  });

  test('of changed forms', async () => {
    const found: string[] = [];
    for (const [options, edits] of [
      [{}, [...ALLOWED, ...ANNOTATIONS, ...REMOVALS, ...FORBIDDEN]],
      [{ docMDP: 1 as const }, [...ALLOWED, ...ANNOTATIONS]],
    ] as const) {
      const form = formPdf().save(sign(options));
      for (const { edit } of edits) found.push(...englishIn(await check(form.save(edit).bytes), FORM));
    }
    expect([...new Set(found)]).toEqual([]);
  });
});
