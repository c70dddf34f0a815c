/** The least of an EPUB (EPUB 3.3): one chapter for each text. */
import { escapeXml, packageOf, XML } from './package.js';

interface BookParts {
  /** Markup of the chapters behind the first. */
  readonly chapters?: readonly string[];
  /** Further files by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Items of the manifest for these. */
  readonly items?: string;
}

export function epub(text: string, { chapters = [], files = {}, items = '' }: BookParts = {}): Uint8Array {
  const bodies = [`<h1 id="top">One</h1><p>${escapeXml(text)}</p>`, ...chapters];
  const pages = bodies.map((_, i) => `<item id="c${i}" href="text/c${i}.xhtml" media-type="application/xhtml+xml"/>`);
  const spine = bodies.map((_, i) => `<itemref idref="c${i}"/>`);
  const metadata = '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Sample book</dc:title></metadata>';
  const manifest = `<manifest>${pages.join('')}${items}</manifest><spine>${spine.join('')}</spine>`;
  return packageOf(
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
      'OEBPS/book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0">${metadata}${manifest}</package>`,
      ...Object.fromEntries(bodies.map((body, i) => [`OEBPS/text/c${i}.xhtml`, chapter(body)])),
      ...files,
    },
    'mimetype',
  );
}

const chapter = (body: string): string =>
  `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>No text</title><link rel="stylesheet" href="../style.css"/></head><body>${body}</body></html>`;
