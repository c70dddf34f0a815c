/** Raises the signatures of a PDF to a higher level, renews archive timestamps, and timestamps any PDF. */
import { DocconvError } from '../errors.js';
import { openPdf } from '../pdf/index.js';
import { day } from '../system/day.js';
import { requireChoice, requireKnownMembers } from '../system/known-members.js';
import {
  addDocumentTimestamp,
  addLongTermData,
  BASELINE_LEVELS,
  type BaselineLevel,
  baselineLevel,
  completed,
  failureOf,
  grantedLevel,
  isAtLeast,
  LEVEL_SETTINGS,
  type LevelSettings,
  levelNotReached,
  requirePreserved,
  type Shortfall,
  type Signature,
  shortfallFor,
  stateBefore,
  timestampClient,
} from './levels.js';
import { readWhole } from './source.js';

export interface ExtendOptions extends LevelSettings {
  level: Exclude<BaselineLevel, 'B'>;
}

/**
 * Returns the extended file. A signature timestamp cannot be added to a signature that exists: a document timestamp proves
 * its time. Rejects with NOT_PERMITTED where a signature cannot be helped.
 */
export async function extend(source: string | Uint8Array, options: ExtendOptions): Promise<Buffer> {
  requireKnownMembers(options, { ...LEVEL_SETTINGS, level: true }, 'the options of extend()');
  requireChoice('level', options.level ?? null, BASELINE_LEVELS.slice(1));
  const { level } = options;
  const client = timestampClient(level, options)!;
  const file = await readFile(source, options);
  const before = await stateBefore(file, options);
  const signatures = before.signers.filter(({ kind }) => kind !== 'timestamp');
  if (signatures.length === 0) throw new DocconvError('NOT_PERMITTED.extend-unsigned');
  for (const signature of signatures) requireExtendable(signature);
  let extended = file;
  let shortfall: Shortfall | null = null;
  if (!signatures.every(one => reaches(one, 'T'))) extended = await addDocumentTimestamp(extended, client, options);
  if (level !== 'T') ({ pdf: extended, shortfall } = await addLongTermData(extended, options));
  if (level === 'LTA') extended = await addDocumentTimestamp(extended, client, options);
  const { signers, ...complete } = await completed(before, { pdf: extended, shortfall }, level, options);
  requireLevel(signers, level, complete.shortfall);
  return complete.pdf === file ? Buffer.from(file) : complete.pdf; // `file` may be the memory of the caller
}

/** Appends a document timestamp to any PDF. */
export async function timestamp(source: string | Uint8Array, options: LevelSettings): Promise<Buffer> {
  requireKnownMembers(options, LEVEL_SETTINGS, 'the options of timestamp()');
  const client = timestampClient('T', options)!;
  const file = await readFile(source, options);
  const before = await stateBefore(file, options);
  const stamped = await addDocumentTimestamp(file, client, options);
  const { signers } = await requirePreserved(before, stamped, options);
  const added = signers.at(-1);
  if (added?.kind !== 'timestamp' || !added.intact)
    throw new DocconvError('NOT_PERMITTED.signature-not-valid', { reason: failureOf(added) });
  return stamped;
}

async function readFile(source: string | Uint8Array, options: LevelSettings): Promise<Buffer> {
  const document = await openPdf(source, options);
  try {
    return readWhole(document);
  } finally {
    document.close();
  }
}

function reaches(signature: Signature, level: BaselineLevel): boolean {
  const reached = baselineLevel(signature);
  return reached !== null && isAtLeast(reached, level);
}

/** A later timestamp proves that a signature existed before it, not that it was made in time. */
function requireExtendable(signature: Signature): void {
  const { field, intact, changesAllowed, indication, certificate } = signature;
  if (!intact || !changesAllowed || indication === 'TOTAL_FAILED')
    throw new DocconvError('NOT_PERMITTED.extend-not-valid', { field, reason: failureOf(signature) });
  if (!baselineLevel(signature)) throw new DocconvError('NOT_PERMITTED.extend-no-level', { field });
  const end = certificate && new Date(certificate.notAfter);
  if (end && end < new Date() && !reaches(signature, 'T'))
    throw new DocconvError('NOT_PERMITTED.extend-expired', { field, day: day(end) });
}

function requireLevel(signers: readonly Signature[], level: BaselineLevel, shortfall: Shortfall | null): void {
  for (const signature of signers.filter(({ kind }) => kind !== 'timestamp')) {
    const reached = grantedLevel(signature, signers);
    if (reached && isAtLeast(reached, level)) continue;
    throw levelNotReached(level, reached, shortfallFor(signature, signers, shortfall));
  }
}
