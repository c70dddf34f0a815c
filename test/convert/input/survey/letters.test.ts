/** Letters of a document with which the PDF is compared, since LibreOffice may leave them out without a sign. */
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { openTextWith, sheetWith, slideWith, wordWith } from '../../../helpers/documents/with.js';
import { documents, type Fixture } from '../../../helpers/documents.js';

const lettersOf = async ({ bytes, name }: Fixture) => {
  const { content } = await prepareDocument(bytes, { name });
  return [...content.letters].map(code => String.fromCodePoint(code)).join('');
};

const plain = (name: string, text: string): Fixture => ({ ...documents.txt(''), name, bytes: Buffer.from(text) });
const word = (run: string) => wordWith(`<w:p><w:r>${run}</w:r></w:p>`);
const cell = (text: string) => sheetWith(`<c t="inlineStr"><is>${text}</is></c>`);
const slide = (text: string) =>
  slideWith(
    `<p:sp><p:nvSpPr><p:cNvPr id="9" name="ข"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`,
  );
const svg = (text: string) =>
  plain('a.svg', `<svg xmlns="http://www.w3.org/2000/svg"><title>ข</title><text x="1" y="9">${text}</text></svg>`);

it.each<[kind: string, document: (text: string) => Fixture]>([
  ['plain text', text => plain('a.txt', text)],
  ['CSV', text => plain('a.csv', `${text},x`)],
  ['HTML', text => plain('a.html', `<html><head><title>ข</title></head><body><p>${text}</p></body></html>`)],
  ['Markdown', text => plain('a.md', text)],
  ['SVG', svg],
  ['Word documents', text => word(`<w:t>${text}</w:t>`)],
  ['workbooks', text => cell(`<t>${text}</t>`)],
  ['presentations', slide],
  ['OpenDocument texts', text => openTextWith(`<text:p>${text}</text:p>`)],
  [
    'paragraphs behind a comment of OpenDocument',
    text =>
      openTextWith(
        `<text:p><office:annotation><text:p>ข</text:p></office:annotation></text:p><text:p>${text}</text:p>`,
      ),
  ],
])('are found in %s', async (_, document) => {
  expect(await lettersOf(document('Latin é Ж Ω 1 ☎ 😀 ก漢አ𐎀 end'))).toBe('ก漢አ𐎀');
});

it.each<[title: string, document: Fixture]>([
  ['instructions of fields', word('<w:instrText>ก</w:instrText>')],
  ['phonetic hints', cell('<t>x</t><rPh sb="0" eb="1"><t>ก</t></rPh>')],
  ['comments', openTextWith('<text:p><office:annotation><text:p>ก</text:p></office:annotation></text:p>')],
  ['documents with hidden text', word('<w:rPr><w:vanish/></w:rPr><w:t>ก</w:t>')],
  ['workbooks with hidden rows', sheetWith('<c t="inlineStr"><is><t>ก</t></is></c></row><row hidden="1">')],
  [
    'number formats',
    openTextWith(
      '<text:p>x</text:p>',
      '<number:date-style xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" style:name="N1"><number:text>ก</number:text></number:date-style>',
    ),
  ],
  ['style sheets', plain('a.html', '<html><head><style>.a { content: "ก" }</style></head><body>x</body></html>')],
  ['another encoding', { ...plain('a.txt', ''), bytes: Buffer.from([0xd7, 0xa1, 0xd6, 0xd0, 0x0a]) }],
  ['Latin 1', { ...plain('a.html', ''), bytes: Buffer.from('<html><p>\xe9\xa0\xa0 \xe9t\xe9</p></html>', 'latin1') }],
])('are not those of %s', async (_, document) => {
  expect(await lettersOf(document)).toBe('');
});

it('are bounded in number', async () => {
  const many = Array.from({ length: 5000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('\n');
  expect((await lettersOf(plain('a.txt', many))).length).toBe(2000);
});
