/** What is counted and surveyed in the markup of a document, by its format. */
import type { Format } from '../../formats.js';
import type { Survey } from '../survey/index.js';
import { flowWatches } from './flow.js';
import { dataImages } from './images.js';
import { svgWatch } from './svg.js';
import { tableWatch } from './tables.js';
import { TagIndex } from './tags.js';
import type { Tally } from './tally.js';

export function watchesOf(format: Format, tally: Tally, survey: Survey | null): TagIndex {
  if (format.container === 'svg') return svgWatches(tally, survey);
  const images = format.container === 'html' ? [dataImages(tally)] : [];
  const watches = [tableWatch(format, tally), ...flowWatches(format, tally), ...images, ...(survey?.watches ?? [])];
  if (format.family === 'calc') return new TagIndex(watches, null); // its cells are counted
  return new TagIndex(watches, format.container === 'html' ? 'htmlElements' : 'elements');
}

/** Of an SVG image, whether in a document or a file of its own. */
export function svgWatches(tally: Tally, survey: Survey | null): TagIndex {
  return new TagIndex([svgWatch(tally), dataImages(tally), ...(survey?.svgWatches ?? [])], null);
}
