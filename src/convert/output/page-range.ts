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
  const parts = range.split(',').map(part => {
    const [from = '', to] = part.split('-');
    return { from: Number(from), to: to === undefined ? Number(from) : Number(to || count) };
  });
  const selected = all.filter(page => parts.some(({ from, to }) => page >= from && page <= to));
  if (selected.length > 0) return selected;
  throw new DocconvError('OPTION_INVALID.no-page-selected', { range, count }, { detail: { option: 'pages' } });
}
