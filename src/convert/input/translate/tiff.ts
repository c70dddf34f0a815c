/** TIFF with several pages, of which LibreOffice shows only the first, as a drawing with one image for each page. */
import { formatNamed } from '../../formats.js';
import { requireWithin } from '../../limits.js';
import type { SourceDocument } from '../document.js';
import { readTiffPages, type TiffPage, tiffBytes } from '../tiff/pages.js';
import { singlePage } from '../tiff/single.js';
import { storedPart, writeZip } from '../zip-write.js';
import type { Translation } from './translation.js';

/** Null for one page. Throws LIMIT_EXCEEDED (unpackedBytes) or CORRUPT_DOCUMENT. */
export function translateTiff({ bytes, limits }: SourceDocument): Translation | null {
  const pages = [...readTiffPages(tiffBytes(bytes))];
  if (pages.length < 2) return null;
  let size = 0;
  const images = pages.map((page, i) => {
    const image = singlePage(bytes, page);
    size += image.length;
    requireWithin(limits, 'unpackedBytes', size); // pages may share their data
    return storedPart(`Pictures/${i}.tif`, image);
  });
  const text = (name: string, content: string) => storedPart(name, Buffer.from(content));
  const format = formatNamed('odg');
  const names = ['content.xml', 'styles.xml', ...images.map(image => image.name)];
  const parts = [
    text('mimetype', format.mediaType),
    text('content.xml', contentXml(pages)),
    text('styles.xml', stylesXml(pages)),
    ...images,
    text('META-INF/manifest.xml', manifestXml(format.mediaType, names)),
  ];
  return { format, bytes: writeZip(parts) };
}

const URN = 'urn:oasis:names:tc:opendocument:xmlns';
const ROOT = [
  ...['office', 'style'].map(name => `xmlns:${name}="${URN}:${name}:1.0"`),
  `xmlns:draw="${URN}:drawing:1.0"`,
  `xmlns:svg="${URN}:svg-compatible:1.0"`,
  `xmlns:fo="${URN}:xsl-fo-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'office:version="1.3"',
].join(' ');

function contentXml(pages: readonly TiffPage[]): string {
  const drawn = pages.map((page, i) => {
    const [width, height] = inches(page);
    const frame = `svg:x="0in" svg:y="0in" svg:width="${width}in" svg:height="${height}in"`;
    const image = `<draw:image xlink:href="Pictures/${i}.tif" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`;
    return `<draw:page draw:name="${i + 1}" draw:master-page-name="M${i}"><draw:frame ${frame}>${image}</draw:frame></draw:page>`;
  });
  const body = `<office:body><office:drawing>${drawn.join('')}</office:drawing></office:body>`;
  return `<office:document-content ${ROOT}>${body}</office:document-content>`;
}

function stylesXml(pages: readonly TiffPage[]): string {
  const layouts = pages.map((page, i) => {
    const [width, height] = inches(page);
    const size = `fo:page-width="${width}in" fo:page-height="${height}in" fo:margin="0in"`;
    return `<style:page-layout style:name="L${i}"><style:page-layout-properties ${size}/></style:page-layout>`;
  });
  const masters = pages.map((_, i) => `<style:master-page style:name="M${i}" style:page-layout-name="L${i}"/>`);
  const automatic = `<office:automatic-styles>${layouts.join('')}</office:automatic-styles>`;
  return `<office:document-styles ${ROOT}>${automatic}<office:master-styles>${masters.join('')}</office:master-styles></office:document-styles>`;
}

function manifestXml(mediaType: string, names: readonly string[]): string {
  const type = (name: string) => (name.endsWith('.xml') ? 'text/xml' : 'image/tiff');
  const entries = [['/', mediaType], ...names.map(name => [name, type(name)])].map(
    ([path, media]) => `<m:file-entry m:full-path="${path}" m:media-type="${media}"/>`,
  );
  return `<m:manifest xmlns:m="${URN}:manifest:1.0" m:version="1.3">${entries.join('')}</m:manifest>`;
}

/** A4, for images without a resolution or with an impossible one. */
const [SHORT_SIDE, LONG_SIDE] = [8.27, 11.69];
/** ISO 32000-1, annex C: the largest page. */
const LARGEST = 200;

/** Width and height of the page: as scanned, or the image fitted into A4. */
function inches({ width, height, resolution }: TiffPage): [width: string, height: string] {
  const [w, h] = [Math.max(1, width), Math.max(1, height)];
  const fit = Math.min((w > h ? LONG_SIDE : SHORT_SIDE) / w, (w > h ? SHORT_SIDE : LONG_SIDE) / h);
  const scanned = resolution ? ([w / resolution[0], h / resolution[1]] as const) : ([w * fit, h * fit] as const);
  const size = Math.max(...scanned) > LARGEST ? ([w * fit, h * fit] as const) : scanned;
  return [size[0].toFixed(4), size[1].toFixed(4)];
}
