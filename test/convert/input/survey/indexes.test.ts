/** LibreOffice updates the indexes of documents that may have one; of others it does not have to know their pages for that. */
import { expect, it } from 'vitest';
import { formatNamed } from '../../../../src/convert/formats.js';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { RecomputedFields } from '../../../../src/convert/input/survey/office/fields.js';
import type { Fact, Surveyed } from '../../../../src/convert/input/survey/surveyor.js';
import { edited, openTextWith, wordWith } from '../../../helpers/documents/with.js';
import { documents, type Fixture } from '../../../helpers/documents.js';

const mayHaveIndex = async ({ bytes, name }: Fixture) => (await prepareDocument(bytes, { name })).mayHaveIndex;

const paragraph = (runs: string) => `<w:p>${runs}</w:p>`;
const run = (content: string) => `<w:r>${content}</w:r>`;
const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`);
const code = (text: string) => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`);
const complex = (...codes: readonly string[]) =>
  paragraph(`${mark('begin')}${codes.map(code).join('')}${mark('separate')}${run('<w:t>1</w:t>')}${mark('end')}`);
const simple = (instruction: string) => paragraph(`<w:fldSimple w:instr="${instruction}"><w:r/></w:fldSimple>`);
const part = (root: string, xml: string) =>
  wordWith('', {
    [`word/${root}1.xml`]: `<w:${root} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${xml}</w:${root}>`,
  });
const gallery = (name: string) =>
  `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="${name}"/></w:docPartObj></w:sdtPr><w:sdtContent/></w:sdt>`;
const openIndex = (name: string) => `<text:${name} text:name="I"><text:index-body/></text:${name}>`;
const inUtf16 = (fixture: Fixture) =>
  edited(fixture, {
    'word/document.xml': text => Buffer.from(`\ufeff${text.replace(/encoding="[^"]*"/, '')}`, 'utf16le'),
  });

it.each<[string, Fixture]>([
  ['TOC', wordWith(complex(' TOC \\o "1-3" \\h '))],
  ['toc in lower case', wordWith(complex('toc'))],
  ['INDEX', wordWith(complex(' INDEX \\c "2" '))],
  ['TOA', wordWith(complex('TOA \\h'))],
  ['BIBLIOGRAPHY', wordWith(complex(' BIBLIOGRAPHY  \\l 1031 '))],
  ['a simple field', wordWith(simple(' TOC \\o '))],
  ['a simple field with a long instruction', wordWith(simple(`${' '.repeat(2000)}TOC`))],
  [
    'a simple field with instructions of two prefixes',
    wordWith('<w:fldSimple xmlns:z="urn:z" z:instr="PAGE" w:instr="TOC"/>'),
  ],
  [
    'a simple field with one of them behind what is read of a tag',
    wordWith(`<w:fldSimple xmlns:z="urn:z" z:instr="PAGE" z:x="${' '.repeat(2000)}" w:instr="TOC"/>`),
  ],
  ['a long instruction', wordWith(complex(' '.repeat(2000), 'TOC'))],
  ['an instruction in several runs', wordWith(complex(' T', 'O', 'C \\o'))],
  ['an instruction around another field', wordWith(complex(' TOC ', `${mark('begin')}PAGE${mark('end')}`))],
  ['an instruction in a CDATA section', wordWith(complex('<![CDATA[TOC]]>'))],
  ['one whose end is in a CDATA section', wordWith(complex(' TO<![CDATA[C]]>'))],
  ['one whose beginning is in a CDATA section', wordWith(complex('<![CDATA[TO]]>C'))],
  ['an instruction with a reference to a character', wordWith(complex('&#84;OC'))],
  ['a field without a result', wordWith(paragraph(`${mark('begin')}${code('TOC')}${mark('end')}`))],
  ['a field without an end', wordWith(paragraph(`${mark('begin')}${code('TOC')}`))],
  [
    'a deleted field',
    wordWith(paragraph(`${mark('begin')}<w:del>${run('<w:delInstrText>TOC</w:delInstrText>')}</w:del>`)),
  ],
  ['a header', part('hdr', complex('TOC'))],
  ['a footer', part('ftr', simple('TOC'))],
  ['a text box', wordWith(paragraph(run(`<w:pict><w:txbxContent>${complex('TOC')}</w:txbxContent></w:pict>`)))],
  ['a content control of Word', wordWith(gallery('Table of Contents'))],
  ['a content control of a bibliography', wordWith(gallery('Bibliographies'))],
  ['a document in a part', wordWith('<w:altChunk r:id="r9"/>')],
  ['UTF-16', inUtf16(wordWith(complex('TOC')))],
  ...[
    'table-of-content',
    'illustration-index',
    'table-index',
    'object-index',
    'user-index',
    'alphabetical-index',
    'bibliography',
  ].map((name): [string, Fixture] => [`text:${name}`, openTextWith(openIndex(name))]),
  ['an index in a section', openTextWith(`<text:section>${openIndex('bibliography')}</text:section>`)],
  ['a section of another document', openTextWith('<text:section><text:section-source/></text:section>')],
  ['Rich Text, which is not searched', documents.rtf()],
])('%s: there may be an index', async (_, document) => {
  expect(await mayHaveIndex(document)).toBe(true);
});

it.each([
  ['Word', wordWith(complex(' PAGEREF _Toc123 \\h ') + complex('HYPERLINK \\l "_Toc123"') + simple('DATE'))],
  ['text that names them', wordWith(paragraph(run('<w:t>TOC INDEX</w:t>')) + simple('PAGE'))],
  ['marks of entries', wordWith(complex(' XE "a" ') + complex('TC "b"'))],
  ['content controls for page numbers', wordWith(gallery('Page Numbers (Bottom of Page)'))],
  ['OpenDocument', openTextWith('<text:p><text:alphabetical-index-mark text:string-value="a"/>x</text:p>')],
])('%s: there is none', async (_, document) => {
  expect(await mayHaveIndex(document)).toBe(false);
});

it.each([
  ['ends', ['<w:instrText>x<![CDATA[TOC]]', '>x</w:instrText>']],
  ['ends, with no other text before it', ['<w:instrText><![CDATA[TOC]]', '>x</w:instrText>']],
  ['has ended', ['<w:instrText><![CDATA[TOC]]>', 'x</w:instrText>']],
  ['begins', ['<w:instrText>x<', '![CDATA[TOC]]></w:instrText>']],
])('there may be an index where a piece of the part begins as a CDATA section %s', (_, pieces) => {
  expect(factsOf(pieces)).toContain('index');
});

it('there is none where an instruction is in one piece', () => {
  expect(factsOf(['<w:instrText>PAGE</w:instrText>'])).not.toContain('index');
});

/** Of an instruction whose part is read in these pieces. */
function factsOf(pieces: readonly string[]): Set<Fact> {
  const facts = new Set<Fact>();
  const fields = new RecomputedFields({ kind: 'word', format: formatNamed('docx')!, facts } as unknown as Surveyed);
  fields.tag('w:instrText', 'instrtext', null, 3);
  for (const piece of pieces) {
    const texts = piece.matchAll(/(?<=^|>)x(?=<)|(?<=>)PAGE/g);
    for (const { index, 0: text } of texts) fields.text(Buffer.from(piece), index, index + text.length);
  }
  fields.tag('w:fldChar w:fldCharType="end"', 'fldchar', null, 3);
  return facts;
}
