/** Refuses documents that are small on disk and huge when unpacked, before an engine reads them. */
import type { Format } from '../../formats.js';
import type { Limits } from '../../limits.js';
import type { Survey } from '../survey/index.js';
import { encodedPictures } from './damage/encoded.js';
import { PictureCheck } from './damage/index.js';
import { inspectImage, inspectTiff } from './images.js';
import { inspectEmf, inspectWmf } from './metafile.js';
import { inspectPackage } from './package.js';
import { inspectMarkup, inspectText } from './plain.js';
import { inspectRtf } from './rtf.js';
import { Tally } from './tally.js';
import { watchesOf } from './watches.js';

/** Formats with a signature that are no image of one size. */
const BY_NAME: Readonly<Record<string, (bytes: Uint8Array, tally: Tally, survey: Survey) => void>> = {
  rtf: (bytes, tally, survey) => inspectRtf(bytes, tally, survey.rtf),
  tiff: inspectTiff,
  emf: (bytes, tally) => inspectEmf(bytes, tally),
  wmf: (bytes, tally) => inspectWmf(bytes, tally),
};

/** Rejects with LIMIT_EXCEEDED or CORRUPT_DOCUMENT. Takes a few milliseconds for an ordinary document. */
export async function inspect(
  bytes: Uint8Array,
  format: Format,
  limits: Limits,
  { survey, signal }: Inspection,
): Promise<void> {
  const tally = new Tally(limits);
  await inspectContent(bytes, format, tally, { survey, signal });
  const pictures = format.container === 'magic' && format.name !== 'rtf' ? [bytes] : encodedPictures(bytes, format);
  const check = new PictureCheck();
  let count = 0;
  for (const picture of pictures) {
    signal?.throwIfAborted();
    count++;
    if (await check.isDamaged(picture)) survey.damagedPicture(picture === bytes ? 'the document' : `picture ${count}`);
  }
}

interface Inspection {
  survey: Survey;
  signal?: AbortSignal | undefined;
}

async function inspectContent(
  bytes: Uint8Array,
  format: Format,
  tally: Tally,
  { survey, signal }: Inspection,
): Promise<void> {
  const { limits } = tally;
  switch (format.container) {
    case 'ooxml':
    case 'odf':
    case 'epub':
      return inspectPackage(bytes, format, limits, survey, signal);
    case 'flat-odf':
    case 'svg':
    case 'html':
      return inspectMarkup(bytes, format, tally, watchesOf(format, tally, survey), signal);
    case 'text':
      return inspectText(bytes, format, limits);
    case 'magic':
      return inspectMagic(bytes, format, tally, survey);
    case 'cfb':
      // not compressed: the limits of the engine's time and memory apply
      return survey.compound((await import('../survey/compound/index.js')).compoundFonts(bytes, format, limits));
  }
}

function inspectMagic(bytes: Uint8Array, { name }: Format, tally: Tally, survey: Survey): void {
  const inspectOther = BY_NAME[name];
  if (inspectOther) inspectOther(bytes, tally, survey);
  else {
    const size = inspectImage(bytes, tally, null);
    if (size) survey.picture(size);
  }
}
