/** Refuses documents that are small on disk and huge when unpacked, before an engine reads them. */
import type { Format } from '../../formats.js';
import type { Limits } from '../../limits.js';
import type { Survey } from '../survey/index.js';
import { inspectImage, inspectTiff } from './images.js';
import { inspectEmf, inspectWmf } from './metafile.js';
import { inspectPackage } from './package.js';
import { inspectMarkup, inspectText } from './plain.js';
import { inspectRtf } from './rtf.js';
import { Tally } from './tally.js';
import { watchesOf } from './watches.js';

/** Formats with a signature that are no image of one size. */
const BY_NAME: Readonly<Record<string, (bytes: Uint8Array, tally: Tally, part: string | null) => void>> = {
  rtf: inspectRtf,
  tiff: inspectTiff,
  emf: inspectEmf,
  wmf: inspectWmf,
};

/** Rejects with LIMIT_EXCEEDED or CORRUPT_DOCUMENT. Takes a few milliseconds for an ordinary document. */
export async function inspect(
  bytes: Uint8Array,
  format: Format,
  limits: Limits,
  { survey, signal }: { survey: Survey; signal?: AbortSignal | undefined },
): Promise<void> {
  const tally = new Tally(limits);
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
      return; // not compressed: the limits of the engine's time and memory apply
  }
}

function inspectMagic(bytes: Uint8Array, { name }: Format, tally: Tally, survey: Survey): void {
  const inspectOther = BY_NAME[name];
  const size = inspectOther ? null : inspectImage(bytes, tally, null);
  if (inspectOther) inspectOther(bytes, tally, null);
  else if (size) survey.picture(size);
}
