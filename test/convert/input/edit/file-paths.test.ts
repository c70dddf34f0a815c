/** Fields that show the path of the file: the folder of the worker is not printed. */
import { expect, it } from 'vitest';
import { slideOf, textBox } from '../../../helpers/documents/slide-texts.js';
import { edited, openTextWith, wordWith } from '../../../helpers/documents/with.js';
import { documents, type Fixture } from '../../../helpers/documents.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { sharedConverter } from '../../engine-setup.js';

const converter = sharedConverter();

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const field = (codes: string) =>
  wordWith(`<w:p>${mark('begin')}${codes}${mark('separate')}<w:r><w:t>saved</w:t></w:r>${mark('end')}</w:p>`);
const openField = (attributes: string) => `<text:p>[<text:file-name${attributes}>saved</text:file-name>]</text:p>`;
const sheet = (xml: string, more = '') =>
  edited(documents.xlsx('x'), {
    'xl/worksheets/sheet1.xml': text =>
      text
        .replace(/<sheetData>.*<\/sheetData>/s, `<sheetData><row r="1">${xml}</row></sheetData>`)
        .replace('</worksheet>', `${more}</worksheet>`),
  });
const header = (codes: string) =>
  sheet('<c r="A1"><v>1</v></c>', `<headerFooter><oddHeader>&amp;L${codes}</oddHeader></headerFooter>`);

const CASES: readonly (readonly [name: string, document: Fixture, shown: string])[] = [
  ['Word', field(code(' FILENAME \\p ')), 'sample.docx x'],
  ['Word, divided among runs', field(code(' FILE') + code('NAME') + code(' \\p ')), 'sample.docx x'],
  [
    'Word, simple field',
    wordWith(
      '<w:p><w:fldSimple w:instr=" filename \\* MERGEFORMAT \\p"><w:r><w:t>saved</w:t></w:r></w:fldSimple></w:p>',
    ),
    'sample.docx x',
  ],
  ['OpenDocument', openTextWith(openField(' text:display="full"')), '[sample.odt] x'],
  ['OpenDocument, without display', openTextWith(openField('')), '[sample.odt] x'],
  ['OpenDocument, folder', openTextWith(openField(' text:display="path"')), '[sample.odt] x'],
  ['OpenDocument, name', openTextWith(openField(' text:display="name"')), '[sample] x'],
  ['OpenDocument, fixed', openTextWith(openField(' text:display="full" text:fixed="true"')), '[saved] x'],
  [
    'slides',
    edited(documents.odp('k'), {
      'content.xml': xml => xml.replace('>k<', '>[<text:file-name text:display="full"/>]<'),
    }),
    '[sample.odp]',
  ],
  [
    'slides of PowerPoint',
    slideOf(
      textBox('<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="file"><a:t>[saved]</a:t></a:fld></a:p>'),
    ),
    '[saved]',
  ],
  ['a header of Excel', header('&amp;Z&amp;F'), 'sample.xlsx 1'],
  ['a header of Excel with an ampersand', header('A&amp;&amp;Z'), 'A&Z 1'],
  ['a formula of Excel', sheet('<c r="A1" t="str"><f>CELL("filename",A1)</f><v>saved</v></c>'), 'saved'],
  [
    'Rich Text',
    {
      name: 'a.rtf',
      bytes: Buffer.from('{\\rtf1 {\\field{\\*\\fldinst FILENAME \\\\p}{\\fldrslt saved}}\\par}'),
      text: '',
    },
    'a.rtf',
  ],
];

describeTools('the path of the file', ['soffice.bin', 'pdftotext'], () => {
  it.each(CASES)('%s', async (_, document, shown) => {
    const words = (await wordsOf((await converter.convert(document)).pdf)).trim();
    expect(words).not.toMatch(/\/|file:/);
    expect(words).toBe(shown);
  });
});
