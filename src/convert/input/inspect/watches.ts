/** What is counted and surveyed in the markup of a document, by its format. */
import type { Format } from '../../formats.js';
import type { Survey } from '../survey/index.js';
import { flowWatches } from './flow.js';
import { dataImages } from './images.js';
import { svgWatch } from './svg.js';
import { tableWatch } from './tables.js';
import { TagIndex } from './tags.js';
import type { Tally } from './tally.js';

/** `isEmbedded`: of a package in the document. */
export function watchesOf(format: Format, tally: Tally, survey: Survey, isEmbedded = false): TagIndex {
  if (format.container === 'svg') return svgWatches(tally, survey);
  const surveys = surveysOf(survey, 'watches', isEmbedded);
  const images = format.container === 'html' ? [dataImages(tally)] : [];
  const watches = [tableWatch(format, tally), ...flowWatches(format, tally), ...images, ...surveys];
  if (format.family === 'calc') return new TagIndex(watches, null); // its cells are counted
  return new TagIndex(watches, format.container === 'html' ? 'htmlElements' : 'elements');
}

/** Of an SVG image, whether in a document or a file of its own. */
export function svgWatches(tally: Tally, survey: Survey, isEmbedded = false): TagIndex {
  const surveys = surveysOf(survey, 'svgWatches', isEmbedded);
  return new TagIndex([svgWatch(tally), dataImages(tally), ...surveys], null);
}

function surveysOf(survey: Survey, own: 'watches' | 'svgWatches', isEmbedded: boolean) {
  return [...(isEmbedded ? [] : survey[own]), ...survey.packageWatches];
}
