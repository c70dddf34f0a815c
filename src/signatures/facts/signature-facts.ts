/** The facts of one signature, for the rules. */
import type { PdfDocument, PdfNoteCode, PdfRevision } from '../../pdf/index.js';
import { activeContent, changesAfter, overlaysAfter, type RenderOptions } from '../changes/index.js';
import { isBlank } from '../find/byte-range.js';
import { isGapReadOnce } from '../find/gap-readers.js';
import type { SignatureSite } from '../find/signature-sites.js';
import type { IdentityFacts } from '../path/types.js';
import { type ChangePermissions, changePermissions } from '../permissions.js';
import { bindingOf } from '../verify/contents.js';
import type { Signature } from '../verify/signatures.js';
import { observeMessage } from './message-facts.js';
import type { TimeFacts } from './stated-times.js';
import type { ChangeFacts, SignatureFacts, StructureFacts } from './types.js';

export function collectFacts(
  document: PdfDocument,
  signature: Signature,
  identity: IdentityFacts,
  changes: ChangeFacts,
  times: TimeFacts,
): SignatureFacts {
  return Object.freeze({
    field: signature.site.field,
    kind: signature.kind,
    subFilter: signature.subFilter,
    structure: Object.freeze(observeStructure(document, signature)),
    cms: Object.freeze(observeMessage(signature.message, signature.subFilter, signature.certificate)),
    crypto: Object.freeze({
      digestMatches: signature.digestMatches,
      signatureVerifies: signature.signatureVerifies,
    }),
    identity: Object.freeze(identity),
    changes: Object.freeze(changes),
    times: Object.freeze(times),
  });
}

function observeStructure(document: PdfDocument, { site, subFilter }: Signature): StructureFacts {
  const { range } = site;
  return {
    filled: range.contents !== null,
    encodingKnown: bindingOf(subFilter) !== null,
    rangeWellFormed: range.wellFormed,
    gapIsContents: range.gapIsContents && isGapReadOnce(site),
    // revisions may be lost with a part of the cross-reference
    coverage: document.recovered && range.coverage === 'from-start' ? null : range.coverage,
    inField: site.inField,
    coversField: site.coversField,
    inObjectStream: site.inObjectStream,
    duplicateKeys: site.dictionary?.duplicates ?? [],
    unchanged: site.unchanged,
    strayBytes: hasStrayBytes(document, site),
    laterDamage: isDamagedAfter(document, site.revision.index),
    recovered: document.recovered,
  };
}

/** After the signed revision; everything before is signed. */
function hasStrayBytes({ notes, source }: PdfDocument, { range, revision }: SignatureSite): boolean {
  const repeatsEnd = range.signed !== null && !isBlank(source, range.end!, revision.endOffset);
  return repeatsEnd || notes.some(note => note.code === 'bytes-after-end');
}

/** What other programs may read differently. An offset wrong by a few bytes, which some tools write, does not count. */
const DAMAGE: ReadonlySet<PdfNoteCode> = new Set<PdfNoteCode>([
  'xref-spacing',
  'xref-entry-malformed',
  'xref-numbering',
  'xref-loop',
  'prev-broken',
  'hybrid-conflict',
  'object-unlisted',
  'trailer-unlisted',
  'startxref-repeated',
  'startxref-ambiguous',
  'size-too-small',
  'entry-mismatch',
  'entry-outside-revision',
  'object-malformed',
  'object-stream-malformed',
  'stream-length',
  'stream-truncated',
  'duplicate-key',
  'token-ambiguous',
  'encrypt-changed',
  'encryption-irregular',
]);

const isDamagedAfter = ({ notes }: PdfDocument, signed: number): boolean =>
  notes.some(({ code, revision }) => (revision ?? 0) > signed && DAMAGE.has(code));

/** One entry per signature, in their order. */
export async function observeChanges(
  document: PdfDocument,
  signatures: readonly { readonly site: SignatureSite }[],
  options: RenderOptions = {},
): Promise<ChangeFacts[]> {
  if (signatures.length === 0) return [];
  const revisions = signatures.map(({ site }) => signedRevision(document, site));
  const later = await changesAfter(document, revisions);
  const permissions = permissionsOf(signatures.map(({ site }) => site.revision));
  const signed = revisions.map((revision, i) => ({ revision, certified: permissions[i]!.certified }));
  const overlays = await overlaysAfter(document, signed, later, options);
  const active = activeContent(document.latest);
  return signatures.map((_, i) => ({
    later: later[i] ?? null,
    overlays: overlays[i]!,
    permissions: permissions[i]!,
    activeContent: active,
  }));
}

/** Read once for each revision. */
function permissionsOf(revisions: readonly PdfRevision[]): ChangePermissions[] {
  const known = new Map(revisions.map(revision => [revision, null as ChangePermissions | null]));
  return revisions.map(revision => {
    const permissions = known.get(revision) ?? changePermissions(revision);
    known.set(revision, permissions);
    return permissions;
  });
}

/** A signature over the whole file leaves nothing that could have changed. */
function signedRevision(document: PdfDocument, { range }: SignatureSite): PdfRevision | null {
  if (range.coverage === 'file') return document.latest;
  return range.coverage === 'revision' ? range.signed : null;
}
