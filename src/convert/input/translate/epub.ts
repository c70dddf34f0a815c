/** EPUB (EPUB 3.3 and 2.0.1) as one page of HTML: the chapters in the order of the book, with their pictures in them. */
import { DocconvError } from '../../../errors.js';
import { percentDecoded } from '../../../system/url.js';
import { attributeOf, type XmlElement } from '../../../system/xml.js';
import { formatNamed } from '../../formats.js';
import { requireWithin } from '../../limits.js';
import type { Warnings } from '../../warnings.js';
import { readPartElements, type XmlPart } from '../../xml.js';
import type { SourceDocument } from '../document.js';
import { unpack } from '../zip.js';
import { cleanHtml, htmlPage } from './clean-html.js';
import { type Picture, Pictures } from './pictures.js';
import { printableStyle } from './printable-style.js';
import type { Translation } from './translation.js';

const STYLE = `
body { font-family: "Liberation Serif", "Times New Roman", serif; font-size: 11.5pt }
p { margin-top: 0; margin-bottom: 6pt }
img { max-width: 100% }
`;

/** Throws CORRUPT_DOCUMENT, ENCRYPTION_UNSUPPORTED (DRM) or LIMIT_EXCEEDED. */
export async function translateEpub(document: SourceDocument, warnings: Warnings): Promise<Translation> {
  await requireReadable(document);
  const book = await readBook(document);
  const page = new Page(document, book, warnings);
  const chapters = book.chapters.map((path, i) => page.chapter(path, i));
  const styles = [...book.items.values()].filter(item => item.type === 'text/css');
  const css = styles.map(({ path }) => printableStyle(page.text(path)));
  return { format: formatNamed('html'), bytes: htmlPage(book.title, [STYLE, ...css].join('\n'), chapters.join('\n')) };
}

interface Item {
  readonly path: string;
  readonly type: string;
}

interface Book {
  readonly title: string;
  /** The manifest, by the identifiers of its items. */
  readonly items: ReadonlyMap<string, Item>;
  /** Paths of the chapters in their order. */
  readonly chapters: readonly string[];
}

/** Fonts may be obfuscated (EPUB 3.3, 4.4); anything else that is encrypted is a book with DRM. */
const OBFUSCATION = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

async function requireReadable(document: SourceDocument): Promise<void> {
  const part = document.part('META-INF/encryption.xml');
  const methods = part ? await readPartElements(part, ['EncryptionMethod'], document.limits) : [];
  const isProtected = methods.some(
    method => method.parent?.local !== 'EncryptedKey' && !OBFUSCATION.includes(attributeOf(method, 'Algorithm') ?? ''),
  );
  if (!isProtected) return;
  throw new DocconvError('ENCRYPTION_UNSUPPORTED.drm');
}

async function readBook(document: SourceDocument): Promise<Book> {
  const { limits } = document;
  const container = requirePart(document, 'META-INF/container.xml');
  const [root] = await readPartElements(container, ['rootfile'], limits);
  const path = root && attributeOf(root, 'full-path');
  if (!path) throw new DocconvError('CORRUPT_DOCUMENT.book-package-missing');
  const elements = await readPartElements(requirePart(document, path), ['title', 'item', 'itemref'], limits);
  const named = (local: string) => elements.filter(element => element.local === local);
  const items = new Map(named('item').flatMap(element => itemOf(element, path)));
  const chapters = named('itemref').flatMap(element => items.get(attributeOf(element, 'idref') ?? '')?.path ?? []);
  if (chapters.length === 0) throw new DocconvError('CORRUPT_DOCUMENT.book-no-chapters');
  requireWithin(limits, 'pageBreaks', chapters.length);
  return { title: named('title')[0]?.text.trim() ?? '', items, chapters };
}

function itemOf(element: XmlElement, packagePath: string): [id: string, item: Item][] {
  const [id, href] = [attributeOf(element, 'id'), attributeOf(element, 'href')];
  const path = href === undefined ? null : resolvePath(href, packagePath).path;
  return id === undefined || path === null ? [] : [[id, { path, type: attributeOf(element, 'media-type') ?? '' }]];
}

/** The chapters of one book as parts of one page. */
class Page {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #types: ReadonlyMap<string, string>;
  readonly #pictures: Pictures;

  constructor(
    private readonly document: SourceDocument,
    book: Book,
    warnings: Warnings,
  ) {
    this.#pictures = new Pictures(document.limits, warnings);
    this.#numbers = new Map(book.chapters.map((path, i) => [path, i]));
    this.#types = new Map([...book.items.values()].map(({ path, type }) => [path, type]));
  }

  /** Throws CORRUPT_DOCUMENT where the chapter is missing. */
  chapter(path: string, number: number): string {
    const html = cleanHtml(this.text(path), {
      picture: source => this.#pictures.url(source, () => this.#picture(source, path)),
      link: target => this.#link(target, path),
      id: id => anchor(number, id),
    });
    return `<a name="${anchor(number)}"></a>\n${number === 0 ? html : onNewPage(html)}`;
  }

  text(path: string): string {
    return requirePart(this.document, path).text;
  }

  #picture(source: string, chapter: string): Picture | undefined {
    const path = isExternal(source) ? null : resolvePath(source, chapter).path;
    const entry = path === null ? undefined : this.document.parts.get(path);
    if (path === null || !entry) return undefined;
    return { name: path, type: this.#types.get(path) ?? 'image/png', size: entry.size, bytes: () => unpack(entry) };
  }

  #link(target: string, chapter: string): string | null {
    if (isExternal(target)) return target;
    const { path, fragment } = resolvePath(target, chapter);
    const number = this.#numbers.get(path ?? '');
    return number === undefined ? null : `#${anchor(number, fragment)}`;
  }
}

const NEW_PAGE = 'page-break-before: always';

/** LibreOffice begins a page with a paragraph or a table only, so that the first one of the chapter gets the style. */
function onNewPage(html: string): string {
  const broken = html.replace(/<(h[1-6]|p|table|pre|blockquote)\b([^>]*)>/, (_, tag: string, attributes: string) => {
    const [own, others] = [/ style="([^"]*)"/.exec(attributes)?.[1], attributes.replace(/ style="[^"]*"/, '')];
    return `<${tag}${others} style="${own ? `${own}; ` : ''}${NEW_PAGE}">`;
  });
  return broken === html ? `<p style="${NEW_PAGE}"></p>${html}` : broken;
}

/** Chapters may have the same identifiers. */
const anchor = (chapter: number, id = ''): string => `chapter-${chapter}${id && `-${id}`}`;

const isExternal = (target: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(target);

/** A relative reference from one file of the book to another; null for one that leads out of it. */
function resolvePath(reference: string, from: string): { path: string | null; fragment: string } {
  const base = `book:/${encodeURI(from)}`;
  if (!URL.canParse(reference, base)) return { path: null, fragment: '' };
  const { protocol, pathname, hash } = new URL(reference, base);
  return { path: protocol === 'book:' ? decode(pathname.slice(1)) : null, fragment: decode(hash.slice(1)) };
}

const decode = (text: string): string => percentDecoded(text) ?? text;

function requirePart(document: SourceDocument, name: string): XmlPart {
  const part = document.part(name);
  if (!part) throw new DocconvError('CORRUPT_DOCUMENT.book-file-missing', { part: JSON.stringify(name) });
  return part;
}
