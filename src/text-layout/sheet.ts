/**
 * The texts of stamps as a document for LibreOffice, one page for each: it finds the fonts, shapes the letters and orders
 * them. A link around the text says in the PDF how much place it takes (ISO 32000-2, 12.5.6.5).
 */
import { escapeXml } from '../text.js';

/** In points; stamps are scaled to their size on the page. A large size keeps the rounding of positions invisible. */
export const FONT_SIZE = 48;

export interface Paragraph {
  /** Bold line before the text. */
  readonly heading?: string;
  readonly text: string;
  /** "rrggbb" */
  readonly color: string;
  readonly align: 'left' | 'center' | 'right';
  /** In points; longer texts are broken into several lines. */
  readonly column: number;
}

/**
 * In points. LibreOffice 7.4 counts the width of a line in 16 bits, in units of 1/20 point, and breaks those of a wider page
 * anywhere. The height is enough for a thousand of the widest characters.
 */
export const PAGE = { width: 3000, height: 8400 } as const;

/** The links' addresses end with the position of the paragraph. */
export const LINK = 'http://stamp.invalid/';

/** Of a family that every LibreOffice has; other characters are taken from fonts that have them. */
const FONT = "'Liberation Sans', Arial, sans-serif";
const NAMESPACES = [
  ['office', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'],
  ['style', 'urn:oasis:names:tc:opendocument:xmlns:style:1.0'],
  ['text', 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
  ['xlink', 'http://www.w3.org/1999/xlink'],
].map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);

/** A flat OpenDocument text (ODF 1.3 part 3, 3.1.2). */
export function sheetOf(paragraphs: readonly Paragraph[]): Buffer {
  const size = ['', '-asian', '-complex'].map(
    script => `${script ? 'style:' : 'fo:'}font-size${script}="${FONT_SIZE}pt"`,
  );
  const fonts = ['', '-asian', '-complex'].map(script => `style:font-name${script}="F"`);
  const layout = `fo:page-width="${PAGE.width}pt" fo:page-height="${PAGE.height}pt" fo:margin="0pt"`;
  const styles = paragraphs.flatMap((paragraph, i) => [
    styleOf(`P${i}`, paragraph, true),
    styleOf(`Q${i}`, paragraph, false),
  ]);
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document${NAMESPACES.join('')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">` +
      `<office:font-face-decls><style:font-face style:name="F" svg:font-family="${FONT}"/></office:font-face-decls>` +
      `<office:styles><style:default-style style:family="paragraph"><style:text-properties ${[...fonts, ...size].join(' ')} style:letter-kerning="true"/></style:default-style>` +
      '<style:style style:name="T" style:family="text"><style:text-properties style:text-underline-style="none"/></style:style>' +
      '<style:style style:name="H" style:family="text" style:parent-style-name="T"><style:text-properties fo:font-weight="bold" style:font-weight-asian="bold" style:font-weight-complex="bold"/></style:style></office:styles>' +
      `<office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties ${layout}/></style:page-layout>${styles.join('')}</office:automatic-styles>` +
      '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"/></office:master-styles>' +
      `<office:body><office:text>${paragraphs.map(linesOf).join('')}</office:text></office:body></office:document>`,
  );
}

function styleOf(name: string, { text, color, align, column }: Paragraph, isFirst: boolean): string {
  const direction = STARTS_RIGHT.test(text) ? 'rl-tb' : 'lr-tb';
  const side = (PAGE.width - column) / 2;
  const properties = `fo:text-align="${align}" style:writing-mode="${direction}" fo:margin-left="${side}pt" fo:margin-right="${side}pt"`;
  const page = isFirst ? ' fo:break-before="page"' : '';
  return `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties ${properties}${page}/><style:text-properties fo:color="#${color}"/></style:style>`;
}

/** The first letter is of a script that is written from right to left. */
export const STARTS_RIGHT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Lines are paragraphs: LibreOffice makes the area of a link that continues on the next line as wide as the column. */
function linesOf({ heading, text }: Paragraph, i: number): string {
  const lines = text.split('\n').map(line => linked(line, i, 'T'));
  if (heading) lines.unshift(linked(heading, i, 'H'));
  return lines.map((line, at) => `<text:p text:style-name="${at === 0 ? 'P' : 'Q'}${i}">${line}</text:p>`).join('');
}

function linked(line: string, i: number, style: 'T' | 'H'): string {
  if (line === '') return '';
  const spaced = escapeXml(line).replace(/ {2,}/g, spaces => `<text:s text:c="${spaces.length}"/>`);
  return `<text:a xlink:href="${LINK}${i}" text:style-name="${style}" text:visited-style-name="${style}">${spaced}</text:a>`;
}
