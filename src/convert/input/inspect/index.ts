/** Refuses documents that are small on disk and huge when unpacked, before an engine reads them. */
import type { Format } from '../../formats.js';
import { isCfb } from '../cfb.js';
import { blips, encodedPictures, isNoPicture, PictureCheck } from './damage/index.js';
import { inspectImage, inspectTiff } from './images.js';
import { inspectEmf, inspectWmf } from './metafile.js';
import { inspectPackage } from './package.js';
import { inspectMarkup, inspectText } from './plain.js';
import { inspectRtf } from './rtf.js';
import { Tally } from './tally.js';
import type { Inspection, Observer } from './watches.js';
import { requireReadEntities, requireWellFormed } from './well-formed.js';

/** Formats with a signature that are no image of one size. */
const BY_NAME: Readonly<Record<string, (bytes: Uint8Array, tally: Tally, observer: Observer) => void>> = {
  rtf: (bytes, tally, { rtf }) => inspectRtf(bytes, tally, rtf!),
  tiff: inspectTiff,
  emf: (bytes, tally) => inspectEmf(bytes, tally),
  wmf: (bytes, tally) => inspectWmf(bytes, tally),
  wpd: () => undefined, // not compressed: as for compound files
};

/** Rejects with LIMIT_EXCEEDED or CORRUPT_DOCUMENT. Takes a few milliseconds for an ordinary document. */
export async function inspect(inspection: Inspection): Promise<void> {
  const { document, format, observer, signal } = inspection;
  const { bytes } = document;
  await inspectContent(inspection);
  const isCompound = format.container === 'cfb' && isCfb(bytes);
  const isPicture = format.container === 'magic' && format.family === 'draw';
  const pictures = isPicture ? [{ bytes }] : isCompound ? blips(document) : encodedPictures(bytes, format);
  const check = new PictureCheck();
  let count = 0;
  for (const picture of pictures) {
    signal?.throwIfAborted();
    count++;
    const isText = !isPicture && picture.bytes.length > 0 && isNoPicture(picture.bytes);
    if (isText || (await check.isDamaged(picture.bytes)))
      observer.damagedPicture(isPicture ? 'the document' : `picture ${count}`);
  }
}

async function inspectContent(inspection: Inspection): Promise<void> {
  const { document, format, observer } = inspection;
  const tally = new Tally(document.limits);
  switch (format.container) {
    case 'ooxml':
    case 'opc':
    case 'odf':
    case 'epub':
      return inspectPackage(inspection);
    case 'xml':
      await inspectMarkup(inspection, tally);
      requireReadEntities(document.bytes, format); // the PDF of a workbook would be empty, also where none is used
      return requireWellFormed(document.bytes, document.limits);
    case 'flat-odf':
    case 'svg':
    case 'html':
      return inspectMarkup(inspection, tally);
    case 'mime':
      return; // translated, and inspected then
    case 'text':
      inspectText(document, format);
      return observer.plain(document.bytes);
    case 'magic':
      return inspectMagic(document.bytes, format, tally, observer);
    case 'cfb':
      // not compressed: the limits of the engine's time and memory apply
      return observer.compound(document);
  }
}

function inspectMagic(bytes: Uint8Array, { name }: Format, tally: Tally, observer: Observer): void {
  const inspectOther = BY_NAME[name];
  if (inspectOther) inspectOther(bytes, tally, observer);
  else {
    const size = inspectImage(bytes, tally, null);
    if (size) observer.image(size);
  }
}
