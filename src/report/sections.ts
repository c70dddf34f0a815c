/** What the page, the HTML and the Markdown report have in common. Pure. */
import { message, quoted } from '../messages/index.js';
import type {
  CertificateInfo,
  DocumentChange,
  DocumentInfo,
  Signer,
  VerificationResult,
} from '../signatures/result.js';
import { singleLine } from '../text.js';
import { shortTime } from './presentation.js';

/** Passed in, so that the same results give the same report. */
export interface ReportSettings {
  checkedAt: Date;
  version: string;
  /** How to have the identity of a signer verified. */
  identityHint: string;
}

/** The hint if the identity of a signer is unknown; null otherwise. */
export function hintFor({ verdict, signers }: VerificationResult, hint: string): string | null {
  const isUnknown = verdict === 'indeterminate' && signers.some(({ intact, trusted }) => intact && !trusted);
  return verdict === 'intact' || isUnknown ? hint : null;
}

export type Pair = readonly [label: string, text: string];

export function documentPairs(document: DocumentInfo): Pair[] {
  const { title, author, creator, producer, pages, revisions, pdfVersion, size, encrypted, createdAt, modifiedAt } =
    document;
  const format = message(encrypted ? 'document.pdf-encrypted' : 'document.pdf', {
    version: singleLine(pdfVersion, 20),
  });
  const pairs: (readonly [string, string | null])[] = [
    [message('document.title'), title && quoted(title)],
    [message('document.author'), author && quoted(author)],
    [message('document.programs'), [creator, producer].flatMap(name => (name ? [quoted(name)] : [])).join(', ')],
    [message('document.created'), createdAt && shortTime(createdAt)],
    [message('document.modified'), modifiedAt && shortTime(modifiedAt)],
    [message('document.pages'), pages === null ? null : String(pages)],
    [message('document.revisions'), String(revisions)],
    [message('document.format'), format],
    [message('document.size'), message('document.bytes', { size: size.toLocaleString(message('language')) })],
    [SHA_256, document.sha256],
    ...attachmentPairs(document),
  ];
  return pairs.filter((pair): pair is Pair => Boolean(pair[1]));
}

/** Empty for a document without embedded files. */
export function attachmentPairs({ attachments, attachmentCount, invoice }: DocumentInfo): Pair[] {
  const label = message('document.attachment');
  if (attachmentCount === null) return [[label, message('document.attachments-unknown')]];
  const count = attachmentCount - attachments.length;
  const states = invoice && { level: quoted(invoice.level), file: quoted(invoice.fileName) };
  return [
    ...attachments.map(file => [label, attachmentText(file)] as const),
    ...(count > 0 ? [[label, message('document.attachments-more', { count })] as const] : []),
    ...(states ? [[message('document.invoice'), message('document.invoice-states', states)] as const] : []),
  ];
}

function attachmentText({ name, relationship, mediaType, size, sha256 }: DocumentInfo['attachments'][number]): string {
  const content =
    size === null || sha256 === null
      ? message('document.attachment-unread')
      : message('document.attachment-size', { size: size.toLocaleString(message('language')), sha256 });
  const stated = [relationship, mediaType].flatMap(text => (text ? [singleLine(text, 80)] : []));
  return [quoted(name), ...stated, content].join(', ');
}

export function certificatePairs(certificate: CertificateInfo): Pair[] {
  const { subject, issuer, serialNumber, notBefore, notAfter, publicKey, sha256, selfSigned } = certificate;
  return [
    [message('certificate.subject'), quoted(subject)],
    [message('certificate.issuer'), selfSigned ? message('certificate.itself') : quoted(issuer)],
    [
      message('certificate.valid'),
      message('certificate.period', { from: shortTime(notBefore), to: shortTime(notAfter) }),
    ],
    [message('certificate.key'), singleLine(publicKey, 60)],
    [message('certificate.serial'), singleLine(serialNumber, 80)],
    [SHA_256, singleLine(sha256, 64)],
  ];
}

const SHA_256 = 'SHA-256';

/** Values that are easier to read in a font of equal widths. */
export const isHexadecimal = ([label]: Pair): boolean => label === SHA_256 || label === message('certificate.serial');

export const indicationOf = ({ indication, subIndication }: Signer): string =>
  [indication, subIndication].filter(Boolean).join(' / ');

export function changeClass(change: DocumentChange): string {
  if (change.class === null) return message('class.not-determined');
  return message(change.allowed ? 'class.allowed' : 'class.not-allowed', { class: message(`class.${change.class}`) });
}

export function madeBy({ checkedAt, version }: ReportSettings): string {
  return message('report.made-by', { time: shortTime(checkedAt.toISOString()), version });
}
