/** `--pages`. */
import { DocconvError } from '../../errors.js';

/** The page numbers of a range such as "1-3,7" or "5-" in ascending order. Throws OPTION_INVALID when there is none. */
export function selectPages(range: string | undefined, count: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i + 1);
  if (range === undefined) return all;
  const parts = range.split(',').map(part => {
    const [from = '', to] = part.split('-');
    return { from: Number(from), to: to === undefined ? Number(from) : Number(to || count) };
  });
  const selected = all.filter(page => parts.some(({ from, to }) => page >= from && page <= to));
  if (selected.length > 0) return selected;
  throw new DocconvError('OPTION_INVALID.no-page-selected', { range, count }, { detail: { option: 'pages' } });
}
