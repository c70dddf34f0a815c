/** The interactive form (ISO 32000-2, 12.7): its terminal fields, and which of them are signatures. */
import { MAX_DEPTH } from './budget.js';
import { PdfDict, type PdfObject, PdfRef } from './objects.js';
import type { FormField, PdfRevision, Permissions, SignatureField, Widget } from './types.js';

/**
 * Terminal fields as of a revision, in the order of the field tree. Only /AcroForm /Fields makes a field (12.7.3): a
 * widget that no field leads to belongs to the page alone.
 */
export function formFields(revision: PdfRevision): readonly FormField[] {
  const known = fieldsOf.get(revision);
  if (known) return known;
  const form = revision.getDict(revision.root, 'AcroForm');
  const fields: FormField[] = [];
  const seen = new Set<number>();
  for (const field of revision.getArray(form, 'Fields')?.items ?? []) walk(revision, field, NO_PARENT, fields, seen, 0);
  fieldsOf.set(revision, fields);
  return fields;
}

/** Everybody asks for them, and a form may have thousands. */
const fieldsOf = new WeakMap<PdfRevision, readonly FormField[]>();

/** Signature fields with a value: also those whose value is no dictionary, or a reference to what is lost. */
export function signatureFields(revision: PdfRevision): SignatureField[] {
  return formFields(revision)
    .filter(field => field.value !== null && isSignature(revision, field))
    .map(field => ({ ...field, ...signatureOf(revision, field) }));
}

/** /Perms of the catalog (12.8.6). */
export function permissions(revision: PdfRevision): Permissions {
  const perms = revision.getDict(revision.root, 'Perms');
  const reference = (key: string): PdfRef | null => {
    const value = perms?.get(key);
    return value instanceof PdfRef ? value : null;
  };
  return { docMDP: reference('DocMDP'), ur3: reference('UR3') };
}

interface Inherited {
  readonly name: string;
  readonly type: FormField['type'];
  readonly value: PdfObject;
  readonly flags: number;
}

const NO_PARENT: Inherited = { name: '', type: null, value: null, flags: 0 };

function walk(
  revision: PdfRevision,
  node: PdfObject,
  parent: Inherited,
  fields: FormField[],
  seen: Set<number>,
  depth: number,
): void {
  const ref = node instanceof PdfRef ? node : null;
  if (depth > MAX_DEPTH || (ref && seen.has(ref.num))) return;
  if (ref) seen.add(ref.num);
  const dict = revision.resolve(node);
  if (!(dict instanceof PdfDict)) return;
  const own = inherit(revision, dict, parent);
  const kids = kidsOf(revision, dict);
  const children = kids.filter(kid => kid.dict.has('T'));
  for (const child of children) walk(revision, child.node, own, fields, seen, depth + 1);
  if (children.length > 0 && children.length === kids.length) return;
  const widgets = kids.length > 0 ? kids.filter(kid => !kid.dict.has('T')) : [{ ref, dict }];
  fields.push({ ...own, ref, dict, widgets: kids.length > 0 || isWidget(revision, dict) ? widgets.map(bare) : [] });
}

const bare = ({ ref, dict }: Widget): Widget => ({ ref, dict });

/** 12.7.4.1: /FT, /V and /Ff come from the nearest ancestor that has them. */
function inherit(revision: PdfRevision, dict: PdfDict, parent: Inherited): Inherited {
  const partial = revision.getText(dict, 'T');
  const type = revision.getName(dict, 'FT');
  return {
    name: partial === null ? parent.name : parent.name === '' ? partial : `${parent.name}.${partial}`,
    type: type === 'Btn' || type === 'Tx' || type === 'Ch' || type === 'Sig' ? type : parent.type,
    value: dict.get('V') ?? parent.value,
    flags: revision.getNumber(dict, 'Ff') ?? parent.flags,
  };
}

function kidsOf(revision: PdfRevision, dict: PdfDict): (Widget & { node: PdfObject })[] {
  return (revision.getArray(dict, 'Kids')?.items ?? []).flatMap(node => {
    const kid = revision.resolve(node);
    return kid instanceof PdfDict ? [{ node, ref: node instanceof PdfRef ? node : null, dict: kid }] : [];
  });
}

const isWidget = (revision: PdfRevision, dict: PdfDict): boolean =>
  revision.getName(dict, 'Subtype') === 'Widget' || dict.has('Rect');

/** A field that forgot its /FT is one when its value has a /ByteRange: it must not go unseen. */
function isSignature(revision: PdfRevision, field: FormField): boolean {
  if (field.type !== null) return field.type === 'Sig';
  const value = revision.resolve(field.value);
  return value instanceof PdfDict && value.has('ByteRange');
}

function signatureOf(
  revision: PdfRevision,
  field: FormField,
): Pick<SignatureField, 'signature' | 'signatureRef' | 'inObjectStream'> {
  const value = revision.resolve(field.value);
  const signatureRef = field.value instanceof PdfRef ? field.value : null;
  const holder = signatureRef ?? field.ref;
  return {
    signature: value instanceof PdfDict ? value : null,
    signatureRef,
    inObjectStream: holder !== null && revision.entry(holder.num)?.kind === 'stream',
  };
}
