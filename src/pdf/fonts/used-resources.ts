/** The fonts and images that the pages of a PDF use, also inside of forms, patterns and the appearances of annotations. */
import { annotationsOf, inheritedEntry } from '../content/page-tree.js';
import type { PdfRevision } from '../document/revision.js';
import { dictOf, isName, PdfDict, type PdfObject, PdfRef, PdfStream } from '../syntax/objects.js';

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

interface Resources {
  /** Font dictionaries (ISO 32000-2, 9.5). */
  readonly fonts: readonly PdfDict[];
  /** Sizes in pixels of image XObjects, without those that are masks of others. */
  readonly images: readonly ImageSize[];
}

/** Each object is visited once: LibreOffice's pages share their resources. */
export function usedResources(revision: PdfRevision, pages: readonly { dict: PdfDict }[]): Resources {
  const walk: Walk = { revision, seen: new Set(), fonts: [], images: [] };
  for (const { dict } of pages) {
    visitResources(walk, inheritedEntry(revision, dict, 'Resources'), 0);
    for (const appearance of appearancesOf(revision, dict)) visitStream(walk, appearance, 0);
  }
  return { fonts: walk.fonts, images: walk.images };
}

/** Of annotations that are shown as their appearance (ISO 32000-2, 12.5.5). */
export function appearancesOf(revision: PdfRevision, page: PdfDict): PdfStream[] {
  return annotationsOf(revision, page).flatMap(annotation => {
    const normal = revision.get(revision.getDict(annotation, 'AP'), 'N');
    const shown = normal instanceof PdfDict ? revision.get(normal, revision.getName(annotation, 'AS') ?? '') : normal;
    return shown instanceof PdfStream ? [shown] : [];
  });
}

interface Walk {
  readonly revision: PdfRevision;
  /** Object numbers. */
  readonly seen: Set<number>;
  readonly fonts: PdfDict[];
  readonly images: ImageSize[];
}

/** Forms within forms. */
const MAX_DEPTH = 20;

function visitResources(walk: Walk, value: PdfObject | undefined, depth: number): void {
  if (!isFirst(walk, value) || depth > MAX_DEPTH) return;
  const resources = dictOf(walk.revision.resolve(value));
  for (const font of members(walk, resources, 'Font')) {
    const found = isFirst(walk, font) ? dictOf(walk.revision.resolve(font)) : null;
    if (found) walk.fonts.push(found);
  }
  for (const key of ['XObject', 'Pattern']) {
    for (const member of members(walk, resources, key)) visitStream(walk, member, depth);
  }
}

function visitStream(walk: Walk, value: PdfObject, depth: number): void {
  if (!isFirst(walk, value)) return;
  const stream = walk.revision.resolve(value);
  if (!(stream instanceof PdfStream)) return;
  if (isName(stream.dict.get('Subtype'), 'Image'))
    walk.images.push({
      width: walk.revision.getNumber(stream.dict, 'Width') ?? 0,
      height: walk.revision.getNumber(stream.dict, 'Height') ?? 0,
    });
  else visitResources(walk, stream.dict.get('Resources'), depth + 1);
}

function members({ revision }: Walk, resources: PdfDict | null, key: string): PdfObject[] {
  return [...(revision.getDict(resources, key)?.entries.values() ?? [])];
}

/** Direct objects are part of an object that is visited once. */
function isFirst({ seen }: Walk, value: PdfObject | undefined): boolean {
  if (!(value instanceof PdfRef)) return true;
  if (seen.has(value.num)) return false;
  seen.add(value.num);
  return true;
}
