/**
 * What the signatures of a revision permit afterwards: DocMDP, FieldMDP and /Lock (ISO 32000-2, 12.8.2.2, 12.8.2.4 and
 * 12.7.5.5). The only reader of these entries: verification applies it to later changes, signing to the change that it
 * is about to make.
 */
import {
  dictOf,
  formFields,
  isSignatureDictionary,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfString,
  permissions as permissionEntries,
  type SignatureField,
  signatureFields,
  textOf,
} from '../pdf/index.js';
import type { Change, Overlay } from './changes/index.js';

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
  const certifying = dictOf(revision.resolve(permissionEntries(revision).docMDP));
  const level = certificationLevel(revision, certifying);
  const certified = level !== null;
  const fields = signatureFields(revision);
  // one certification is permitted (12.8.2.2.1): where more signatures have the transform, the strictest counts
  const others = certified ? fields.map(({ signature }) => statedCertification(revision, signature)) : [];
  const locks = fields.flatMap(field => locksOf(revision, field));
  const levels = [level, ...others];
  return {
    level: strictest([...levels, ...locks.map(lock => lock.level)]),
    certified,
    isLocked: field => locks.some(lock => lock.covers(field)),
  };
}

/**
 * Of a signature that /Perms /DocMDP references; null: it is none. Without a DocMDP transform, which 12.8.6 requires, another
 * transform permits nothing, as it may be one that is misspelt, and no transform at all what is the default.
 */
export function certificationLevel(revision: PdfRevision, signature: PdfDict | null): AccessLevel | null {
  const stated = statedCertification(revision, signature);
  if (stated !== null || !isSignatureDictionary(signature)) return stated;
  return referencesOf(revision, signature).length > 0 ? 1 : 2;
}

/** The strictest /P of the DocMDP transforms in this signature dictionary; null without one. */
function statedCertification(revision: PdfRevision, signature: PdfDict | null): AccessLevel | null {
  return strictest(transforms(revision, signature, 'DocMDP').map(parameters => levelOf(revision, parameters)));
}

/** The lowest /P that permits each class of change; a change of content is never permitted. */
const REQUIRED_LEVEL: Readonly<Record<NonNullable<Change['class']>, AccessLevel | null>> = {
  archival: 1,
  'form-filling': 2,
  annotations: 3,
  content: null,
};

/** Null: what was changed could not be determined. */
export function isPermitted(change: Change, permissions: ChangePermissions): boolean | null {
  if (change.class === null) return null;
  const required = REQUIRED_LEVEL[change.class];
  if (required === null || required > (permissions.level ?? 3)) return false;
  return change.class !== 'form-filling' || change.field === null || !permissions.isLocked(change.field);
}

/** `tolerateOverlays`: new marks may cover content of the page. Null: what is covered could not be determined. */
export function isOverlayPermitted(
  { kind, effect }: Pick<Overlay, 'kind' | 'effect'>,
  tolerateOverlays: boolean,
): boolean | null {
  if (effect === 'visible') return true;
  if (effect === 'uncovers' || effect === 'reorders' || effect === 'differs') return false;
  if (effect === 'unknown') return null;
  // a field may be filled in or signed, also with a background of its own: the earlier signer saw its place
  if (kind === 'filled-field' || tolerateOverlays) return true;
  return effect === 'unclear' ? null : false;
}

function strictest(levels: readonly (AccessLevel | null)[]): AccessLevel | null {
  const stated = levels.filter(level => level !== null);
  return stated.length > 0 ? (Math.min(...stated) as AccessLevel) : null;
}

/** Transform parameters or a lock; 'malformed': something else is in their place. */
type Parameters = PdfDict | 'malformed' | null;

/** Table 257: /P is 2 by default. What the standard does not define permits no more than its strictest level. */
function levelOf(revision: PdfRevision, parameters: Parameters): AccessLevel {
  if (parameters === 'malformed') return 1;
  return (parameters && statedLevel(revision, parameters)) ?? 2;
}

