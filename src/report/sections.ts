/** What the HTML and the Markdown report have in common. Pure. */
import type { CertificateInfo, DocumentInfo } from '../signatures/index.js';
import { plain } from './plain.js';
import { shortTime } from './words.js';

/** Passed in, so that the same results give the same report. */
export interface ReportSettings {
  checkedAt: Date;
  version: string;
  /** How to have the identity of a signer verified; shown with the verdict 'intact'. */
  identityHint: string;
}

export type Pair = readonly [label: string, text: string];

export function documentPairs(document: DocumentInfo): Pair[] {
  const { title, author, producer, pages, revisions, pdfVersion, size, encrypted, createdAt, modifiedAt } = document;
  const pairs: (readonly [string, string | null])[] = [
    ['Title', title && plain(title)],
    ['Author', author && plain(author)],
    ['Made with', producer && plain(producer)],
    ['Created', createdAt && shortTime(createdAt)],
    ['Modified', modifiedAt && shortTime(modifiedAt)],
    ['Pages', pages === null ? null : String(pages)],
    ['Revisions', String(revisions)],
    ['Format', `PDF ${plain(pdfVersion, 20)}${encrypted ? ', encrypted' : ''}`],
    ['Size', `${size.toLocaleString('en')} bytes`],
    ['SHA-256', document.sha256],
  ];
  return pairs.filter((pair): pair is Pair => Boolean(pair[1]));
}

export function certificatePairs(certificate: CertificateInfo): Pair[] {
  const { subject, issuer, serialNumber, notBefore, notAfter, publicKey, sha256, selfSigned } = certificate;
  return [
    ['Subject', plain(subject, 500)],
    ['Issuer', selfSigned ? 'itself' : plain(issuer, 500)],
    ['Valid', `${shortTime(notBefore)} to ${shortTime(notAfter)}`],
    ['Key', plain(publicKey, 60)],
    ['Serial', plain(serialNumber, 80)],
    ['SHA-256', plain(sha256, 64)],
  ];
}

export const OUTCOME_WORD = {
  pass: 'passed',
  fail: 'failed',
  unknown: 'not known',
  'not-applicable': 'does not apply',
} as const;

export function madeBy({ checkedAt, version }: ReportSettings): string {
  return `Checked ${shortTime(checkedAt.toISOString())} by docconv ${version}`;
}
