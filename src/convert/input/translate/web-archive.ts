/**
 * A web archive (MHTML, RFC 2557) as one page of HTML, with its style sheets and pictures in it: what browsers and Word save,
 * and what wikis export as .doc.
 */
import { DocconvError } from '../../../errors.js';
import { formatNamed } from '../../formats.js';
import type { Warnings } from '../../warnings.js';
import { decodeHtml } from '../detect-text.js';
import type { SourceDocument } from '../document.js';
import { type MimePart, readMime } from '../mime.js';
import { cleanHtml, htmlPage, OF_ONE_PAGE } from './clean-html.js';
import { type Picture, Pictures } from './pictures.js';
import { printableStyle } from './printable-style.js';
import type { Translation } from './translation.js';

/** Throws CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export function translateWebArchive({ bytes, limits }: SourceDocument, warnings: Warnings): Translation {
  const { header, parts } = readMime(bytes, limits);
  const pages = pagesOf(header, parts);
  const archive = new Archive(parts, pages[0]!);
  const pictures = new Pictures(limits, warnings);
  const picture = (source: string) => pictures.url(source, () => archive.picture(source));
  const texts = pages.map(textOf);
  const sheets = [...parts.filter(({ type }) => type === 'text/css').map(textOf), ...texts.flatMap(stylesOf)];
  const bodies = texts.map(text => cleanHtml(text, { ...OF_ONE_PAGE, picture }));
  const style = sheets.map(printableStyle).join('\n');
  return { format: formatNamed('html'), bytes: htmlPage(titleOf(texts[0]!), style, bodies.join('\n')) };
}

/** The page, or those in its frames: Excel saves a workbook as a frame for each sheet. Not empty. */
function pagesOf({ parameters }: MimePart, parts: readonly MimePart[]): MimePart[] {
  const pages = parts.filter(({ type }) => ['text/html', 'application/xhtml+xml'].includes(type));
  const start = parameters.get('start')?.replace(/^<|>$/g, '');
  const root = pages.find(({ id }) => id !== null && id === start) ?? pages[0];
  if (!root) throw new DocconvError('CORRUPT_DOCUMENT.archive-without-page');
  const framed = /<frameset\b/i.test(textOf(root)) ? pages.filter(page => page !== root) : [];
  return framed.length > 0 ? framed : [root];
}

/** Parts by what the pages call them. */
class Archive {
  readonly #base: string;
  readonly #parts = new Map<string, MimePart>();

  constructor(parts: readonly MimePart[], page: MimePart) {
    this.#base = page.location !== null && URL.canParse(page.location) ? page.location : 'archive:/';
    for (const part of parts) {
      if (part.id !== null) this.#parts.set(`cid:${part.id}`, part);
      if (part.location !== null) this.#parts.set(this.#resolve(part.location), part);
    }
  }

  picture(source: string): Picture | undefined {
    const part = this.#parts.get(this.#resolve(source));
    return part && { name: source, type: part.type, size: part.bytes.length, bytes: () => part.bytes };
  }

  #resolve(reference: string): string {
    return URL.canParse(reference, this.#base) ? new URL(reference, this.#base).href : reference;
  }
}

/** The encoding that the message states counts before that of the page itself (HTML, 13.2.3.2). */
const textOf = ({ bytes, parameters }: MimePart): string => decodeHtml(bytes, parameters.get('charset'));

/** One without an end goes on to that of the page, which also keeps the search linear. */
const stylesOf = (html: string): string[] =>
  [...html.matchAll(/<style\b[^<>]*>(.*?)(?:<\/style\s*>|$)/gis)].map(([, css = '']) => css.replace(/<!--|-->/g, ''));

const titleOf = (html: string): string => /<title\b[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? '';
