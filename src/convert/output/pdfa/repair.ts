/** Makes of LibreOffice's annotations what PDF/A permits: comments get what they lack, sounds and films are removed. */
import {
  arrayOf,
  dict,
  dictWith,
  type PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  pageList,
  type Update,
} from '../../../pdf/index.js';
import type { PdfOptions } from '../../options.js';
import type { Warnings } from '../../warnings.js';

/** Bits of /F (ISO 32000-2, table 167): print, no zoom, no rotate, as PDF/A recommends for comments. */
const COMMENT_FLAGS = 4 | 8 | 16;
const MEDIA = new Set(['Screen', 'Movie', 'Sound', '3D', 'RichMedia']);

interface Repair {
  readonly update: Update;
  readonly revision: PdfRevision;
  /** What comments without an appearance get; null where they need none. */
  readonly look: () => PdfDict | null;
}

/** Adds to the update what has to change in the annotations of all pages. Adds the warning `media_removed`. */
export function repairAnnotations(update: Update, { pdfa }: PdfOptions, warnings: Warnings): void {
  const { revision } = update;
  const needsLook = pdfa !== '1b';
  let shared: PdfDict | null = null;
  const look = () => {
    if (needsLook) shared ??= noteLook(update);
    return shared;
  };
  const repair: Repair = { update, revision, look };
  let removed = 0;
  for (const page of pageList(revision)?.pages ?? []) removed += repairPage(repair, page);
  if (removed > 0) warnings.add('media_removed', { media: removed });
}

/** The number of annotations that were removed. */
function repairPage(repair: Repair, { ref, dict: page }: { ref: PdfRef | null; dict: PdfDict }): number {
  const { update, revision } = repair;
  const annotations = revision.getArray(page, 'Annots')?.items ?? [];
  const media = new Set<PdfObject>();
  for (const item of annotations) {
    const annotation = revision.resolve(item);
    if (!(item instanceof PdfRef && annotation instanceof PdfDict)) continue;
    const type = revision.getName(annotation, 'Subtype') ?? '';
    if (MEDIA.has(type)) media.add(item);
    if (type === 'Text') update.replace(item, commentOf(repair, annotation));
    if (type === 'Popup') update.replace(item, popupOf(repair, annotation));
  }
  if (media.size === 0 || !ref) return 0;
  for (const item of media) update.replace(item as PdfRef, null);
  const Annots = arrayOf(annotations.filter(item => !media.has(item)));
  update.replace(ref, dictWith(page, { Annots }));
  return media.size;
}

function commentOf({ revision, look }: Repair, annotation: PdfDict): PdfDict {
  const flagged = dictWith(annotation, { F: COMMENT_FLAGS });
  const AP = annotation.has('AP') ? null : look();
  return AP ? dictWith(flagged, { AP, Rect: noteArea(annotation, revision) }) : flagged;
}

/** A pop-up without a rectangle opens beside its comment in viewers: that of the comment changes nothing. */
function popupOf({ revision }: Repair, popup: PdfDict): PdfDict {
  const comment = revision.getDict(popup, 'Parent');
  const Rect = revision.getArray(popup, 'Rect') ?? revision.getArray(comment, 'Rect');
  return dictWith(popup, { F: COMMENT_FLAGS, ...(Rect && { Rect }) });
}

/** Points. */
const NOTE = 14;

/** LibreOffice writes an area without a width, at the place of the comment in the text. */
function noteArea(annotation: PdfDict, revision: PdfRevision): PdfArray {
  const numbers = revision.getArray(annotation, 'Rect')?.items.map(item => Number(revision.resolve(item))) ?? [];
  const [left = 0, , , top = 0] = numbers;
  return arrayOf([left, top - NOTE, left + NOTE, top]);
}

/** A sheet of yellow paper that does not hide the text below it. */
function noteLook(update: Update): PdfDict {
  const state = dict({ Type: new PdfName('ExtGState'), BM: new PdfName('Multiply') });
  const content = [
    '/Multiply gs 1 0.93 0.55 rg 0.5 0.5 0.5 RG 0.5 w 0.5 0.5 13 13 re B',
    '3 10 m 11 10 l 3 7 m 11 7 l 3 4 m 8 4 l S',
  ].join('\n');
  const look = update.addStream(
    dict({
      Type: new PdfName('XObject'),
      Subtype: new PdfName('Form'),
      BBox: arrayOf([0, 0, NOTE, NOTE]),
      Resources: dict({ ExtGState: dict({ Multiply: state }) }),
    }),
    Buffer.from(content),
  );
  return dict({ N: look });
}
