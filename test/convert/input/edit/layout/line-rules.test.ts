/** Spacing of lines of Word documents, as an engine gets it; quirks/ has the places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { wordOf2013 } from '../../../../helpers/documents/word/word-2013.js';

const STYLE = '<w:style w:type="paragraph"><w:pPr><w:spacing w:line="276"/></w:pPr></w:style>';

async function laidOut(
  body: string,
  part = 'document',
  pdf: PdfOptions = {},
  version = '24.8',
  styles = STYLE,
): Promise<string> {
  const { name, bytes } = wordOf2013(body, 15, { styles, header: paragraph('<w:spacing w:line="300"/>') });
  const quirks = quirksOf(version);
  const prepared = await prepareDocument(bytes, { name, pdf, quirks, fonts: async () => new Set() });
  return Buffer.from(unzipSync(prepared.bytes)[`word/${part}.xml`]!).toString();
}

const paragraph = (properties: string) => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
const MULTIPLE = paragraph('<w:spacing w:before="40" w:line="360"/>');

describe('spacing of lines without a rule is a multiple', () => {
  it.each([
    ['of the text', 'document', '<w:spacing w:lineRule="auto" w:before="40" w:line="360"/>'],
    ['of styles', 'styles', '<w:spacing w:lineRule="auto" w:line="276"/>'],
    ['of headers', 'header1', '<w:spacing w:lineRule="auto" w:line="300"/>'],
  ])('%s', async (_, part, expected) => {
    expect(await laidOut(MULTIPLE, part)).toContain(expected);
  });

  it.each<[string, string, PdfOptions?, string?]>([
    ['a rule', paragraph('<w:spacing w:line="360" w:lineRule="exact"/>')],
    ['no lines', paragraph('<w:spacing w:before="360"/>')],
    ['spacing of letters', '<w:p><w:r><w:rPr><w:spacing w:val="20"/></w:rPr><w:t>x</w:t></w:r></w:p>'],
    ['a comment', `<!-- ${MULTIPLE} -->${MULTIPLE}`],
    ['the layout of LibreOffice', MULTIPLE, { layout: 'libreoffice' }],
    ['LibreOffice 25.2', MULTIPLE, {}, '25.2'],
  ])('with %s it is left', async (_, body, pdf, version) => {
    expect(await laidOut(body, 'document', pdf, version)).toContain(body);
  });
});

describe('on a grid of lines', () => {
  const grid = (type = 'w:type="lines"') => `<w:sectPr><w:docGrid ${type} w:linePitch="360"/></w:sectPr>`;
  const OFF = '<w:snapToGrid w:val="0"/>';
  const EXACT = '<w:spacing w:line="400" w:lineRule="exact"/>';

  it.each([EXACT, '<w:spacing w:line="361" w:lineRule="atLeast"/>'])('%s leaves it', async spacing => {
    expect(await laidOut(paragraph(spacing) + grid())).toContain(`<w:pPr>${OFF}${spacing}</w:pPr>`);
  });

  it.each([
    ['a least height within the grid', paragraph('<w:spacing w:line="360" w:lineRule="atLeast"/>'), grid()],
    ['a multiple', paragraph('<w:spacing w:line="480" w:lineRule="auto"/>'), grid()],
    ['a paragraph that states it', paragraph(`<w:snapToGrid/>${EXACT}`), grid()],
    ['a grid without lines', paragraph(EXACT), grid('w:type="default"')],
    ['a grid without a type', paragraph(EXACT), grid('')],
    ['a grid of characters', paragraph(EXACT), grid('w:type="linesAndChars"')],
    ['a document with a grid of characters', paragraph(EXACT), grid() + grid('w:type="snapToChars"')],
  ])('%s stays', async (_, body, section) => {
    expect(await laidOut(body + section)).toContain(body);
  });

  describe('where a style leaves it', () => {
    const style = (properties: string) => `<w:style w:type="paragraph"><w:pPr>${properties}</w:pPr></w:style>`;
    const MULTIPLE_OF_STYLE = '<w:spacing w:line="240" w:lineRule="auto"/>';
    const read = (part: string, styles: string) =>
      laidOut(
        paragraph(MULTIPLE_OF_STYLE) + paragraph('<w:spacing w:before="20"/>') + grid(),
        part,
        {},
        '24.8',
        styles,
      );

    it('what states another spacing returns', async () => {
      const styles = style(EXACT) + style(MULTIPLE_OF_STYLE);
      const [text, changed] = [await read('document', styles), await read('styles', styles)];
      expect(changed).toContain(style(OFF + EXACT) + style(`<w:snapToGrid/>${MULTIPLE_OF_STYLE}`));
      expect(text).toContain(
        paragraph(`<w:snapToGrid/>${MULTIPLE_OF_STYLE}`) + paragraph('<w:spacing w:before="20"/>'),
      );
    });

    it.each([style(MULTIPLE_OF_STYLE), style(EXACT) + style('<w:snapToGrid w:val="0"/>')])('%s stays', async styles => {
      expect(await read('styles', styles)).toContain(styles);
      expect(await read('document', styles)).toContain(paragraph(MULTIPLE_OF_STYLE));
    });
  });
});
