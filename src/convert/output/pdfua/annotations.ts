/**
 * Annotations (ISO 14289-1, 7.18): links, comments and form fields that LibreOffice leaves out of the structure tree get
 * elements in it, and a description where they have none.
 */
import {
  arrayOf,
  boxOf,
  dictWith,
  PdfDict,
  PdfName,
  PdfRef,
  type PdfRevision,
  textString,
  type Update,
} from '../../../pdf/index.js';
import type { TaggedPage } from './marks.js';
import { placeAnnotation } from './placing.js';
import type { TagTree } from './tags.js';

interface Annotation {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly type: string;
}

/** Windows of comments, which viewers open beside them in any case. */
const isPopUp = ({ type }: Annotation): boolean => type === 'Popup';

/** The element that an annotation has to be in. */
const elementOf = (type: string): string => ({ Link: 'Link', Widget: 'Form' })[type] ?? 'Annot';

export function annotationsOf(revision: PdfRevision, page: PdfDict): Annotation[] {
  const items = revision.getArray(page, 'Annots')?.items ?? [];
  return items.flatMap(ref => {
    const dict = revision.resolve(ref);
    if (!(ref instanceof PdfRef && dict instanceof PdfDict)) return [];
    return [{ ref, dict, type: revision.getName(dict, 'Subtype') ?? '' }];
  });
}

/** An annotation is in an element of its kind. */
export function isTagged(tree: TagTree, { dict, type }: Pick<Annotation, 'dict' | 'type'>): boolean {
  const tag = tree.ownerOfAnnotation(dict);
  return tag !== null && tree.typeOf(tag) === elementOf(type);
}

/** LibreOffice 7.4 writes the order of the tab key as a string. */
export function repairAnnotations(tree: TagTree, page: TaggedPage, all: readonly Annotation[], update: Update): void {
  const kept = all.filter(annotation => !isPopUp(annotation));
  for (const annotation of kept) repair(tree, page, annotation, update);
  for (const { ref } of all.filter(isPopUp)) update.replace(ref, null);
  const Annots = arrayOf(kept.map(({ ref }) => ref));
  update.replace(page.ref, dictWith(page.dict, { Annots, Tabs: new PdfName('S') }));
}

function repair(tree: TagTree, page: TaggedPage, annotation: Annotation, update: Update): void {
  const { ref, dict } = annotation;
  const changes = { ...tagged(tree, page, annotation, update), ...described(tree.revision, annotation) };
  if (dict.has('Popup')) Object.assign(changes, { Popup: null });
  if (Object.keys(changes).length > 0) update.replace(ref, dictWith(dict, changes));
}

function tagged(tree: TagTree, page: TaggedPage, annotation: Annotation, update: Update) {
  const { ref, dict, type } = annotation;
  const area = boxOf(tree.revision, dict.get('Rect'));
  if (isTagged(tree, annotation) || !area) return {};
  const tag = tree.create(update, elementOf(type), { Pg: page.ref });
  return { StructParent: tree.addParent(placeAnnotation(tree, page, { ref, area }, tag)) };
}

/** A field is described by its own text, else by its name; a link by its address. */
function described(revision: PdfRevision, { dict, type }: Annotation) {
  const key = type === 'Widget' ? 'TU' : 'Contents';
  if (revision.getText(dict, key)?.trim()) return {};
  const text = type === 'Widget' ? revision.getText(dict, 'T') : revision.getText(revision.getDict(dict, 'A'), 'URI');
  return text?.trim() ? { [key]: textString(text) } : {};
}
