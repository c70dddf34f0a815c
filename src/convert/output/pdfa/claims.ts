/** What a PDF claims to be in its metadata, whether it is so or not. */
import { type PdfRevision, readXmp } from '../../../pdf/index.js';
import type { PdfOptions } from '../../options.js';
import { PDFA, PDFUA } from '../pdf/xmp.js';

export interface Claims {
  /** Of PDF/A; '' without a claim. */
  readonly part: string;
  /** 'a', 'b', 'u' and others, or ''. */
  readonly conformance: string;
  /** It claims to be PDF/UA. */
  readonly ua: boolean;
}

export type PdfaLevel = NonNullable<PdfOptions['pdfa']>;

/** Characters of a foreign text. */
export const MAX_CLAIM = 10;

export async function claimsOf(revision: PdfRevision): Promise<Claims> {
  const pdfa = await readXmp(revision, { part: PDFA, conformance: PDFA });
  const ua = (await readXmp(revision, { part: PDFUA }))?.part !== undefined;
  const short = (text = '') => text.trim().slice(0, MAX_CLAIM);
  return { part: short(pdfa?.part), conformance: short(pdfa?.conformance).toLowerCase(), ua };
}

/** Null: it claims no PDF/A, or one that docconv cannot judge. */
export function judgedLevel({ part }: Pick<Claims, 'part'>): PdfaLevel | null {
  return part === '1' || part === '2' || part === '3' ? `${part}b` : null;
}

/** Of a PDF that claims PDF/A. */
export const claimedStandard = ({ part, conformance }: Claims): string => `PDF/A-${part}${conformance}`;
