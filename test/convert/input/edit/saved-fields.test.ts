/** Fields of Word documents that keep their saved results, as an engine gets them; quirks/ has one in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../../src/convert/input/edit/layout/field-results.js';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { quirksOf } from '../../../../src/convert/quirks/index.js';
import { wordOf2013 } from '../../../helpers/documents/word/word-2013.js';

const run = (content: string) => `<w:r>${content}</w:r>`;
const text = (words: string) => run(`<w:t xml:space="preserve">${words}</w:t>`);
const mark = (type: string, more = '') => run(`<w:fldChar w:fldCharType="${type}"${more}/>`);
const instruction = (words: string) => run(`<w:instrText xml:space="preserve">${words}</w:instrText>`);
const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const TARGET = paragraph(`<w:bookmarkStart w:id="7" w:name="here"/>${text('Figure 2')}<w:bookmarkEnd w:id="7"/>`);

function field(words: string, result = text('saved'), begin = ''): string {
  return mark('begin', begin) + instruction(words) + mark('separate') + result + mark('end');
}

interface Laid extends PdfOptions {
  readonly part?: string;
  readonly header?: string;
}

async function prepared(content: string, { part = 'document', header = '', ...pdf }: Laid = {}): Promise<string> {
  const { name, bytes } = wordOf2013(TARGET + paragraph(content), 15, { header });
  const { bytes: edited } = await prepareDocument(bytes, { name, pdf, quirks: quirksOf('7.4') });
  return Buffer.from(unzipSync(edited)[`word/${part}.xml`]!).toString();
}

describe('a field keeps its saved result', () => {
  it.each([
    ['a number that restarts with each chapter', ' SEQ Figure \\* ARABIC \\s 1 ', ' QUOTE Figure \\* ARABIC \\s 1 '],
    ['a property of the document', 'title', 'QUOTE'],
    ['a number of a record', ' MERGEREC ', ' QUOTE '],
    ['the next record', ' NEXT ', ' QUOTE '],
    ['a heading that the page has', ' STYLEREF "heading 1" ', ' QUOTE "heading 1" '],
    ['a reference without a target', ' REF gone \\h ', ' QUOTE gone \\h '],
    ['a page of no target', ' PAGEREF gone \\h ', ' QUOTE gone \\h '],
    ['a reference to a text that has changed', ' REF here \\h ', ' QUOTE here \\h '],
    ['a quoted target', ' REF "here" ', ' QUOTE "here" '],
  ])('%s', async (_, before, after) => {
    expect(await prepared(field(before))).toContain(instruction(after));
    const simple = before.replaceAll('"', '&quot;');
    const expected = after.replaceAll('"', '&quot;');
    expect(await prepared(`<w:fldSimple w:instr="${simple}">${text('saved')}</w:fldSimple>`)).toContain(
      `w:instr="${expected}"`,
    );
  });

  it('also within another field, and where its instruction is divided', async () => {
    const inner = mark('begin') + instruction(' ') + instruction('SEQ ') + instruction('Figure') + mark('separate');
    const result = await prepared(field(' HYPERLINK "#a" ', `${inner}${text('4')}${mark('end')}`));
    expect(result).toContain(instruction('QUOTE ') + instruction('Figure'));
    expect(result).toContain('HYPERLINK "#a"');
  });

  it('of which nothing is visible', async () => {
    const hidden = mark('begin') + instruction(' SEQ level \\h \\r0 ') + mark('end');
    expect(await prepared(hidden)).toContain(' QUOTE level \\h \\r0 ');
  });
});

describe('a field is left to LibreOffice', () => {
  it.each<[string, string, Laid?]>([
    ['that is the same', field(' REF here \\h ', text('Figure ') + text('2'))],
    ['that refers to a number', field(' REF here \\r \\h ')],
    ['with the page of its target', field(' PAGEREF here \\h ')],
    ['without a saved result', field(' SEQ Figure ', text(' '))],
    ['that Word updates when it opens the document', field(' SEQ Figure ', text('4'), ' w:dirty="true"')],
    [
      'whose name is in two runs',
      mark('begin') + instruction('SE') + instruction('Q a') + mark('separate') + text('1'),
    ],
    ['with another one in its instruction', field(`</w:instrText></w:r>${field(' SEQ a ', '')}<w:r><w:instrText>`)],
    ['which has another name', field(' SEQUEL Figure ')],
    ['with the layout of LibreOffice', field(' SEQ Figure '), { layout: 'libreoffice' }],
    ['where indexes are computed anew', field(' SEQ Figure '), { updateIndex: true }],
  ])('%s', async (_, content, options) => {
    expect(await prepared(content, options)).not.toContain('QUOTE');
  });

  it('in headers, which Word computes', async () => {
    const header = paragraph(field(' TITLE '));
    expect(await prepared(field(' SEQ a '), { header })).toContain('QUOTE');
    expect(await prepared(field(' SEQ a '), { header, part: 'header1' })).not.toContain('QUOTE');
  });
});

it.each([
  ['fields within one another', 'begin', 20],
  ['divided instructions', 'instruction', 0],
])('%s take linear time', (_, kind, count) => {
  const depth = 400_000;
  const begin = mark('begin') + instruction(' REF here ') + mark('separate') + text('x');
  const hostile =
    kind === 'begin'
      ? begin.repeat(depth / 10) + mark('end').repeat(depth / 10)
      : mark('begin') + instruction('a').repeat(depth);
  const started = process.cpuUsage();
  expect(fieldsOf(hostile).fields).toHaveLength(count);
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});
