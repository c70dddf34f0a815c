/** Pages as pdfcpu selects them: "1,3-5,8-", "-3", "even", "l" and "l-1" (the last but one), "!2" or "n2" (without). */
import type { Checked } from './reasons.js';

const END = String.raw`(?:\d{1,15}|l(?:-\d{1,15})?)`;
const TERM = new RegExp(
  `^(?:(?<parity>even|odd)|(?<not>[!n])?(?:(?<first>\\d{1,15})-(?<last>${END})?|-(?<to>${END})|(?<from>l-\\d{1,15})-|(?<only>${END})))$`,
);
/** Characters: each term is tried on all pages, in the process of the server. */
const LONGEST = 2000;

/** '' is every page. */
export function checkSelection(text: string): Checked<string> {
  const selection = text.replace(/\s/g, '');
  if (selection.length > LONGEST) return { fault: `wrong value, the selection has more than ${LONGEST} characters` };
  const isValid = selection === '' || selection.split(',').every(term => TERM.test(term));
  return isValid ? { value: selection } : { fault: "wrong value, expected pages such as '1-3,7', 'even' or '1-,!2'" };
}

/** As a range of pages; null: no page. Each term changes what those before it selected, but even and odd add only. */
export function rangeOf(selection: string, count: number): string | null {
  const pages = new Uint8Array(count);
  const parities = new Set<string>();
  for (const term of selection.split(',')) {
    const { parity, not, ...ends } = TERM.exec(term)!.groups!;
    if (parity === undefined) {
      const [first, last] = endsOf(ends, count);
      pages.fill(not === undefined ? PAGE.chosen : PAGE.excluded, Math.max(first - 1, 0), Math.max(last, 0));
    } else if (!parities.has(parity)) {
      parities.add(parity);
      for (let i = parity === 'odd' ? 0 : 1; i < count; i += 2) pages[i] ||= PAGE.chosen;
    }
  }
  return rangesOf(pages);
}

/** 0: no term has named it. */
const PAGE = { chosen: 1, excluded: 2 };

type Ends = Readonly<Record<string, string | undefined>>;

function endsOf({ first, last, to, from, only }: Ends, count: number): [first: number, last: number] {
  const pageOf = (end: string) => (end.startsWith('l') ? count - Number(end.slice(2)) : Number(end));
  if (only !== undefined) return [pageOf(only), pageOf(only)];
  if (to !== undefined) return [1, pageOf(to)];
  const begin = pageOf((first ?? from)!);
  if (from !== undefined && begin < 1) return [1, 0]; // no page, unlike a number below 1
  return [begin, last === undefined ? count : pageOf(last)];
}

function rangesOf(pages: Uint8Array): string | null {
  const ranges: string[] = [];
  for (let at = 0; at < pages.length; at++) {
    if (pages[at] !== PAGE.chosen) continue;
    const first = at + 1;
    while (pages[at + 1] === PAGE.chosen) at++;
    ranges.push(first === at + 1 ? `${first}` : `${first}-${at + 1}`);
  }
  return ranges.length > 0 ? ranges.join() : null;
}
