/** The qualified status in words: one sentence for a person, and for experts what it follows from. Pure. */
import type { Signer, TrustInfo } from '../signatures/index.js';
import { territoryName } from '../system/territory.js';
import { singleLine } from '../system/text.js';
import type { Row, Tone } from './row.js';

type Status = NonNullable<Signer['qualification']>;

/** What each status means, and whether a reason follows; `Indeterminate ...` is derived. */
const MEANING: Readonly<Record<string, readonly [text: string, tone: Tone]>> = {
  QESig: ['qualified electronic signature (QES)', 'good'],
  QESeal: ['qualified electronic seal', 'good'],
  'Unknown-QC-QSCD': ['qualified certificate and device; whether it is a signature or a seal is not known', 'unsure'],
  'AdESig-QC': ['advanced electronic signature with a qualified certificate, not a qualified signature', 'neutral'],
  'AdESeal-QC': ['advanced electronic seal with a qualified certificate, not a qualified seal', 'neutral'],
  'Unknown-QC': ['qualified certificate, but not a qualified signature', 'neutral'],
  AdESig: ['advanced electronic signature, not qualified', 'neutral'],
  AdESeal: ['advanced electronic seal, not qualified', 'neutral'],
  Unknown: ['not qualified', 'neutral'],
  'Not AdES but QC with QSCD': ['not a qualified signature, although its certificate is qualified', 'bad'],
  'Not AdES but QC': ['not a qualified signature, although its certificate is qualified', 'bad'],
  'Not AdES': ['not a qualified signature', 'neutral'],
  'N/A': ['qualified status not determined', 'neutral'],
};
const QUALIFIED = new Set(['QESig', 'QESeal']);
const INDETERMINATE = 'Indeterminate ';

/** Null: the lists of the European Union were not used. */
export function statusRow(signer: Signer): Row | null {
  const { qualification, kind } = signer;
  if (kind === 'timestamp') return timestampRow(signer);
  if (!qualification) return null;
  const isOpen = qualification.signature.startsWith(INDETERMINATE);
  const status = isOpen ? qualification.signature.slice(INDETERMINATE.length) : qualification.signature;
  const [meaning, tone] = MEANING[status]!;
  const listed = listedBy(signer.trust);
  if (!QUALIFIED.has(status)) {
    const text = [`${meaning}${causeOf(qualification.reasons)}`, listed && `certificate ${listed}`]
      .filter(Boolean)
      .join('; ');
    return { label: 'Status', text, tone: isOpen ? 'unsure' : tone };
  }
  const whose = signer.name ? ` of ${singleLine(signer.name, 80)}` : '';
  const text = [`${isOpen ? 'not confirmed to be a ' : ''}${meaning}${whose}`, listed && `certificate ${listed}`];
  return { label: 'Status', text: text.filter(Boolean).join(', '), tone: isOpen ? 'unsure' : tone };
}

function timestampRow({ qualified, qualifiedReasons, trust, indication }: Signer): Row | null {
  if (qualified === null) return null;
  const isOpen = !qualified && indication === 'INDETERMINATE';
  const what = qualified
    ? 'qualified electronic timestamp'
    : `not ${isOpen ? 'confirmed to be ' : ''}a qualified timestamp${causeOf(qualifiedReasons)}`;
  const text = [what, listedBy(trust)].filter(Boolean).join(qualified ? ', ' : '; ');
  return { label: 'Status', text, tone: qualified ? 'good' : isOpen ? 'unsure' : 'neutral' };
}

/** 'by Example Trust, listed in the trusted list of ...'; empty: no list names it. */
function listedBy(trust: TrustInfo | null): string {
  if (!trust?.territory) return '';
  const by = trust.provider ? `by ${singleLine(trust.provider, 100)}, ` : '';
  return `${by}listed in the trusted list of ${listName(trust)}`;
}

/** 'Germany (no. 81, issued 2026-01-05)'. */
function listName({ territory, list }: TrustInfo): string {
  const name = territoryName(singleLine(territory ?? '', 40));
  return list ? `${name} (no. ${list.sequence}, issued ${day(list.issued)})` : name;
}

const day = (iso: string): string => singleLine(iso.slice(0, 10));

/** The first cause, in the middle of a sentence; that the signature is not confirmed, other rows say in more detail. */
function causeOf(reasons: Status['reasons']): string {
  const first = reasons.find(({ level, code }) => level === 'fail' && code !== 'NOT_CONFIRMED');
  if (!first) return '';
  const sentence = singleLine(first.message, 300).replace(/\.$/, '');
  return `: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
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
  const next = listed?.list?.nextUpdate;
  const pairs: (readonly [string, string | null | undefined])[] = [
    ['Signature', qualification?.signature],
    ['When issued', qualification?.certificateAtIssuance],
    ['When signed', qualification?.certificateAtSigning],
    ['Device', qualification && DEVICE[String(qualification.qscd) as keyof typeof DEVICE]],
    ['Timestamp', stampStatus(qualified)],
    ...timestamps.map(stamp => [stampName(stamp), stampStatus(stamp.qualified)] as const),
    ['Provider', listed?.provider],
    [
      'Service',
      listed && [listed.service, listed.serviceType, listed.status ?? 'not listed then'].filter(Boolean).join(', '),
    ],
    ['Trusted list', listed && `${listName(listed)}${next ? `, next update ${day(next)}` : ''}`],
  ];
  return pairs.flatMap(([label, text]) => (text ? [[label, singleLine(text, 300)] as const] : []));
}

function stampStatus(qualified: boolean | null): string | null {
  return qualified === null ? null : qualified ? 'qualified' : 'not qualified';
}

const DEVICE = {
  true: 'qualified',
  false: 'not qualified',
  null: 'does not apply: the certificate is not qualified',
} as const;

/** Those of the signature timestamps name the timestamp. */
export function statusReasons({ qualification, qualifiedReasons, timestamps }: Signer): Status['reasons'] {
  const ofTimestamps = timestamps.flatMap(stamp =>
    stamp.qualifiedReasons.map(reason => ({ ...reason, message: `${stampName(stamp)}: ${reason.message}` })),
  );
  return [...(qualification?.reasons ?? []), ...qualifiedReasons, ...ofTimestamps];
}

const stampName = ({ name }: Pick<Signer, 'name'>): string =>
  name ? `Timestamp of ${singleLine(name, 80)}` : 'Timestamp';

export const REASON_WORD = { fail: 'cause', warn: 'warning' } as const;
