/** Prepares a PDF for a signature: field, widget and dictionary, as an incremental update. */
import { DocconvError } from '../../errors.js';
import {
  cornersOf,
  dateString,
  dict,
  dictWith,
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
  signatureFields,
  textString,
  Update,
} from '../../pdf/index.js';
import { changePermissions } from '../../signatures/index.js';
import type { Appearance } from '../appearance/index.js';
import { BYTE_RANGE } from '../fill.js';
import { signatureField } from '../signature-field.js';
import { appendTo } from './append.js';
import { type PlannedSignature, requireSeedValues } from './seed-values.js';
import { addFormElement } from './structure.js';
import { type Certification, type FieldLock, lockOf, references } from './transforms.js';

export interface SignatureText {
  reason?: string;
  location?: string;
  name?: string;
  contact?: string;
}

export interface PlaceholderSettings extends SignatureText {
  /** Fully qualified name of an empty signature field; by default a new, invisible one. */
  field?: string;
  /** Certify the document, with what stays permitted; only as its first signature. */
  certify?: Certification;
  /** Fields that nobody can change after signing. */
  lock?: FieldLock;
  /** Of a visible signature. */
  appearance?: Appearance | null;
  at: Date;
  /** Room for the signature, in bytes. */
  room: number;
  /**
   * What is known about the signature, for the requirements of an existing field. Null: a document timestamp, which every
   * document permits.
   */
  planned: Pick<PlannedSignature, 'digest' | 'certificate' | 'others' | 'hasTimestamp'> | null;
}

/** Returns the file with an update appended that has room for a signature. The file itself stays unchanged. */
export function addPlaceholder(file: Uint8Array, revision: PdfRevision, settings: PlaceholderSettings): Buffer {
  const update = new Update(revision);
  const form = new Form(update);
  const signature = update.reserve();
  if (settings.certify) certify(form, signature);
  const own =
    settings.field === undefined ? newField(form, signature, settings) : signExistingField(form, signature, settings);
  const limits = references(revision, settings.certify, settings.lock, own);
  update.replaceRaw(signature, signatureDictionary(update, signature, limits, settings));
  form.write();
  return update.appendTo(file);
}

/** 12.8.2.2.1: a document has at most one certification, its first signature. */
function certify(form: Form, signature: PdfRef): void {
  const { revision } = form.update;
  if (signatureFields(revision).length > 0) throw new DocconvError('NOT_PERMITTED.certify-not-first');
  const permissions = revision.getDict(form.catalog, 'Perms') ?? dict({});
  if (permissions.has('DocMDP')) throw new DocconvError('NOT_PERMITTED.certify-not-first');
  form.setInCatalog('Perms', dictWith(permissions, { DocMDP: signature }));
}

/** A field merged with its widget: without an area on the first page, or visible. Returns no lock. */
function newField(form: Form, signature: PdfRef, { appearance, planned }: PlaceholderSettings): null {
  const { update } = form;
  const { revision } = update;
  const page = appearance?.place.page ?? pageList(revision, 1)?.pages[0];
  if (!page?.ref) throw new DocconvError('CORRUPT_DOCUMENT.no-page-for-field');
  const name = freeName(formFields(revision));
  if (planned) refuseWhereForbidden(revision, name);
  const entries: Record<string, PdfObject> = {
    Type: new PdfName('Annot'),
    Subtype: new PdfName('Widget'),
    FT: new PdfName('Sig'),
    T: textString(name),
    V: signature,
    F: PRINT_AND_LOCKED,
    Rect: new PdfArray(appearance ? cornersOf(appearance.place.box) : [0, 0, 0, 0], null),
    P: page.ref,
    // PDF/A-1 requires an appearance of each field (ISO 19005-1, 6.9)
    AP: dict({ N: appearance?.draw(update) ?? emptyAppearance(update) }),
    ...(appearance && { TU: textString(appearance.description) }),
  };
  const field = update.reserve();
  const inStructure = appearance ? addFormElement(update, form.catalog, field, page.ref) : {};
  update.replace(field, dict({ ...entries, ...inStructure }));
  const listing = appendTo(update, appearance ? withOwnList(revision, page.dict) : page.dict, 'Annots', field);
  // a timestamp is permitted where this is not
  const isOrdered = form.catalog.has('StructTreeRoot') && (planned || changePermissions(revision).level !== 1);
  const changed = isOrdered ? inOrderOfStructure(listing) : listing;
  if (changed !== page.dict) update.replace(page.ref, changed);
  form.append(field);
  return null;
}

/** Pages may share a list of annotations: a visible signature would be on all of them. */
function withOwnList(revision: PdfRevision, page: PdfDict): PdfDict {
  const list = revision.getArray(page, 'Annots');
  const pages = pageList(revision)?.pages ?? [];
  const isShared = list && pages.filter(({ dict }) => revision.getArray(dict, 'Annots') === list).length > 1;
  return isShared ? dictWith(page, { Annots: list }) : page;
}

/** PDF/UA requires it of each page that has annotations (ISO 14289-1, 7.18.3); signatures permit to add it, and not to change it. */
const inOrderOfStructure = (page: PdfDict): PdfDict =>
  page.has('Tabs') ? page : dictWith(page, { Tabs: new PdfName('S') });

/** Earlier signatures may forbid another one; making it all the same would invalidate them. */
function refuseWhereForbidden(revision: PdfRevision, field: string): void {
  const { level, certified, isLocked } = changePermissions(revision);
  if (level !== 1 && !isLocked(field)) return;
  if (level !== 1) throw new DocconvError('NOT_PERMITTED.field-locked', { field });
  throw new DocconvError(certified ? 'NOT_PERMITTED.certified' : 'NOT_PERMITTED.no-changes');
}

