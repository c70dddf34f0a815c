/** Raises a signed PDF to a baseline level (EN 319 142-1, 6) by revisions, and verifies each result with check(). */
import { DocconvError } from '../errors.js';
import type { Fetcher } from '../fetch/index.js';
import { message } from '../messages/index.js';
import { openPdf, type PdfDocument } from '../pdf/index.js';
import {
  type CheckOptions,
  check,
  collectLongTermData,
  type MissingData,
  type VerificationResult,
} from '../signatures/index.js';
import type { Members } from '../system/known-members.js';
import { addPlaceholder } from './field/placeholder.js';
import { fillPlaceholder } from './fill.js';
import { addToSecurityStore } from './security-store.js';
import { type TimestampAuthority, TimestampClient } from './timestamp-authority.js';

export const BASELINE_LEVELS = ['B', 'T', 'LT', 'LTA'] as const;
export type BaselineLevel = (typeof BASELINE_LEVELS)[number];

/** What levels above B need. */
export interface LevelSettings extends Pick<CheckOptions, 'trust' | 'signal' | 'password'> {
  tsa?: TimestampAuthority;
  /** Reaches the authority, and the responders of the certificates. */
  fetcher?: Fetcher;
}

export const LEVEL_SETTINGS: Members<LevelSettings> = {
  tsa: true,
  fetcher: true,
  trust: true,
  signal: true,
  password: true,
};

/** Whether `level` is at least as high as `other`. */
export const isAtLeast = (level: BaselineLevel, other: BaselineLevel): boolean =>
  BASELINE_LEVELS.indexOf(level) >= BASELINE_LEVELS.indexOf(other);

/** The authority for `level`; null: it needs none. Rejects what lacks for the level. */
export function timestampClient(level: BaselineLevel, settings: LevelSettings): TimestampClient | null {
  if (level === 'B') return null;
  const { tsa, trust, signal } = settings;
  if (!tsa) throw new DocconvError('OPTION_INVALID.timestamp-authority-needed');
  // which revocation data is needed depends on the paths to the anchors
  if (isAtLeast(level, 'LT') && !trust?.sources.length)
    throw new DocconvError('OPTION_INVALID.level-needs-trust', { level });
  return new TimestampClient(tsa, tsa.fetcher ?? requiredFetcher(level, settings), signal);
}

function requiredFetcher(level: BaselineLevel, { fetcher }: LevelSettings): Fetcher {
  if (!fetcher) throw new DocconvError('OPTION_INVALID.level-needs-network', { level });
  return fetcher;
}

/** Why a level was not reached. */
export interface Shortfall {
  readonly reason: string;
  /** Stable, of a time-stamping authority or of a publisher of revocation data; null: it has another cause. */
  readonly fault: string | null;
  /** Revocation data is missing: what the signature lacks besides decides before it. */
  readonly isOfData?: boolean;
}

export interface Extended {
  pdf: Buffer;
  shortfall: Shortfall | null;
}

/** Appends the revocation data that all signatures need now. */
export async function addLongTermData(file: Buffer, settings: LevelSettings): Promise<Extended> {
  const options = { ...checkOptions(settings), fetcher: requiredFetcher('LT', settings) };
  const data = await collectLongTermData(file, options);
  const pdf = await withDocument(file, settings, ({ latest }) => addToSecurityStore(file, latest, data));
  return { pdf, shortfall: data.missing && shortfallOf(data.missing) };
}

export const CERTIFICATE_REVOKED = 'certificate-revoked';

const shortfallOf = ({ name, fault }: MissingData): Shortfall => ({
  reason: message(`sign.revocation.${fault}`, { name }),
  fault: fault === 'revoked' ? CERTIFICATE_REVOKED : `revocation-${fault}`,
  isOfData: true,
});

export const faultOf = ({ detail: { fault } }: DocconvError): string | null =>
  typeof fault === 'string' ? fault : null;

/**
 * The verified file. Where it lacks the revocation data of its archive timestamp, as of an authority with a new certificate, the
 * data follows: no later verification could rely on the timestamp otherwise.
 */
export async function completed(
  before: VerificationResult,
  { pdf, shortfall }: Extended,
  level: BaselineLevel,
  settings: LevelSettings,
): Promise<Extended & Pick<VerificationResult, 'signers'>> {
  const { signers } = await requirePreserved(before, pdf, settings);
  const last = signers.at(-1);
  if (level !== 'LTA' || last?.kind !== 'timestamp' || isPassed(last)) return { pdf, shortfall, signers };
  const extended = await addLongTermData(pdf, settings);
  const after = await requirePreserved(before, extended.pdf, settings);
  return { pdf: extended.pdf, shortfall: shortfall ?? extended.shortfall, signers: after.signers };
}

/** Appends a document timestamp over the whole file (EN 319 142-1, 5.4.3). */
export async function addDocumentTimestamp(
  file: Buffer,
  client: TimestampClient,
  settings: LevelSettings,
): Promise<Buffer> {
  // a token that is longer than expected shows how much room the second attempt needs
  return (await tryDocumentTimestamp()) ?? (await tryDocumentTimestamp()) ?? tooLong();

  async function tryDocumentTimestamp(): Promise<Buffer | null> {
    const { room } = client;
    const placed = await withDocument(file, settings, ({ latest }) =>
      addPlaceholder(file, latest, { at: new Date(), room, planned: null }),
    );
    return fillPlaceholder(placed, room, signed => client.stamp(signed));
  }
}

