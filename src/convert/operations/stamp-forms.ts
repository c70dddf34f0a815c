/** What stamps draw that is no text: an image, or the page of another PDF. */
import { DocconvError } from '../../errors.js';
import {
  annotationsOf,
  arrayOf,
  copier,
  dict,
  dictWith,
  inheritedValue,
  multiply,
  openPdf,
  operands,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRef,
  type PdfRevision,
  pageList,
  UNLIMITED_WORK,
  type Update,
  viewOf,
} from '../../pdf/index.js';
import { asBuffer } from '../../system/bytes.js';
import { type Orientation, orientationOf } from '../../system/formats/exif-orientation.js';
import { readJpeg } from '../../system/formats/jpeg-frame.js';
import type { Pixels } from '../../system/formats/png-pixels.js';
import { imageSize, isImage } from '../input/inspect/images.js';
import { type Limits, requireWithin } from '../limits.js';
import { balancedContent } from '../output/stamp/page-content.js';
import type { StampResources } from '../output/stamp/resources.js';
import type { WatermarkForm } from '../output/stamp/watermark.js';
import type { Warnings } from '../warnings.js';
import { annotationsLeft, flattened } from './flatten/index.js';

interface Look {
  /** 0 to 1. */
  readonly opacity: number;
  readonly angle: number;
}

/** Throws OPTION_INVALID for what is neither PNG nor JPEG. */
export async function imageForm(
  bytes: Uint8Array,
  look: Look,
  resources: StampResources,
  limits: Limits,
): Promise<WatermarkForm> {
  const size = isImage(bytes) ? imageSize(asBuffer(bytes)) : null;
  requireWithin(limits, 'imagePixels', (size?.width ?? 0) * (size?.height ?? 0));
  const { ref, orientation, ...stored } = await addImage(resources.update, bytes);
  const [width, height] = orientation.isSideways ? [stored.height, stored.width] : [stored.width, stored.height];
  const matrix = multiply(orientation.matrix, [width, 0, 0, height, 0, 0]);
  const draw = `q ${operands(matrix)} cm /${resources.add('XObject', 'I', ref)} Do Q`;
  return {
    box: { left: 0, bottom: 0, right: width, top: height },
    angle: look.angle,
    content: withOpacity(draw, look, resources),
  };
}

const withOpacity = (draw: string, { opacity }: Look, resources: StampResources): string =>
  opacity === 1 ? draw : `${resources.opacity(opacity)} ${draw}`;

/** Width and height of its stored pixels. */
interface AddedImage {
  readonly ref: PdfRef;
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
}

async function addImage(update: Update, bytes: Uint8Array): Promise<AddedImage> {
  const jpeg = readJpeg(bytes);
  const orientation = orientationOf(asBuffer(bytes));
  if (jpeg?.components) {
    const { width, height, components, isInverted } = jpeg;
    const space = ({ 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const)[components];
    const Decode = isInverted ? arrayOf([1, 0, 1, 0, 1, 0, 1, 0]) : null;
    const encoded = { Filter: new PdfName('DCTDecode'), ...(Decode && { Decode }) };
    const ref = update.addStream(dictWith(imageEntries(width, height, space), encoded), bytes);
    return { ref, width, height, orientation };
  }
  const { width, height, data } = await pixelsOf(bytes);
  const [colours, alpha] = [Buffer.alloc(width * height * 3), Buffer.alloc(width * height)];
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    colours.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
    alpha[pixel] = data[pixel * 4 + 3]!;
  }
  const mask = () => update.addCompressed(imageEntries(width, height, 'DeviceGray'), alpha);
  const entries = imageEntries(width, height, 'DeviceRGB');
  const masked = alpha.every(value => value === 255) ? entries : dictWith(entries, { SMask: mask() });
  return { ref: update.addCompressed(masked, colours), width, height, orientation };
}

async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const { decodePng } = await import('../../system/formats/png-pixels.js');
  try {
    return decodePng(bytes);
  } catch (cause) {
    throw new DocconvError('OPTION_INVALID.stamp-image', {}, { cause });
  }
}

function imageEntries(width: number, height: number, space: string): PdfDict {
  return dict({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Image'),
    Width: width,
    Height: height,
    ColorSpace: new PdfName(space),
    BitsPerComponent: 8,
  });
}

/** What overlaps in the page is not more opaque there (ISO 32000-2, 11.4.5). */
const TRANSPARENCY = dict({ Type: new PdfName('Group'), S: new PdfName('Transparency') });

const unreadable = (cause?: unknown): DocconvError =>
  cause instanceof DocconvError && cause.code === 'LIMIT_EXCEEDED'
    ? cause
    : new DocconvError('OPTION_INVALID.stamp-pdf-unreadable', {}, { cause });

/** With the annotations as content of their pages. */
async function openFlat(pdf: Uint8Array): Promise<PdfRevision> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const hasAnnotations = pageList(latest)?.pages.some(({ dict }) => annotationsOf(latest, dict).length > 0);
  if (!hasAnnotations) return latest;
  return (await openPdf(await flattened(pdf, latest, 'screen'), { maxWork: UNLIMITED_WORK })).latest;
}

/**
 * The page as a viewer shows it. Adds the warning `annotations_left`. Throws OPTION_INVALID for a PDF that cannot be read,
 * and for a page that it does not have; LIMIT_EXCEEDED.
 */
export async function pageForm(
  { pdf, page: number = 1 }: { readonly pdf: Uint8Array; readonly page?: number },
  look: Look,
  resources: StampResources,
  warnings: Warnings,
): Promise<WatermarkForm> {
  const latest = await openFlat(pdf).catch(cause => {
    throw unreadable(cause);
  });
  const page = pageList(latest)?.pages[number - 1]?.dict;
  if (!page) throw new DocconvError('OPTION_INVALID.stamp-pdf', { page: number }, { detail: { page: number } });
  const { width, height, toPage } = viewOf(latest, page);
  const [a, b, c, d, e, f] = toPage;
  const by = a * d - b * c;
  const toView = [d / by, -b / by, -c / by, a / by, (c * f - d * e) / by, (b * e - a * f) / by] as const;
  const own = balancedContent(latest, page);
  if (!own) throw unreadable();
  const content = Buffer.concat([Buffer.from(`q ${operands(toView)} cm\n`), own.bytes, Buffer.from(`\n${own.end}Q\n`)]);
  const annotations = annotationsLeft(latest, page);
  if (annotations > 0) warnings.add('annotations_left', { annotations, page: number, of: 'stamp' });
  const { update } = resources;
  const used: PdfObject = inheritedValue(latest, page, 'Resources');
  const group = page.get('Group') ?? (look.opacity < 1 ? TRANSPARENCY : undefined);
  const copy = copier(latest, update, new Set(['StructParents', 'StructParent']));
  const ref = update.addCompressed(
    dict({
      Type: new PdfName('XObject'),
      Subtype: new PdfName('Form'),
      BBox: arrayOf([0, 0, width, height]),
      Resources: used instanceof PdfDict ? copy(used) : dict({}),
      ...(group !== undefined && { Group: copy(group) }),
    }),
    content,
  );
  return {
    box: { left: 0, bottom: 0, right: width, top: height },
    angle: look.angle,
    content: withOpacity(`/${resources.add('XObject', 'P', ref)} Do`, look, resources),
  };
}
