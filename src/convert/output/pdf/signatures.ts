/**
 * A PDF without its signatures. What they look like stays: as annotations of another kind, since readers differ in whether they
 * show a signature field that is not signed.
 */
import {
  arrayOf,
  boxOf,
  dict,
  dictWith,
  entriesOf,
  openPdf,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  pageList,
  signatureFields,
  UNLIMITED_WORK,
  Update,
} from '../../../pdf/index.js';

const MAX_DEPTH = 100;

/** `pdf` is not encrypted. */
export async function withoutSignatures(pdf: Uint8Array): Promise<Uint8Array> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const update = new Update(latest);
  const fields = signatureFields(latest).filter(({ type }) => type === 'Sig');
  const signed = new Set<PdfObject | number>();
  for (const { ref, dict: field, widgets } of fields)
    for (const each of [{ ref, dict: field }, ...widgets]) signed.add(each.ref?.num ?? each.dict);
  const isSigned = (item: PdfObject) => signed.has(item instanceof PdfRef ? item.num : item);
  for (const page of pageList(latest)?.pages ?? []) {
    const items = latest.getArray(page.dict, 'Annots')?.items ?? [];
    if (!page.ref || !items.some(isSigned)) continue;
    const kept = items.filter(item => !isSigned(item) || isShown(latest, item));
    for (const item of kept) if (isSigned(item)) update.replace(item as PdfRef, pictureOf(latest, item));
    update.replace(page.ref, dictWith(page.dict, { Annots: arrayOf(kept) }));
  }
  const form = latest.getDict(latest.root, 'AcroForm');
  const Fields = form && arrayOf(withoutFields(update, latest.getArray(form, 'Fields')?.items ?? [], isSigned));
  const AcroForm = Fields && Fields.items.length > 0 ? dictWith(form, { Fields, SigFlags: null }) : null;
  update.replaceInCatalog({ AcroForm, Perms: null, DSS: null });
  return update.appendTo(pdf);
}

function isShown(revision: PdfRevision, item: PdfObject): boolean {
  const widget = revision.resolve(item);
  if (!(item instanceof PdfRef && widget instanceof PdfDict)) return false;
  const box = boxOf(revision, widget.get('Rect'));
  return box !== null && box.right > box.left && box.top > box.bottom && revision.getDict(widget, 'AP') !== null;
}

const KEPT = ['Type', 'Rect', 'AP', 'AS', 'F', 'P', 'M', 'NM', 'OC', 'StructParent', 'Lang'] as const;

function pictureOf(revision: PdfRevision, item: PdfObject): PdfDict {
  const widget = revision.resolve(item) as PdfDict;
  const description = revision.getString(widget, 'TU');
  const own = { Subtype: new PdfName('Stamp'), ...(description && { Contents: description }) };
  return dict({ ...entriesOf(widget, KEPT), ...own });
}

/** A field whose kids are all left out is left out itself. `known`: whether a field is kept, also while its kids are read. */
function withoutFields(
  update: Update,
  items: readonly PdfObject[],
  isSigned: (item: PdfObject) => boolean,
  known = new Map<PdfObject, boolean>(),
  depth = 0,
): PdfObject[] {
  if (depth > MAX_DEPTH) return [...items];
  const { revision } = update;
  return items.filter(item => {
    if (isSigned(item)) return false;
    const field = revision.resolve(item);
    const answer = known.get(field);
    if (answer !== undefined) return answer;
    known.set(field, true);
    const kids = field instanceof PdfDict ? (revision.getArray(field, 'Kids')?.items ?? []) : [];
    const kept = withoutFields(update, kids, isSigned, known, depth + 1);
    if (kept.length < kids.length && item instanceof PdfRef)
      update.replace(item, dictWith(field as PdfDict, { Kids: arrayOf(kept) }));
    known.set(field, kids.length === 0 || kept.length > 0);
    return known.get(field)!;
  });
}
