/** Documents that would take a layout without end, although they are small enough to be read. */
import { deflateSync } from 'node:zlib';
import { pngOf } from '../costly-documents/plain.js';
import { documents, type FormatName } from '../documents.js';
import { editPackage } from '../edit-package.js';
import type { Bomb } from './bombs.js';

export function layoutBombs(): Bomb[] {
  return [
    bomb(
      '100,000 page breaks',
      'breaks.docx',
      'pageBreaks',
      word('<w:p><w:r><w:br w:type="page"/></w:r></w:p>', 100_000),
    ),
    bomb('20,000 sections', 'sections.docx', 'pageBreaks', word('<w:p><w:pPr><w:sectPr/></w:pPr></w:p>', 20_000)),
    bomb('100,000 page breaks', 'breaks.rtf', 'pageBreaks', Buffer.from(`{\\rtf1 ${'x\\page '.repeat(100_000)}}`)),
    bomb(
      '20,000 paragraphs on pages of their own',
      'pagebb.rtf',
      'pageBreaks',
      Buffer.from(`{\\rtf1\\pagebb ${'x\\par '.repeat(20_000)}}`),
    ),
    bomb('20,000 paragraphs on pages of their own', 'breaks.odt', 'pageBreaks', paragraphsOf(STYLE)),
    bomb('20,000 paragraphs in an inherited style', 'inherited.odt', 'pageBreaks', paragraphsOf(INHERITED)),
    bomb('20,000 page breaks', 'breaks.html', 'pageBreaks', page('<p style="page-break-before:always">x', 20_000)),
    bomb(
      '20,000 slides',
      'slides.odp',
      'pageBreaks',
      inside('odp', 'content.xml', '</office:presentation>', '<draw:page/>'.repeat(20_000)),
    ),
    bomb('600,000 HTML elements', 'elements.html', 'htmlElements', page('<p>x', 600_000)),
    bomb('20,000 list items', 'list.html', 'listItems', page('<li>x', 20_000)),
    bomb('a million lines', 'lines.txt', 'paragraphs', Buffer.from('x\n'.repeat(1_000_000))),
    bomb('20,000 form feeds', 'feeds.txt', 'pageBreaks', Buffer.from('x\f'.repeat(20_000))),
    bomb('a million paragraphs', 'paragraphs.rtf', 'paragraphs', Buffer.from(`{\\rtf1 ${'\\par '.repeat(1_000_000)}}`)),
    bomb(
      '600,000 paragraphs',
      'paragraphs.odt',
      'paragraphs',
      inside('odt', 'content.xml', '</office:text>', '<text:p/>'.repeat(600_000)),
    ),
    bomb('20,000 rows', 'rows.html', 'tableRows', page('<tr><td>x', 20_000)),
    bomb(
      '20,000 rows',
      'rows.docx',
      'tableRows',
      word('<w:tr><w:tc><w:p/></w:tc></w:tr>', 20_000, '<w:tbl>', '</w:tbl>'),
    ),
    bomb('20,000 images', 'images.html', 'frames', page('<p><img src="a.png">', 20_000)),
    bomb('50,000 pieces of a paragraph', 'pieces.html', 'paragraphRuns', page('<b>x</b> ', 50_000)),
    bomb(
      '50,000 pieces of a paragraph',
      'pieces.docx',
      'paragraphRuns',
      word('<w:r><w:t>x</w:t></w:r>', 50_000, '<w:p>', '</w:p>'),
    ),
    bomb(
      '20,000 frames',
      'frames.odt',
      'frames',
      inside('odt', 'content.xml', '</office:text>', '<draw:frame/>'.repeat(20_000)),
    ),
    bomb(
      '14 nested tables',
      'tables.docx',
      'depth',
      word('<w:tbl><w:tr><w:tc>', 14, '', `<w:p/>${'<w:p/></w:tc></w:tr></w:tbl>'.repeat(14)}`),
    ),
    bomb('an SVG image that doubles 40 times', 'use.svg', 'svgElements', doubling('<use href="#ID"/>')),
    bomb('an SVG image that doubles by patterns', 'pattern.svg', 'svgElements', doubling('<path fill="url(#ID)"/>')),
    bomb(
      'an SVG image that doubles in a document',
      'use.docx',
      'svgElements',
      inPackage('word/media/image1.svg', doubling('<use href="#ID"/>')),
    ),
    bomb('12 images of 100 megapixels', 'images.docx', 'allPixels', images(12, 10_000)),
    bomb(
      'an image of 400 megapixels in HTML',
      'data.html',
      'pixels',
      page(`<img src="data:image/png;base64,${LARGE.toString('base64')}">`, 1),
    ),
    bomb(
      'an image of 400 megapixels in SVG',
      'data.svg',
      'pixels',
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg"><image href='data:image/png;base64,${LARGE.toString('base64')}'/></svg>`,
      ),
    ),
    bomb(
      'an image of 400 megapixels in RTF',
      'picture.rtf',
      'pixels',
      Buffer.from(`{\\rtf1 {\\pict\\pngblip\\picw9\\pich9 \n${LARGE.toString('hex')}}}`),
    ),
    bomb('an image of 400 megapixels in flat XML', 'image.fodt', 'pixels', flatImage()),
    bomb('20 keys with 10,000,000 iterations', 'keys.odt', 'keyIterations', keys(20), 'secret'),
  ];
}

