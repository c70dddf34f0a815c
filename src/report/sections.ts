/** What the HTML and the Markdown report have in common. Pure. */
import type { CertificateInfo, DocumentInfo } from '../signatures/index.js';
import { singleLine } from '../system/text.js';
import { shortTime } from './presentation.js';

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
    ['Title', title && singleLine(title)],
    ['Author', author && singleLine(author)],
    ['Made with', producer && singleLine(producer)],
    ['Created', createdAt && shortTime(createdAt)],
    ['Modified', modifiedAt && shortTime(modifiedAt)],
    ['Pages', pages === null ? null : String(pages)],
    ['Revisions', String(revisions)],
    ['Format', `PDF ${singleLine(pdfVersion, 20)}${encrypted ? ', encrypted' : ''}`],
    ['Size', `${size.toLocaleString('en')} bytes`],
    ['SHA-256', document.sha256],
  ];
  return pairs.filter((pair): pair is Pair => Boolean(pair[1]));
}

export function certificatePairs(certificate: CertificateInfo): Pair[] {
  const { subject, issuer, serialNumber, notBefore, notAfter, publicKey, sha256, selfSigned } = certificate;
  return [
    ['Subject', singleLine(subject, 500)],
    ['Issuer', selfSigned ? 'itself' : singleLine(issuer, 500)],
    ['Valid', `${shortTime(notBefore)} to ${shortTime(notAfter)}`],
    ['Key', singleLine(publicKey, 60)],
    ['Serial', singleLine(serialNumber, 80)],
    ['SHA-256', singleLine(sha256, 64)],
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
