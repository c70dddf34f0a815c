/** What a visible signature shows: a text, an image or both, as an appearance stream (ISO 32000-2, 12.5.5). */
import { DocconvError } from '../../errors.js';
import {
  dict,
  type Matrix,
  multiply,
  operands,
  PdfArray,
  PdfName,
  type PdfObject,
  type PdfRef,
  type PdfRevision,
  readXmp,
  type Update,
} from '../../pdf/index.js';
import { addImage, type Image, readImage } from './image.js';
import { type Place, placeOf } from './place.js';
import { filledText, type TextValues } from './template.js';
import { drawText, fittingText } from './text.js';
import type { Area, VisibleSignature } from './visible.js';

export { isShowable } from './template.js';
export { type LayOutText, parsePlace, type VisibleSignature } from './visible.js';

/** Complete before the key is used. */
export interface Appearance {
  readonly place: Place;
  /** For screen readers. */
  readonly description: string;
  draw(update: Update): PdfRef;
}

/** Points between the edge and the content, and between image and text. */
const MARGIN = 2;
const GAP = 4;
/** Of an area with text and image, for the image. */
const IMAGE_SHARE = 0.4;

/** Throws OPTION_INVALID for an area, image or text that cannot be shown, and what `layOut` rejects with. */
export async function prepareAppearance(
  revision: PdfRevision,
  visible: VisibleSignature,
  field: string | undefined,
  values: TextValues,
): Promise<Appearance> {
  const place = placeOf(revision, visible, field);
  const text = filledText(visible, values);
  const image = visible.image ? readImage(visible.image, await isArchival(revision)) : null;
  const areas = areasOf(place, image !== null, text !== null);
  for (const { width, height } of [areas.image, areas.text])
    if (width <= 0 || height <= 0) throw new DocconvError('OPTION_INVALID.visible-area-small');
  const fitting = text === null ? null : await fittingText(text, areas.text, visible.layOut);
  return { place, description: values.name, draw };

  function draw(update: Update): PdfRef {
    const drawn = fitting && drawText(update, fitting, areas.text);
    const picture = image && addImage(update, image);
    const { width, height, turn } = place;
    const content = [
      ...(image ? [`q ${operands(imageMatrix(image, areas.image))} cm /Image Do Q`] : []),
      ...(drawn ? [drawn.content] : []),
    ];
    const entries: Record<string, PdfObject> = {
      Type: new PdfName('XObject'),
      Subtype: new PdfName('Form'),
      BBox: new PdfArray([0, 0, width, height], null),
      Matrix: new PdfArray([...turn], null),
      Resources: dict({ ...drawn?.resources, ...(picture && { XObject: dict({ Image: picture }) }) }),
    };
    return update.addStream(dict(entries), Buffer.from(content.join('\n'), 'latin1'));
  }
}

/** The image is left of the text, or above it in an area that is higher than wide. */
function areasOf({ width, height }: Place, hasImage: boolean, hasText: boolean): { image: Area; text: Area } {
  const all = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN };
  if (!hasImage || !hasText) return { image: all, text: all };
  if (width >= height) {
    const share = IMAGE_SHARE * all.width;
    const rest = all.width - share - GAP;
    return { image: { ...all, width: share }, text: { ...all, x: all.x + share + GAP, width: rest } };
  }
  const share = IMAGE_SHARE * all.height;
  const rest = all.height - share - GAP;
  return { image: { ...all, y: all.y + rest + GAP, height: share }, text: { ...all, height: rest } };
}

/** As large as the area permits, in its middle. */
function imageMatrix({ width, height, orientation: { matrix, isSideways } }: Image, area: Area): Matrix {
  const [w, h] = isSideways ? [height, width] : [width, height];
  const scale = Math.min(area.width / w, area.height / h);
  const [x, y] = [area.x + (area.width - scale * w) / 2, area.y + (area.height - scale * h) / 2];
  return multiply(matrix, [scale * w, 0, 0, scale * h, x, y]);
}

/** PDF/A-1 has no transparency, and later parts only with an output intent (ISO 19005-1, 6.4, ISO 19005-2, 6.2.10). */
async function isArchival(revision: PdfRevision): Promise<boolean> {
  const properties = await readXmp(revision, { part: 'http://www.aiim.org/pdfa/ns/id/' });
  return properties?.part !== undefined;
}
