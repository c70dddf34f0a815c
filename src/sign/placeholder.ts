/** Prepares a PDF for a signature: field, invisible widget and dictionary, as an incremental update. */
import { DocconvError } from '../errors.js';
import {
  dateString,
  dict,
  dictWith,
  entriesOf,
  type FormField,
  formFields,
  PdfArray,
  type PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  pageList,
  serialize,
  textString,
  Update,
} from '../pdf/index.js';
import { changePermissions } from '../signatures/index.js';
import { BYTE_RANGE } from './prepared.js';

export interface SignatureText {
  reason?: string;
  location?: string;
  name?: string;
  contact?: string;
}

export interface PlaceholderSettings extends SignatureText {
  /** Fully qualified name of an empty signature field; by default a new, invisible one. */
  field?: string;
  at: Date;
  /** A document timestamp, which every document permits. */
  isTimestamp?: boolean;
  /** Room for the signature, in bytes. */
  room: number;
}

/** Returns the file with an update appended that has room for a signature. The file itself stays unchanged. */
export function addPlaceholder(file: Uint8Array, revision: PdfRevision, settings: PlaceholderSettings): Buffer {
  const update = new Update(revision);
  const signature = update.reserve();
  const lock =
    settings.field === undefined
      ? newField(update, signature, settings.isTimestamp)
      : signExistingField(update, signature, settings.field);
  update.replaceRaw(signature, signatureDictionary(update, signature, lock, settings));
  return update.appendTo(file);
}

/** A field merged with its widget, without an area, on the first page. Returns no lock. */
function newField(update: Update, signature: PdfRef, isTimestamp = false): null {
  const { revision } = update;
  const page = pageList(revision, 1)?.pages[0];
  if (!page?.ref) throw new DocconvError('CORRUPT_DOCUMENT.no-page-for-field');
  const name = freeName(formFields(revision));
  if (!isTimestamp) refuseWhereForbidden(revision, name);
  const field = update.add(
    dict({
      Type: new PdfName('Annot'),
      Subtype: new PdfName('Widget'),
      FT: new PdfName('Sig'),
      T: textString(name),
      V: signature,
      F: PRINT_AND_LOCKED,
      Rect: new PdfArray([0, 0, 0, 0], null),
      P: page.ref,
    }),
  );
  appendTo(update, { ref: page.ref, dict: page.dict }, 'Annots', field);
  const form = formOf(update);
  appendTo(update, { ref: form.ref, dict: withFlags(update, form.dict) }, 'Fields', field, form.place);
  return null;
}

/** Earlier signatures may forbid another one; making it all the same would invalidate them. */
function refuseWhereForbidden(revision: PdfRevision, field: string): void {
  const { level, certified, isLocked } = changePermissions(revision);
  if (level !== 1 && !isLocked(field)) return;
  if (level !== 1) throw new DocconvError('NOT_PERMITTED.field-locked', { field });
  throw new DocconvError(certified ? 'NOT_PERMITTED.certified' : 'NOT_PERMITTED.no-changes');
}

/** Bits 3 and 8 of the annotation flags (12.5.3). */
const PRINT_AND_LOCKED = 132;

function freeName(fields: readonly FormField[]): string {
  const taken = new Set(fields.map(({ name }) => name.split('.')[0]));
  for (let number = 1; ; number++) if (!taken.has(`Signature${number}`)) return `Signature${number}`;
}

interface Holder {
  ref: PdfRef;
  dict: PdfDict;
}

/** Adds an item to an array that is direct in `holder`, or an indirect object. `place` embeds the changed holder. */
function appendTo(
  update: Update,
  holder: Holder,
  key: string,
  item: PdfRef,
  place: (dict: PdfDict) => PdfDict = same => same,
): void {
  const { revision } = update;
  const value = holder.dict.get(key);
  const items = [...(revision.getArray(holder.dict, key)?.items ?? []), item];
  const isOwnObject = value instanceof PdfRef && revision.resolve(value) instanceof PdfArray;
  if (isOwnObject) update.replace(value, new PdfArray(items, null));
  const changed = isOwnObject ? holder.dict : dictWith(holder.dict, { [key]: new PdfArray(items, null) });
  if (changed !== revision.resolve(holder.ref)) update.replace(holder.ref, place(changed));
}

