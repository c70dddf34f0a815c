/**
 * A web archive (MHTML, RFC 2557) as one page of HTML, with its style sheets and pictures in it: what browsers and Word save,
 * and what wikis export as .doc.
 */
import { DocconvError } from '../../../errors.js';
import { formatNamed } from '../../formats.js';
import { requireWithin } from '../../limits.js';
import type { Warnings } from '../../warnings.js';
import { decodeText } from '../detect-text.js';
import type { SourceDocument } from '../document.js';
import { type MimePart, readMime } from '../mime.js';
import { cleanHtml, htmlPage } from './clean-html.js';
import { printableStyle } from './epub.js';
import type { Translation } from './index.js';

/** Throws CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export function translateWebArchive({ bytes, limits }: SourceDocument, warnings: Warnings): Translation {
  const { header, parts } = readMime(bytes, limits);
  const pages = pagesOf(header, parts);
  const archive = new Archive(parts, pages[0]!);
  let pictureBytes = 0;
  const picture = (source: string): string | null => {
    if (/^data:image\//i.test(source)) return source;
    const part = archive.find(source);
    if (!part) {
      warnings.add('picture_not_loaded', { picture: source.slice(0, MAX_NAME) });
      return null;
    }
    pictureBytes += part.bytes.length; // a picture may stand in the text any number of times
    requireWithin(limits, 'textBytes', pictureBytes, source.slice(0, MAX_NAME));
    return `data:${part.type};base64,${part.bytes.toString('base64')}`;
  };
  const link = (target: string) => (/^(?:#|https?:|mailto:|tel:|ftp:)/i.test(target) ? target : null);
  const texts = pages.map(textOf);
  const sheets = [...parts.filter(({ type }) => type === 'text/css').map(textOf), ...texts.flatMap(stylesOf)];
  const bodies = texts.map(text => cleanHtml(text, { picture, link, id: id => id }));
  const style = sheets.map(printableStyle).join('\n');
  return { format: formatNamed('html'), bytes: htmlPage(titleOf(texts[0]!), style, bodies.join('\n')) };
}

const MAX_NAME = 200;

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

  find(source: string): MimePart | undefined {
    return this.#parts.get(this.#resolve(source));
  }

  #resolve(reference: string): string {
    return URL.canParse(reference, this.#base) ? new URL(reference, this.#base).href : reference;
  }
}

/** The encoding that the message states counts before that of the page itself (HTML, 13.2.3.2). */
function textOf({ bytes, parameters }: MimePart): string {
  const [, stated] = /<meta\b[^<>]*\bcharset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 4096)) ?? [];
  const charset = parameters.get('charset') ?? stated;
  try {
    return charset === undefined ? decodeText(bytes) : new TextDecoder(charset).decode(bytes);
  } catch {
    return decodeText(bytes); // an encoding that nobody knows
  }
}

const stylesOf = (html: string): string[] =>
  [...html.matchAll(/<style\b[^<>]*>(.*?)<\/style\s*>/gis)].map(([, css = '']) => css.replace(/<!--|-->/g, ''));

const titleOf = (html: string): string => /<title\b[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? '';
