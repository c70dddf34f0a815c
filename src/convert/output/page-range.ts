/** `--pages`. */
import { DocconvError } from '../../errors.js';

/**
 * The page numbers of a range such as "1-3,7" or "5-" in ascending order. Throws OPTION_INVALID when there is none. With
 * `notes`, the range counts the slides in the first half of the pages, and selects their notes pages in the second as well, as
 * LibreOffice does.
 */
export function selectPages(range: string | undefined, count: number, notes = false): number[] {
  const all = Array.from({ length: count }, (_, i) => i + 1);
  if (range === undefined) return all;
  if (notes) {
    const slides = selectPages(range, count / 2);
    return [...slides, ...slides.map(slide => slide + count / 2)];
  }
  const isSelected = new Uint8Array(count + 1);
  for (const part of range.split(',')) {
    const [from = '', to = from] = part.split('-');
    isSelected.fill(1, Number(from), Number(to || count) + 1);
  }
  const selected = all.filter(page => isSelected[page] === 1);
  if (selected.length > 0) return selected;
  throw new DocconvError('OPTION_INVALID.no-page-selected', { range, count }, { detail: { option: 'pages' } });
}
