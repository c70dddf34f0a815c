/**
 * What the signatures of a revision permit afterwards: DocMDP, FieldMDP and /Lock (ISO 32000-2, 12.8.2.2, 12.8.2.4 and
 * 12.7.5.5). The only reader of these entries: verification applies it to later changes, signing to the change that it
 * is about to make.
 */
import {
  dictOf,
  PdfDict,
  type PdfRevision,
  PdfString,
  permissions as permissionEntries,
  type SignatureField,
  signatureFields,
  textOf,
} from '../pdf/index.js';
import type { Change } from './changes/index.js';

/** Table 257: 1 = no changes but validation data, 2 = filling in forms and signing, 3 = also annotations. */
export type AccessLevel = 1 | 2 | 3;

export interface ChangePermissions {
  /** The strictest /P of certification and locks; null: no signature restricts changes of the document as a whole. */
  readonly level: AccessLevel | null;
  readonly certified: boolean;
  /** Whether a FieldMDP transform or a lock covers the field with this fully qualified name, existing or not. */
  isLocked(field: string): boolean;
}

/** Read from the signed revision: a later one cannot relax them. */
export function changePermissions(revision: PdfRevision): ChangePermissions {
  const certification = certificationLevel(revision, dictOf(revision.resolve(permissionEntries(revision).docMDP)));
  const locks = signatureFields(revision).flatMap(field => locksOf(revision, field));
  return {
    level: strictest([certification, ...locks.map(lock => lock.level)]),
    certified: certification !== null,
    isLocked: field => locks.some(lock => lock.covers(field)),
  };
}

/** /P of the DocMDP transform in this signature dictionary; null without such a transform. Its default is 2 (Table 257). */
export function certificationLevel(revision: PdfRevision, signature: PdfDict | null): AccessLevel | null {
  return strictest(transforms(revision, signature, 'DocMDP').map(parameters => levelOf(revision, parameters) ?? 2));
}

/** The lowest /P that permits each class of change; a change of content is never permitted. */
const REQUIRED_LEVEL: Readonly<Record<Change['class'], AccessLevel | null>> = {
  archival: 1,
  'form-filling': 2,
  annotations: 3,
  content: null,
};

/** `tolerateOverlays`: what is painted over content of a certified page does not count against the change. */
export function isPermitted(change: Change, permissions: ChangePermissions, tolerateOverlays: boolean): boolean {
  const required = REQUIRED_LEVEL[change.class];
  if (required === null || required > (permissions.level ?? 3)) return false;
  if (change.class === 'form-filling' && change.field !== null && permissions.isLocked(change.field)) return false;
  return tolerateOverlays || !isForbiddenOverlay(change, permissions);
}

/** The change paints over what the page shows, where it must not. */
export function isForbiddenOverlay(change: Change, { certified }: ChangePermissions): boolean {
  const mustNotCover =
    change.paints === 'never over content' || (change.paints === 'not over certified content' && certified);
  return mustNotCover && change.coversContent();
}

function strictest(levels: readonly (AccessLevel | null)[]): AccessLevel | null {
  const stated = levels.filter(level => level !== null);
  return stated.length > 0 ? (Math.min(...stated) as AccessLevel) : null;
}

/** Null: no /P. A value that the standard does not define permits no more than the strictest one that it defines. */
function levelOf(revision: PdfRevision, parameters: PdfDict | null): AccessLevel | null {
  const value = revision.get(parameters, 'P');
  if (value === null) return null;
  return value === 2 || value === 3 ? value : 1;
}

/** The parameters of a signature's transforms of one kind; null where a transform has none. */
function transforms(revision: PdfRevision, signature: PdfDict | null, method: string): (PdfDict | null)[] {
  const references = revision.getArray(signature, 'Reference')?.items ?? [];
  return references
    .map(item => revision.resolve(item))
    .filter((item): item is PdfDict => item instanceof PdfDict && revision.getName(item, 'TransformMethod') === method)
    .map(item => revision.getDict(item, 'TransformParams'));
}

interface Lock {
  readonly level: AccessLevel | null;
  covers(field: string): boolean;
}

/** The FieldMDP transforms of a signed field, and its own /Lock. */
function locksOf(revision: PdfRevision, field: SignatureField): Lock[] {
  const lock = revision.getDict(field.dict, 'Lock');
  const parameters = transforms(revision, field.signature, 'FieldMDP');
  return [...parameters, lock].filter(found => found !== null).map(found => lockFrom(revision, found));
}

function lockFrom(revision: PdfRevision, parameters: PdfDict): Lock {
  const action = revision.getName(parameters, 'Action');
  const listed = (revision.getArray(parameters, 'Fields')?.items ?? [])
    .map(item => revision.resolve(item))
    .filter(item => item instanceof PdfString)
    .map(item => textOf(item.bytes));
  const isListed = (field: string): boolean => listed.some(name => field === name || field.startsWith(`${name}.`));
  return {
    level: levelOf(revision, parameters),
    covers: field => action === 'All' || (action === 'Exclude' ? !isListed(field) : isListed(field)),
  };
}