/** Null: no /P. */
function statedLevel(revision: PdfRevision, parameters: PdfDict): AccessLevel | null {
  const value = revision.get(parameters, 'P');
  if (value === null) return null;
  return value === 2 || value === 3 ? value : 1;
}

/** The parameters of a signature's transforms of one kind; a transform of unknown kind may be one of them. */
function transforms(revision: PdfRevision, signature: PdfDict | null, method: string): Parameters[] {
  return referencesOf(revision, signature).flatMap((item): Parameters[] => {
    const dict = dictOf(item);
    const kind = revision.get(dict, 'TransformMethod');
    if (!dict || dict.duplicates.length > 0 || !(kind instanceof PdfName)) return ['malformed'];
    return kind.name === method ? [parametersIn(revision, dict, 'TransformParams')] : [];
  });
}

/** A /Reference that is no array counts as its only member. */
function referencesOf(revision: PdfRevision, signature: PdfDict | null): PdfObject[] {
  const value = revision.get(signature, 'Reference');
  if (value === null) return [];
  const references = value instanceof PdfArray ? value.items : [value];
  return references.map(item => revision.resolve(item)).filter(item => item !== null);
}

/** Where a key occurs twice, programs read different parameters. */
function parametersIn(revision: PdfRevision, dict: PdfDict | null, key: string): Parameters {
  const value = revision.get(dict, key);
  if (value instanceof PdfDict) return value.duplicates.length > 0 ? 'malformed' : value;
  return value === null ? null : 'malformed';
}

interface Lock {
  readonly level: AccessLevel | null;
  covers(field: string): boolean;
}

/** The FieldMDP transforms of a signed field, and its own /Lock. */
function locksOf(revision: PdfRevision, field: SignatureField): Lock[] {
  const lock = parametersIn(revision, field.dict, 'Lock');
  const fieldMDP = transforms(revision, field.signature, 'FieldMDP').map(found => found ?? 'malformed');
  return [...fieldMDP, ...(lock === null ? [] : [lock])].map(found => lockFrom(revision, found));
}

function lockFrom(revision: PdfRevision, parameters: PdfDict | 'malformed'): Lock {
  const level = parameters === 'malformed' ? null : statedLevel(revision, parameters);
  return { level, covers: coverage(revision, parameters) };
}

/** Tables 236 and 259. Whatever they do not define locks every field. */
function coverage(revision: PdfRevision, parameters: PdfDict | 'malformed'): (field: string) => boolean {
  const everything = (): boolean => true;
  if (parameters === 'malformed') return everything;
  const action = revision.getName(parameters, 'Action');
  const listed = namesIn(revision, parameters);
  if (!listed || (action !== 'Include' && action !== 'Exclude')) return everything;
  const names = listed.map(name => existingName(revision, name));
  const isListed = (field: string): boolean => names.some(name => field === name || field.startsWith(`${name}.`));
  return action === 'Include' ? isListed : field => !isListed(field);
}

/** Where no field has exactly this name, that of the one field whose name differs only in the Unicode composition of letters. */
function existingName(revision: PdfRevision, name: string): string {
  const isAscii = /^[\x20-\x7e]*$/.test(name);
  const fields = isAscii ? [] : [...new Set(formFields(revision).flatMap(field => prefixesOf(field.name)))];
  if (isAscii || fields.includes(name)) return name;
  const alike = fields.filter(field => field.normalize('NFC') === name.normalize('NFC'));
  return alike.length === 1 ? alike[0]! : name;
}

/** Of 'a.b.c': a, a.b and a.b.c. */
const prefixesOf = (name: string): string[] => name.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'));

/** The names in /Fields; null where it is no array of strings. */
function namesIn(revision: PdfRevision, parameters: PdfDict): string[] | null {
  const items = revision.getArray(parameters, 'Fields')?.items.map(item => revision.resolve(item));
  const strings = items?.filter(item => item instanceof PdfString);
  return strings && strings.length === items?.length ? strings.map(({ bytes }) => textOf(bytes)) : null;
}
