/** Pages as pdfcpu selects them: "1,3-5,8-", "-3", "even", "l" and "l-1" (the last but one), "!2" or "n2" (without). */
import type { Checked } from './reasons.js';

const END = String.raw`(?:\d{1,6}|l(?:-\d{1,6})?)`;
const TERM = new RegExp(
  `^(?:(?<parity>even|odd)|(?<not>[!n])?(?:(?<first>\\d{1,6})-(?<last>${END})?|-(?<to>${END})|(?<from>l-\\d{1,6})-|(?<only>${END})))$`,
);
/** Characters. */
const LONGEST = 10_000;

/** '' is every page. */
export function checkSelection(text: string): Checked<string> {
  const selection = text.replace(/\s/g, '');
  const isValid =
    selection === '' || (selection.length <= LONGEST && selection.split(',').every(term => TERM.test(term)));
  return isValid ? { value: selection } : { fault: "wrong value, expected pages such as '1-3,7', 'even' or '1-,!2'" };
}

/** As a range of pages; null: no page. Each term changes what those before it selected, but even and odd add only. */
export function rangeOf(selection: string, count: number): string | null {
  const chosen: (boolean | null)[] = Array(count).fill(null);
  for (const term of selection.split(',')) {
    const { parity, not } = TERM.exec(term)!.groups!;
    if (parity === undefined) {
      const [first, last] = endsOf(term, count);
      chosen.fill(not === undefined, Math.max(first - 1, 0), Math.max(last, 0));
    } else for (let i = parity === 'odd' ? 0 : 1; i < count; i += 2) chosen[i] ??= true;
  }
  return rangesOf(chosen);
}

function endsOf(term: string, count: number): [first: number, last: number] {
  const { first, last, to, from, only } = TERM.exec(term)!.groups!;
  const pageOf = (end: string) => (end.startsWith('l') ? count - Number(end.slice(2)) : Number(end));
  if (only !== undefined) return [pageOf(only), pageOf(only)];
  if (to !== undefined) return [1, pageOf(to)];
  return [pageOf((first ?? from)!), last === undefined ? count : pageOf(last)];
}

/** @param chosen by page */
function rangesOf(chosen: readonly (boolean | null)[]): string | null {
  const ranges: string[] = [];
  for (let at = 0; at < chosen.length; at++) {
    if (!chosen[at]) continue;
    const first = at + 1;
    while (chosen[at + 1]) at++;
    ranges.push(first === at + 1 ? `${first}` : `${first}-${at + 1}`);
  }
  return ranges.length > 0 ? ranges.join() : null;
}
