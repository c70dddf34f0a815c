/** Prints a text, an image or the page of a PDF above or below the content of pages: one form (ISO 32000-2, 8.10) for all. */
import { openPdf, type PdfDict, UNLIMITED_WORK, Update, viewOf } from '../../pdf/index.js';
import { FONT_SIZE } from '../../text-layout/index.js';
import type { StampOperation } from '../operation-types.js';
import { requirePages, warnMissing } from '../output/stamp/index.js';
import { PageEditor } from '../output/stamp/page-content.js';
import type { StampResources } from '../output/stamp/resources.js';
import { layOutAll } from '../output/stamp/texts.js';
import { drawForm, drawWatermark, type Placing, type WatermarkForm, watermarkForm } from '../output/stamp/watermark.js';
import { type Context, pagesOf } from './context.js';
import { imageForm, pageForm } from './stamp-forms.js';
import { stampOfText } from './stamp-text.js';

const PERCENT = 100;
const SCALE = { text: 85, image: 50, pdf: 100 } as const;

/** Throws OPTION_INVALID, and CORRUPT_DOCUMENT for a page whose content cannot be read. */
export async function stamp(pdf: Uint8Array, operation: StampOperation, context: Context): Promise<Uint8Array> {
  const document = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const { latest } = document;
  const pages = requirePages(document, { isForeign: true });
  const chosen = pagesOf(operation.pages, pages.length).map(number => pages[number - 1]!);
  const editor = new PageEditor(new Update(latest), pages);
  const form = await formOf(operation, editor.resources, context);
  const draw = (page: PdfDict) => {
    const view = viewOf(latest, page);
    const toPage = view.toPage.map(value => Number(value.toFixed(5))).join(' ');
    return `q ${toPage} cm\n${drawn(form, operation, view)}Q`;
  };
  for (const page of chosen) {
    const content = draw(page.dict);
    if (operation.kind === 'stamp') editor.append(page, content);
    else editor.append(page, '', content);
  }
  return editor.update.appendTo(pdf);
}

function drawn(form: WatermarkForm, operation: StampOperation, view: ReturnType<typeof viewOf>): string {
  const { source, scale, size, position = 'c', offset } = operation;
  const kind = 'text' in source ? 'text' : 'image' in source ? 'image' : 'pdf';
  const isPlaced = scale !== undefined || size !== undefined || position !== 'c' || offset !== undefined;
  if (kind === 'text' && !isPlaced) return drawWatermark(form, view);
  const placing: Placing = {
    ...(size === undefined
      ? { extent: (scale ?? SCALE[kind]) / PERCENT }
      : { largest: kind === 'text' ? size / FONT_SIZE : size }),
    at: anchorOf(position),
    ...(offset && { offset }),
  };
  return drawForm(form, view, placing);
}

function anchorOf(position: string): [x: number, y: number] {
  const x = position.includes('l') ? 0 : position.includes('r') ? 1 : 0.5;
  const y = position.startsWith('b') ? 0 : position.startsWith('t') ? 1 : 0.5;
  return [x, y];
}

/** For a text, adds the warning `glyphs_missing`; for a PDF, `annotations_left`. */
async function formOf(
  operation: StampOperation,
  resources: StampResources,
  { layouts, warnings, limits }: Context,
): Promise<WatermarkForm> {
  const { source, opacity = PERCENT, angle = 0 } = operation;
  if ('image' in source) return imageForm(source.image, { opacity: opacity / PERCENT, angle }, resources, limits);
  if ('pdf' in source) return pageForm(source, { opacity: opacity / PERCENT, angle }, resources, warnings);
  const stamps = stampOfText(operation);
  const texts = await layOutAll(stamps, NO_FIELDS, async () => [layouts.get(operation)!]);
  warnMissing(texts.missing, warnings);
  return watermarkForm(stamps.watermark!, texts.watermark!, resources);
}

const NO_FIELDS = [{ page: 1, pages: 1, name: '', date: '' }];