export function tooLong(): never {
  throw new DocconvError('INTERNAL.signature-too-long');
}

async function withDocument<T>(file: Buffer, options: LevelSettings, use: (document: PdfDocument) => T): Promise<T> {
  const document = await openPdf(file, checkOptions(options));
  try {
    return use(document);
  } finally {
    document.close();
  }
}

/** Without the network: the file alone has to be enough. */
function checkOptions({ trust, signal, password }: LevelSettings): CheckOptions {
  return { ...(trust && { trust }), ...(signal && { signal }), ...(password !== undefined && { password }) };
}

/** What has to be preserved. */
export async function stateBefore(file: Buffer, settings: LevelSettings): Promise<VerificationResult> {
  return check(file, checkOptions(settings));
}

/** Every signature that was intact, and whose later changes were allowed, is so still. */
export async function requirePreserved(
  before: VerificationResult,
  file: Buffer,
  settings: LevelSettings,
): Promise<VerificationResult> {
  const after = await check(file, checkOptions(settings));
  before.signers.forEach((signer, i) => {
    const now = after.signers[i];
    const isKept = now?.field === signer.field && now.intact >= signer.intact;
    if (isKept && now.changesAllowed >= signer.changesAllowed) return;
    const values = { field: signer.field, name: signer.name ?? '?', reason: reasonOfLoss(before, after, i) };
    throw new DocconvError('NOT_PERMITTED.earlier-signature', values);
  });
  return after;
}

/** The changes that the signature does not permit, or the rule that it breaks now. */
function reasonOfLoss(before: VerificationResult, after: VerificationResult, i: number): string {
  const denied = ({ document }: VerificationResult) => document.changes.filter(({ allowed }) => !allowed);
  const known = new Set(denied(before).map(change => change.message));
  const added = denied(after).filter(change => !known.has(change.message));
  if (added.length > 0) return added.map(change => change.message).join('; ');
  const isPass = ({ outcome }: Signature['findings'][number]): boolean => outcome === 'pass';
  const passed = new Set(before.signers[i]?.findings.filter(isPass).map(({ rule }) => rule));
  const broken = after.signers[i]?.findings.find(finding => passed.has(finding.rule) && !isPass(finding));
  return broken?.message.replace(/\.$/, '') ?? message('sign.other-signature-found');
}

const isPassed = ({ indication }: Signature): boolean => indication === 'TOTAL_PASSED';

export type Signature = VerificationResult['signers'][number];

/** Of a signature at a baseline level; null: it is at none. */
export function baselineLevel({ level }: Signature): BaselineLevel | null {
  const suffix = level?.split('-').at(-1);
  return BASELINE_LEVELS.find(one => one === suffix) ?? null;
}

/** The level of an intact signature. What should last for decades has to be valid today, and so have its timestamps. */
export function grantedLevel(signature: Signature, all: readonly Signature[]): BaselineLevel | null {
  const { intact, changesAllowed, indication, timestamps } = signature;
  const level = baselineLevel(signature);
  if (!level || !intact || !changesAllowed || indication === 'TOTAL_FAILED') return null;
  if (!isAtLeast(level, 'LT')) return level;
  if (!isPassed(signature) || !timestamps.every(({ trusted }) => trusted)) return 'T';
  const archive = all.at(-1);
  return level === 'LTA' && archive?.kind === 'timestamp' && !isPassed(archive) ? 'LT' : level;
}

/**
 * Why `signature` reaches no higher level: the rule that decided, the timestamp that proves nothing, or data that is missing.
 * Rules that only warn did not decide.
 */
export function failureOf(signature: Signature | undefined, all: readonly Signature[] = []): string {
  const found = decisiveFinding(signature);
  if (found) return found.message;
  const archive = all.filter(({ kind }) => kind === 'timestamp').filter(({ trustAnchor }) => trustAnchor === null);
  const stamp = [...(signature?.timestamps ?? []).filter(({ trusted }) => !trusted), ...archive].at(0);
  if (stamp) return message('sign.timestamp-not-trusted', { name: stamp.name ?? '?' });
  return message('sign.long-term-data-missing');
}

function decisiveFinding(signature: Signature | undefined): Signature['findings'][number] | undefined {
  const decisive = signature?.findings.filter(({ level }) => level === 'fail') ?? [];
  return decisive.find(({ outcome }) => outcome === 'fail') ?? decisive.find(({ outcome }) => outcome === 'unknown');
}

/** @param known what has failed on the way */
export function shortfallFor(
  signature: Signature | undefined,
  all: readonly Signature[],
  known: Shortfall | null,
): Shortfall {
  const rule = decisiveFinding(signature)?.rule ?? REVOCATION;
  if (known && (!known.isOfData || rule === REVOCATION)) return known;
  return { reason: failureOf(signature, all), fault: null };
}

const REVOCATION = 'revocation-known';

export function levelNotReached(level: BaselineLevel, reached: BaselineLevel | null, { reason, fault }: Shortfall) {
  const values = { level, reached: reached ?? 'none', reason };
  return new DocconvError('NOT_PERMITTED.level-not-reached', values, { detail: fault === null ? {} : { fault } });
}
