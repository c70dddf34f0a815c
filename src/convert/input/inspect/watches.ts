/** What is counted in the markup of a document, by its format. */
import type { Format } from '../../formats.js';
import { tableWatch } from './tables.js';
import { TagIndex } from './tags.js';
import type { Tally } from './tally.js';

export function watchesOf(format: Format, tally: Tally): TagIndex {
  return new TagIndex([tableWatch(format, tally)]);
}
