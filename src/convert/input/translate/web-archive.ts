/**
 * A web archive (MHTML, RFC 2557) as one page of HTML, with its style sheets and pictures in it: what browsers and Word save,
 * and what wikis export as .doc.
 */
import { DocconvError } from '../../../errors.js';
import { formatNamed } from '../../formats.js';
import type { Warnings } from '../../warnings.js';
import { decodeHtml } from '../detect-text.js';
import type { SourceDocument } from '../document.js';
import { type MimeMessage, type MimePart, readMime } from '../mime.js';
import { cleanHtml, htmlPage, OF_ONE_PAGE } from './clean-html.js';
import { type Picture, Pictures } from './pictures.js';
import { printableStyle } from './printable-style.js';
import type { Translation } from './translation.js';

/** Throws CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export function translateWebArchive({ bytes, limits }: SourceDocument, warnings: Warnings): Translation {
  const message = readMime(bytes, limits);
  const { parts } = message;
  const pages = pagesOf(message);
  const archive = new Archive(parts, pages[0]!);
  const pictures = new Pictures(limits, warnings);
  const picture = (source: string) => pictures.url(source, () => archive.picture(source));
  const texts = pages.map(textOf);
  const sheets = [...parts.filter(isStyle).map(textOf), ...texts.flatMap(stylesOf)];
  const bodies = texts.map(text => cleanHtml(text, { ...OF_ONE_PAGE, picture }));
  const lost = lostOf(message, part => pages.includes(part) || archive.shown.has(part));
  if (lost.length > 0) warnings.add('content_lost', { what: lost.join(', ') });
  const style = sheets.map(printableStyle).join('\n');
  return { format: formatNamed('html'), bytes: htmlPage(titleOf(texts[0]!), style, bodies.join('\n')) };
}

/**
 * The page, or those in its frames: Excel saves a workbook as a frame for each sheet. Not empty. An attached page counts where the
 * header names it or no other is there: some programs mark all parts so.
 */
function pagesOf({ header, parts }: MimeMessage): MimePart[] {
  const start = header.parameters.get('start')?.replace(/^<|>$/g, '');
  const all = parts.filter(isHtml);
  const pages = all.some(isPage) ? all.filter(isPage) : all;
  const root = all.find(({ id }) => id !== null && id === start) ?? pages[0];
  if (!root) throw new DocconvError('CORRUPT_DOCUMENT.archive-without-page');
  const framed = /<frameset\b/i.test(textOf(root)) ? pages.filter(page => page !== root) : [];
  return framed.length > 0 ? framed : [root];
}

const isHtml = ({ type }: MimePart): boolean => ['text/html', 'application/xhtml+xml'].includes(type);

const isPage = (part: MimePart): boolean => !part.isAttached && isHtml(part);

const isText = ({ type, isAttached }: MimePart): boolean => !isAttached && type === 'text/plain';

const isStyle = ({ type }: MimePart): boolean => type === 'text/css';

/**
 * What is printed of a message is its page, with the pictures that this names. In a mail each other file is an attached one, marked
 * as such or not; in an archive it may belong to a page without being shown (scripts, lists of files).
 */
function lostOf({ isMail, parts }: MimeMessage, isPrinted: (part: MimePart) => boolean): string[] {
  const isEmpty = (part: MimePart) => isHtml(part) && !hasWords(textOf(part));
  const others = parts.filter(part => !isPrinted(part) && !part.isAlternative && !isEmpty(part));
  const isFile = (part: MimePart) => part.isAttached || (isMail && ![isHtml, isText, isStyle].some(is => is(part)));
  const lost: Readonly<Record<string, boolean>> = {
    'sender and subject of a message': isMail,
    'attached files': others.some(isFile),
    'other pages of the archive': others.some(isPage),
    'plain text beside the page': others.some(part => isText(part) && textOf(part).trim() !== ''),
  };
  return Object.keys(lost).filter(what => lost[what]);
}

/** Word also saves pages with nothing but the lines that separate footnotes. */
const hasWords = (html: string): boolean =>
  /[\p{L}\p{N}]/u.test(cleanHtml(html, { ...OF_ONE_PAGE, picture: () => null }).replace(/<[^<>]*>|&\w+;/g, ''));

/** Parts by what the pages call them. */
class Archive {
  /** Pictures that the pages name. */
  readonly shown = new Set<MimePart>();
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
    if (part) this.shown.add(part);
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
