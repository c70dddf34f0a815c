/** Annotations and form fields become content of their pages. */
import {
  annotationsOf,
  arrayOf,
  contentsOf,
  dict,
  dictWith,
  entriesOf,
  expanded,
  inheritedEntry,
  isName,
  openPdf,
  type PdfDict,
  PdfName,
  type PdfObject,
  type PdfRef,
  type PdfRevision,
  type PdfStream,
  pageList,
  plainEntries,
  UNLIMITED_WORK,
  Update,
  visibleArea,
  wholeContent,
  withinLimits,
} from '../../../pdf/index.js';
import type { FlattenOperation } from '../../operation-types.js';
import { rewrite } from '../../output/pdf/qpdf.js';
import { balancedContent } from '../../output/stamp/page-content.js';
import type { Context } from '../context.js';
import { addFieldFonts } from './field-fonts.js';

/** Adds the warning `annotations_left`. */
export async function flatten(pdf: Uint8Array, _: FlattenOperation, { warnings }: Context): Promise<Uint8Array> {
  const before = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const flat = await flattened(pdf, before.latest, 'all');
  const { latest } = await openPdf(flat, { maxWork: UNLIMITED_WORK });
  const left = pageList(latest)!.pages.map(({ dict: page }) => annotationsLeft(latest, page));
  const annotations = left.reduce((sum, count) => sum + count, 0);
  const page = left.findIndex(Boolean) + 1;
  if (annotations > 0) warnings.add('annotations_left', { annotations, page, of: 'document' });
  return flat;
}

/** The number of those that a flattened page still has. */
export const annotationsLeft = (revision: PdfRevision, page: PdfDict): number =>
  annotationsOf(revision, page).filter(each => !isName(revision.get(each, 'Subtype'), 'Link')).length;

/** `shown`: all that are not hidden, or those of them that a screen shows (ISO 32000-2, 12.5.3, NoView). */
export function flattened(pdf: Uint8Array, revision: PdfRevision, shown: 'all' | 'screen'): Promise<Uint8Array> {
  const update = new Update(revision);
  addFieldFonts(update);
  for (const page of pageList(revision)?.pages ?? []) balance(update, page);
  return rewrite(update.appendTo(pdf), ['--generate-appearances', `--flatten-annotations=${shown}`]);
}

/**
 * qpdf saves the graphics state before the content of a page with annotations, and restores it before it draws them: content
 * that restores or saves more itself would change what either looks like.
 */
function balance(update: Update, { ref, dict: page }: { ref: PdfRef | null; dict: PdfDict }): void {
  const { revision } = update;
  if (!ref || annotationsOf(revision, page).length === 0) return;
  const content = withinLimits(() => balancedContent(revision, page));
  if (!content?.isSound) enclose(update, ref, page);
  else if (content.isChanged || content.end) {
    const balanced = Buffer.concat([content.bytes, Buffer.from(`\n${content.end}`)]);
    const Contents = update.addCompressed(dict({}), balanced);
    update.replace(ref, dictWith(page, { Contents }));
  }
}

/** Damaged content becomes a form: a string without end, for example, would take in what draws the annotations. */
function enclose(update: Update, ref: PdfRef, page: PdfDict): void {
  const { left, bottom, right, top } = expanded(visibleArea(update.revision, page), FAR);
  const form = addContent(update, page, {
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: arrayOf([left, bottom, right, top]),
    Resources: inheritedEntry(update.revision, page, 'Resources') ?? dict({}),
  });
  if (!form) return;
  const Contents = update.addStream(dict({}), Buffer.from('/Content Do'));
  update.replace(ref, dictWith(page, { Contents, Resources: dict({ XObject: dict({ Content: form }) }) }));
}

/** The content of a page as one stream with `entries`; null: it consists of streams of which one cannot be decoded. */
function addContent(update: Update, page: PdfDict, entries: Readonly<Record<string, PdfObject>>): PdfRef | null {
  const { revision } = update;
  const [first, ...others] = contentsOf(revision, page);
  if (first && others.length === 0)
    return update.addStream(dictWith(encodingOf(revision, first), entries), revision.rawStream(first));
  const whole = withinLimits(() => wholeContent(revision, page));
  return whole?.isComplete ? update.addCompressed(dict(entries), whole.bytes) : null;
}

/** No other entries: those of a form, such as /Matrix, have had no meaning. */
const encodingOf = (revision: PdfRevision, stream: PdfStream): PdfDict =>
  dict(entriesOf(plainEntries(revision, stream), ['Filter', 'DecodeParms']));

/** Points. The page cuts the form, and readers differ on boxes that are damaged as well. */
const FAR = 10_000;