/** `side` of its box: 0 would scale an area that is larger by infinity. */
function emptyAppearance(update: Update, side = 0): PdfRef {
  const entries = {
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: new PdfArray([0, 0, side, side], null),
    Resources: dict({}),
  };
  return update.addStream(dict(entries), new Uint8Array(0));
}

/** Bits 3 and 8 of the annotation flags (12.5.3). */
const PRINT_AND_LOCKED = 132;

function freeName(fields: readonly FormField[]): string {
  const taken = new Set(fields.map(({ name }) => name.split('.')[0]));
  for (let number = 1; ; number++) if (!taken.has(`Signature${number}`)) return `Signature${number}`;
}

/** The catalog and the interactive form, which is an indirect object, or an entry of the catalog, or new there. */
class Form {
  readonly catalog: PdfDict;
  readonly #catalogRef: PdfRef;
  readonly #ref: PdfRef | null;
  readonly #original: PdfDict;
  #form: PdfDict;
  readonly #inCatalog: Record<string, PdfObject> = {};

  constructor(readonly update: Update) {
    const { revision } = update;
    const ref = revision.trailer.get('Root');
    if (!(ref instanceof PdfRef) || !revision.root) throw new DocconvError('CORRUPT_DOCUMENT.no-catalog');
    this.#catalogRef = ref;
    this.catalog = revision.root;
    const form = this.catalog.get('AcroForm');
    this.#original = revision.getDict(this.catalog, 'AcroForm') ?? dict({});
    this.#ref = form instanceof PdfRef && revision.resolve(form) ? form : null;
    // 12.7.3: SignaturesExist and AppendOnly
    const flags = revision.getNumber(this.#original, 'SigFlags') ?? 0;
    this.#form = (flags & 3) === 3 ? this.#original : dictWith(this.#original, { SigFlags: flags | 3 });
  }

  append(field: PdfRef): void {
    this.#form = appendTo(this.update, this.#form, 'Fields', field);
  }

  setInCatalog(key: string, value: PdfObject): void {
    this.#inCatalog[key] = value;
  }

  /** Each object once, with all changes. */
  write(): void {
    if (this.#form !== this.#original) {
      if (this.#ref) this.update.replace(this.#ref, this.#form);
      else this.setInCatalog('AcroForm', this.#form);
    }
    if (Object.keys(this.#inCatalog).length > 0) {
      this.update.replace(this.#catalogRef, dictWith(this.catalog, this.#inCatalog));
    }
  }
}

/** Signs an existing empty field; returns its /Lock (12.7.5.5), or null. */
function signExistingField({ update }: Form, signature: PdfRef, settings: PlaceholderSettings): PdfDict | null {
  const { revision } = update;
  const field = signatureField(revision, settings.field ?? '');
  const { name } = field;
  // check() reports a value that refers to no object as a signature that was removed
  if (field.value !== null) {
    throw new DocconvError('OPTION_INVALID.field-already-signed', { name });
  }
  // ISO 32000-2, 12.7.5.5, forbids it, and some programs find no signature in such a field
  if (field.widgets.length > 1) throw new DocconvError('OPTION_INVALID.field-several-widgets', { name });
  refuseWhereForbidden(revision, name);
  const { planned, reason, certify } = settings;
  if (planned) requireSeedValues(revision, field, { ...planned, subFilter: SUB_FILTER, reason, certify });
  const lock = lockOf(revision, field);
  const own = replaceAppearance(update, field, settings.appearance ?? null);
  update.replace(field.ref, dictWith(field.dict, { V: signature, ...own }));
  return lock;
}

/**
 * What the author of the field prepared would pass for a part of the signature. Returns the entries of a widget that is the
 * field itself.
 */
function replaceAppearance(
  update: Update,
  { ref: own, widgets: [widget] }: FormField,
  appearance: Appearance | null,
): Record<string, PdfObject> {
  if (!widget?.ref || (!appearance && !widget.dict.has('AP'))) return {};
  const entries = { AP: dict({ N: appearance?.draw(update) ?? emptyAppearance(update, 1) }) };
  if (widget.ref.num === own?.num) return entries;
  update.replace(widget.ref, dictWith(widget.dict, entries));
  return {};
}

const SUB_FILTER = 'ETSI.CAdES.detached';

/** The byte range comes before /Contents, which is never encrypted: see fillPlaceholder(). */
function signatureDictionary(
  { revision }: Update,
  ref: PdfRef,
  limits: PdfArray | null,
  { reason, location, name, contact, at, room, planned }: PlaceholderSettings,
): string {
  const texts: [string, PdfObject | null][] = [
    // the time of a document timestamp is in its token
    ['M', planned ? dateString(at) : null],
    ['Reason', reason ? textString(reason) : null],
    ['Location', location ? textString(location) : null],
    ['Name', name ? textString(name) : null],
    ['ContactInfo', contact ? textString(contact) : null],
    ['Reference', limits],
  ];
  const entries = texts
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `/${key} ${serialize(value, bytes => revision.document.encryptString(bytes, ref))}`);
  return [
    planned
      ? `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${SUB_FILTER}`
      : '<< /Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161',
    `/ByteRange ${BYTE_RANGE}`,
    `/Contents <${'00'.repeat(room)}>`,
    ...entries,
    '>>',
  ].join('\n');
}
