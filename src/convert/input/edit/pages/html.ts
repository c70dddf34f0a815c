/**
 * The pages of HTML. A page has no size of its own unless its style sheet states one (CSS Paged Media 3, 4): docconv adds
 * a rule, because LibreOffice's own default depends on what the same process has converted before.
 */
import { utf8MarkLength, utf16Order } from '../../../../text.js';
import type { PdfOptions } from '../../../options.js';
import { type DefaultPaper, PAPER } from '../../../paper.js';

/** `unstated`: of a page that states no size. */
export function withPageSize(
  bytes: Uint8Array,
  { paper, landscape }: Pick<PdfOptions, 'paper' | 'landscape'>,
  unstated: DefaultPaper,
): Uint8Array {
  const { lengths } = PAPER[paper ?? unstated];
  const [width, height] = landscape ? lengths.toReversed() : lengths;
  const [mark, encode] = encodingOf(bytes);
  const rule = encode(`<style>@page { size: ${width} ${height} }</style>`);
  // the last rule applies: the page's own replaces the default, and the wish of the user replaces both
  if (paper || landscape) return Buffer.concat([bytes, rule]);
  return Buffer.concat([bytes.subarray(0, mark), rule, bytes.subarray(mark)]);
}

/** The length of the byte order mark, and how ASCII is encoded. */
function encodingOf(bytes: Uint8Array): [mark: number, encode: (text: string) => Buffer] {
  const order = utf16Order(bytes);
  if (order === 'little') return [2, text => Buffer.from(text, 'utf16le')];
  if (order === 'big') return [2, text => Buffer.from(text, 'utf16le').swap16()];
  return [utf8MarkLength(bytes), text => Buffer.from(text)];
}