/** 20,000 by 20,000 pixels in the header. */
const LARGE = Buffer.from(heightSet(pngOf(20_000, 1), 20_000)).subarray(0, 200);

function flatImage(): Uint8Array {
  const data = LARGE.toString('base64').replace(/.{60}/g, '$&\n');
  const image = `<text:p><draw:frame><draw:image><office:binary-data>${data}</office:binary-data></draw:image></draw:frame></text:p>`;
  return Buffer.from(
    Buffer.from(documents.fodt().bytes).toString().replace('</office:text>', `${image}</office:text>`),
  );
}

const bomb = (kind: string, name: string, limit: string, bytes: Uint8Array, password?: string): Bomb => ({
  kind,
  name,
  limit,
  bytes,
  ...(password && { password }),
});

function inside(format: FormatName, part: string, before: string, content: string): Uint8Array {
  return editPackage(documents[format]().bytes, { [part]: xml => xml.replace(before, () => `${content}${before}`) });
}

const word = (piece: string, count: number, start = '', end = '') =>
  inside('docx', 'word/document.xml', '</w:body>', `${start}${piece.repeat(count)}${end}`);

const page = (piece: string, count: number) =>
  Buffer.from(`<!DOCTYPE html><html><body>${piece.repeat(count)}</body></html>`);

const STYLE =
  '<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>';
const INHERITED = `${STYLE.replace('P1', 'P0')}<style:style style:name="P1" style:parent-style-name="P0"/>`;

/** The style is in styles.xml, which stands behind the text in the package. */
const paragraphsOf = (style: string) =>
  editPackage(documents.odt().bytes, {
    'content.xml': xml =>
      xml.replace('</office:text>', `${'<text:p text:style-name="P1"/>'.repeat(20_000)}</office:text>`),
    'styles.xml': xml =>
      xml.replace('<office:automatic-styles>', `<office:styles>${style}</office:styles><office:automatic-styles>`),
  });

function doubling(reference: string): Uint8Array {
  const level = (_: unknown, i: number) => `<g id="g${i + 1}">${reference.replace('ID', `g${i}`).repeat(2)}</g>`;
  const levels = Array.from({ length: 40 }, level).join('');
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"><path/></g>${levels}</svg>`);
}

const inPackage = (name: string, content: Uint8Array) => editPackage(documents.docx().bytes, { [name]: content });

function images(count: number, side: number): Uint8Array {
  const [first, pixels] = [pngOf(side, 1), deflateSync(Buffer.alloc((side + 1) * side), { level: 9 })];
  const image = (i: number) => Buffer.concat([heightSet(first, side + i), pixels.subarray(0, 1000)]);
  return editPackage(
    documents.docx().bytes,
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`word/media/image${i}.png`, image(i)])),
  );
}

/** The height in the header of a PNG. */
function heightSet(png: Uint8Array, height: number): Uint8Array {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(height, 20);
  return copy;
}

/** Parts with a salt of their own each. */
function keys(count: number): Uint8Array {
  const entry = (_: unknown, i: number) =>
    `<m:file-entry m:full-path="p${i}"><m:encryption-data><m:algorithm m:algorithm-name="#aes256-cbc" m:initialisation-vector="${'A'.repeat(22)}=="/><m:key-derivation m:key-derivation-name="PBKDF2" m:iteration-count="10000000" m:salt="${Buffer.from(`${i}`).toString('base64')}"/></m:encryption-data></m:file-entry>`;
  const parts = Array.from({ length: count }, (_, i) => [`p${i}`, Buffer.alloc(16)] as const);
  return editPackage(documents.odt().bytes, {
    ...Object.fromEntries(parts),
    'META-INF/manifest.xml': xml =>
      xml.replace('</m:manifest>', `${Array.from({ length: count }, entry).join('')}</m:manifest>`),
  });
}
