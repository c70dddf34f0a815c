/** What a merged PDF may claim of PDF/A and PDF/UA, by what its documents claim. */
import { DocconvError } from '../../errors.js';
import type { PdfOptions } from '../options.js';
import { type Claims, claimedStandard, judgedLevel, type PdfaLevel } from '../output/pdfa/claims.js';
import { asWarning, type Warning } from '../warnings.js';

export interface Claiming {
  readonly name: string;
  readonly claims: Claims;
}

/** The latest part of PDF/A that they claim, which permits what the earlier ones do; null: one of them claims none. */
export function commonLevel(documents: readonly Claiming[]): PdfaLevel | null {
  const levels = documents.map(({ claims }) => judgedLevel(claims));
  return levels.every(level => level !== null) ? levels.reduce((a, b) => (a > b ? a : b)) : null;
}

/** docconv judges a part of the rules, so that the claim of the PDF has to stand for the others. Throws OPTION_UNSUPPORTED. */
export function requireClaim({ name, claims }: Claiming, { pdfa }: PdfOptions): void {
  if (pdfa === undefined) return;
  const claimed = judgedLevel(claims);
  if (claimed !== null && claimed <= pdfa) return;
  const values = { wanted: pdfa, pdf: name };
  throw new DocconvError('OPTION_UNSUPPORTED.pdfa-with-pdf-input', values, { detail: { option: 'pdfa' } });
}

/** @param broken rules of the level that all documents claim; null: the merged PDF claims it as well */
export function lostClaims(
  documents: readonly Claiming[],
  { pdfa, pdfua }: PdfOptions,
  broken: string | null,
): Warning[] {
  const archive = pdfa === undefined ? lostLevel(documents, broken) : [];
  const isAccessible = pdfua !== true && documents.some(({ claims }) => claims.ua);
  return [...archive, ...(isAccessible ? [lost('PDF/UA', NOT_JUDGED)] : [])];
}

const NOT_JUDGED = { rules: 'not judged' };

function lostLevel(documents: readonly Claiming[], broken: string | null): Warning[] {
  const claiming = documents.filter(({ claims }) => claims.part !== '').map(({ claims }) => claims);
  const [first] = claiming;
  if (!first) return [];
  const other = documents.find(({ claims }) => claims.part === '');
  if (other) return [lost(claimedStandard(first), { rules: 'other document', document: other.name })];
  const level = commonLevel(documents);
  if (level !== null && broken !== null) return [lost(`PDF/A-${level}`, { rules: broken })];
  // of the merged PDF, level B is judged
  const unjudged = claiming.find(claims => judgedLevel(claims) === null || claims.conformance !== 'b');
  return unjudged ? [lost(claimedStandard(unjudged), NOT_JUDGED)] : [];
}

const lost = (standard: string, why: { rules: string; document?: string }): Warning =>
  asWarning({ code: 'pdfa_lost', detail: { standard, ...why } });
