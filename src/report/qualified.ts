/** The qualified status in words: one sentence for a person, and for experts what it follows from. Pure. */
import { message } from '../messages/index.js';
import type { Signer, TrustInfo } from '../signatures/result.js';
import { territoryName } from '../system/territory.js';
import { singleLine, uncapitalized } from '../text.js';
import { type Row, row, type Tone } from './row.js';

type Status = NonNullable<Signer['qualification']>;

/** `Indeterminate ...` is derived; the message `status.<status>` states what it means. */
const TONE = {
  QESig: 'good',
  QESeal: 'good',
  'Unknown-QC-QSCD': 'unsure',
  'AdESig-QC': 'neutral',
  'AdESeal-QC': 'neutral',
  'Unknown-QC': 'neutral',
  AdESig: 'neutral',
  AdESeal: 'neutral',
  Unknown: 'neutral',
  'Not AdES but QC with QSCD': 'bad',
  'Not AdES but QC': 'bad',
  'Not AdES': 'neutral',
  'N/A': 'neutral',
} as const satisfies Readonly<Record<string, Tone>>;
const QUALIFIED: ReadonlySet<string> = new Set(['QESig', 'QESeal']);
const INDETERMINATE = 'Indeterminate ';

/** Null: the lists of the European Union were not used. */
export function statusRow(signer: Signer): Row | null {
  const { qualification, kind } = signer;
  if (kind === 'timestamp') return timestampRow(signer);
  if (!qualification) return null;
  const isOpen = qualification.signature.startsWith(INDETERMINATE);
  const status = qualification.signature.replace(INDETERMINATE, '') as keyof typeof TONE;
  const meaning = message(`status.${status}`);
  const listed = listedBy(signer.trust);
  const certificate = listed && message('status.certificate', { listed });
  const stated = isOpen ? message('status.not-confirmed', { status: meaning }) : meaning;
  const text = QUALIFIED.has(status)
    ? joined(', ', ofWhom(stated, signer), certificate)
    : joined('; ', because(meaning, qualification.reasons), certificate);
  return row('status', text, isOpen ? 'unsure' : TONE[status]);
}

const ofWhom = (status: string, { name }: Signer): string => (name ? message('status.of', { status, name }) : status);

function timestampRow({ qualified, qualifiedReasons, trust, indication }: Signer): Row | null {
  if (qualified === null) return null;
  const listed = listedBy(trust);
  if (qualified) return row('status', joined(', ', message('status.timestamp'), listed), 'good');
  const isOpen = indication === 'INDETERMINATE';
  const status = message(isOpen ? 'status.timestamp.not-confirmed' : 'status.timestamp.not-qualified');
  return row('status', joined('; ', because(status, qualifiedReasons), listed), isOpen ? 'unsure' : 'neutral');
}

const joined = (separator: string, ...parts: readonly string[]): string => parts.filter(Boolean).join(separator);

/** 'by Example Trust, listed in the trusted list of ...'; empty: no list names it. */
function listedBy(trust: TrustInfo | null): string {
  if (!trust?.territory) return '';
  const list = listName(trust);
  return trust.provider
    ? message('status.listed-by', { provider: singleLine(trust.provider, 100), list })
    : message('status.listed', { list });
}

/** 'Germany (no. 81, issued 2026-01-05)'. */
function listName({ territory: code, list }: TrustInfo): string {
  const territory = territoryName(singleLine(code ?? '', 40), message('language'));
  return list ? message('status.list', { territory, number: list.sequence, day: day(list.issued) }) : territory;
}

const day = (iso: string): string => singleLine(iso.slice(0, 10));

/** With the first cause; that the signature is not confirmed, other rows say in more detail. */
function because(status: string, reasons: Status['reasons']): string {
  const first = reasons.find(({ level, code }) => level === 'fail' && code !== 'NOT_CONFIRMED');
  if (!first) return status;
  const sentence = singleLine(first.message, 300).replace(/\.$/, '');
  return message('status.because', { status, cause: uncapitalized(sentence) });
}

/** Empty where there is no status. */
export function statusPairs({
  qualification,
  qualified,
  timestamps,
  trust,
}: Signer): (readonly [label: string, text: string])[] {
  if (!qualification && qualified === null) return [];
  const listed = trust?.territory ? trust : null;
  const pairs: (readonly [string, string | null | undefined])[] = [
    [message('status-row.signature'), qualification?.signature],
    [message('status-row.issued'), qualification?.certificateAtIssuance],
    [message('status-row.signed'), qualification?.certificateAtSigning],
    [message('status-row.device'), qualification && (qualifiedWord(qualification.qscd) ?? message('status.no-device'))],
    [message('status-row.timestamp'), qualifiedWord(qualified)],
    ...timestamps.map(stamp => [stampName(stamp), qualifiedWord(stamp.qualified)] as const),
    [message('status-row.provider'), listed?.provider],
    [message('status-row.service'), listed && serviceOf(listed)],
    [message('status-row.list'), listed && listWithNext(listed)],
  ];
  return pairs.flatMap(([label, text]) => (text ? [[label, singleLine(text, 300)] as const] : []));
}

const serviceOf = ({ service, serviceType, status }: TrustInfo): string =>
  [service, serviceType, status ?? message('status.not-listed-then')].filter(Boolean).join(', ');

function listWithNext(trust: TrustInfo): string {
  const [list, next] = [listName(trust), trust.list?.nextUpdate];
  return next ? message('status.list-next', { list, day: day(next) }) : list;
}

const qualifiedWord = (qualified: boolean | null): string | null =>
  qualified === null ? null : message(qualified ? 'status.qualified' : 'status.not-qualified');

/** Those of the signature timestamps name the timestamp. */
export function statusReasons({ qualification, qualifiedReasons, timestamps }: Signer): Status['reasons'] {
  const ofTimestamps = timestamps.flatMap(stamp =>
    stamp.qualifiedReasons.map(reason => ({
      ...reason,
      message: message('status.because', { status: stampName(stamp), cause: reason.message }),
    })),
  );
  return [...(qualification?.reasons ?? []), ...qualifiedReasons, ...ofTimestamps];
}

const stampName = ({ name }: Pick<Signer, 'name'>): string =>
  name ? message('status-row.timestamp-of', { name }) : message('status-row.timestamp');