/** The interactive form: an indirect object, or an entry of the catalog, or new there. */
function formOf({ revision }: Update): Holder & { place: (dict: PdfDict) => PdfDict } {
  const ref = revision.trailer.get('Root');
  const root = revision.root;
  if (!(ref instanceof PdfRef) || !root) throw new DocconvError('CORRUPT_DOCUMENT.no-catalog');
  const form = root.get('AcroForm');
  const found = revision.getDict(root, 'AcroForm');
  if (form instanceof PdfRef && found) return { ref: form, dict: found, place: same => same };
  return { ref, dict: found ?? dict({}), place: changed => dictWith(root, { AcroForm: changed }) };
}

/** 12.7.3: SignaturesExist and AppendOnly. */
function withFlags({ revision }: Update, form: PdfDict): PdfDict {
  const flags = revision.getNumber(form, 'SigFlags') ?? 0;
  return (flags & 3) === 3 ? form : dictWith(form, { SigFlags: flags | 3 });
}

/** Signs an existing empty field; returns its /Lock (12.7.5.5), or null. */
function signExistingField(update: Update, signature: PdfRef, name: string): PdfDict | null {
  const { revision } = update;
  const field = formFields(revision).find(found => found.name === name && found.type === 'Sig');
  if (!field?.ref) throw noSuchField(revision, name);
  if (revision.resolve(field.value) !== null) {
    throw new DocconvError('OPTION_INVALID.field-already-signed', { name });
  }
  refuseWhereForbidden(revision, name);
  update.replace(field.ref, dictWith(field.dict, { V: signature }));
  const form = formOf(update);
  const flagged = withFlags(update, form.dict);
  if (flagged !== form.dict) update.replace(form.ref, form.place(flagged));
  return revision.getDict(field.dict, 'Lock');
}

function noSuchField(revision: PdfRevision, name: string): DocconvError {
  const empty = formFields(revision).filter(({ type, value }) => type === 'Sig' && revision.resolve(value) === null);
  const names = empty.map(field => field.name).join(', ');
  if (!names) return new DocconvError('OPTION_INVALID.no-empty-field', { name });
  return new DocconvError('OPTION_INVALID.no-such-field', { name, names });
}

/** The byte range comes before /Contents, which is never encrypted: see prepare(). */
function signatureDictionary(
  { revision }: Update,
  ref: PdfRef,
  lock: PdfDict | null,
  { reason, location, name, contact, at, room, isTimestamp }: PlaceholderSettings,
): string {
  const texts: [string, PdfObject | null][] = [
    // the time of a document timestamp is in its token
    ['M', isTimestamp ? null : dateString(at)],
    ['Reason', reason ? textString(reason) : null],
    ['Location', location ? textString(location) : null],
    ['Name', name ? textString(name) : null],
    ['ContactInfo', contact ? textString(contact) : null],
    ['Reference', lock && fieldMDP(lock)],
  ];
  const entries = texts
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `/${key} ${serialize(value, bytes => revision.document.encryptString(bytes, ref))}`);
  return [
    isTimestamp
      ? '<< /Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161'
      : '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
    `/ByteRange ${BYTE_RANGE}`,
    `/Contents <${'00'.repeat(room)}>`,
    ...entries,
    '>>',
  ].join('\n');
}

/** 12.8.2.4: the signature repeats the lock of its field as a FieldMDP transform. */
function fieldMDP(lock: PdfDict): PdfArray {
  const parameters = dict({
    Type: new PdfName('TransformParams'),
    V: new PdfName('1.2'),
    ...entriesOf(lock, ['Action', 'Fields']),
  });
  const reference = dict({
    Type: new PdfName('SigRef'),
    TransformMethod: new PdfName('FieldMDP'),
    TransformParams: parameters,
  });
  return new PdfArray([reference], null);
}
