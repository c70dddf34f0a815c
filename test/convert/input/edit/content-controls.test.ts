/** Content controls as an engine gets them; quirks/ has one in a PDF. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { openTextWith, wordWith } from '../../../helpers/documents/with.js';
import { partOf } from '../../../helpers/edit-package.js';

const run = (words: string, properties = '') => `<w:r>${properties}<w:t>${words}</w:t></w:r>`;
const control = (properties: string, content: string, attributes = '') =>
  `<w:sdt${attributes}><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const p = (content: string) => `<w:p>${content}</w:p>`;
const STRICT = 'http://purl.oclc.org/ooxml/wordprocessingml/main';

async function prepared(content: string, parts: Parameters<typeof wordWith>[1] = {}, pdf = {}): Promise<string> {
  const { name, bytes } = wordWith(content, parts);
  const text = partOf((await prepareDocument(bytes, { name, pdf })).bytes, 'word/document.xml');
  return text.slice(text.indexOf('<w:body>') + '<w:body>'.length);
}

describe('a control is replaced by its content', () => {
  const cell = `<w:tc>${p(run('cell'))}</w:tc>`;
  it.each([
    ['in a paragraph', (c: (content: string) => string) => p(run('before') + c(run('a')) + run('after'))],
    ['of paragraphs', (c: (content: string) => string) => c(p(run('a')) + p(run('b')))],
    ['of a cell', (c: (content: string) => string) => `<w:tbl><w:tr>${c(cell)}</w:tr></w:tbl>`],
    ['of a row', (c: (content: string) => string) => `<w:tbl>${c(`<w:tr>${cell}</w:tr>`)}</w:tbl>`],
    ['within another one', (c: (content: string) => string) => c(p(c(run('a'))))],
  ])('%s', async (_, around) => {
    for (const type of ['', '<w:text/>', '<w:dropDownList><w:listItem w:value="a"/></w:dropDownList>', '<w:date/>'])
      expect(await prepared(around(content => control(type, content)))).toContain(around(content => content));
  });

  it('whatever the options are, in strict documents, and in images', async () => {
    const content = p(control('<w:text/>', run('a')));
    const strict = { 'word/document.xml': (xml: string) => xml.replace(/xmlns:w="[^"]*"/, `xmlns:w="${STRICT}"`) };
    for (const pdf of [{ layout: 'libreoffice' }, { formFields: true }, { formFields: false }, { to: 'png' }])
      expect(await prepared(content, {}, pdf)).toContain(p(run('a')));
    expect(
      await prepared(content, {
        'word/document.xml': xml => strict['word/document.xml'](xml).replace('<w:body>', `<w:body>${content}`),
      }),
    ).toContain(p(run('a')));
    expect(await prepared(content, {}, { to: 'odt' })).toContain(content);
  });

  it('and becomes a building block where its tags declare names', async () => {
    const before = p(control('<w:text/>', '<q:a/>', ' xmlns:q="urn:q"'));
    expect(await prepared(before)).toContain(before.replace('<w:text/>', '<w:docPartObj/>'));
  });
});

it.each([
  '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>',
  '<w:picture/>',
  '<w:citation/>',
])('%s stays', async type => {
  const content = control(type, p(run('a')));
  expect(await prepared(content)).toContain(content);
});

describe('the data that a control shows', () => {
  const ID = '{11111111-1111-1111-1111-11111111AAAA}';
  const binding = (xpath: string, id = ID) =>
    `<w:dataBinding w:prefixMappings="xmlns:n='urn:x'" w:xpath="${xpath}" w:storeItemID="${id}"/><w:text/>`;
  const data = {
    'customXml/item1.xml': '<root xmlns="urn:x"><a>first</a><a>A &amp; B\nC</a><empty/></root>',
    'customXml/itemProps1.xml': `<d:datastoreItem xmlns:d="urn:d" d:itemID="${ID.toLowerCase()}"/>`,
    '[Content_Types].xml': (xml: string) =>
      xml.replace(
        '</Types>',
        '<Override PartName="/customXml/itemProps1.xml" ContentType="application/vnd.openxmlformats-officedocument.customXmlProperties+xml"/></Types>',
      ),
  };
  const value = (words: string) => `<w:t xml:space="preserve">${words}</w:t>`;

  it.each([
    ['is printed', '/n:root[1]/n:a[1]', `<w:r>${value('first')}</w:r><w:r></w:r>`],
    ['has lines', '/n:root/n:a[2]', `<w:r>${value('A &amp; B')}<w:br/>${value('C')}</w:r><w:r></w:r>`],
    ['may be empty', '/n:root[1]/n:empty[1]', `<w:r>${value('')}</w:r><w:r></w:r>`],
    ['is not there', '/n:root[1]/n:b[1]', run('old') + run('er')],
    ['is of another name', '/root[1]/a[1]', run('old') + run('er')],
    ['is found in another way', '//n:a', run('old') + run('er')],
  ])('%s', async (_, xpath, expected) => {
    expect(await prepared(p(control(binding(xpath), run('old') + run('er'))), data)).toContain(p(expected));
  });

  it('is no other data with such names', async () => {
    const content = p(control(binding('/n:root[1]/n:a[1]', '{0}'), run('old')));
    expect(await prepared(content, data)).toContain(p(run('old')));
  });

  it('takes the place of a placeholder and its style, unless it is empty', async () => {
    const placeholder = run('Click', '<w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr>');
    const bound = (name: string) => p(control(`<w:showingPlcHdr/>${binding(`/n:root[1]/n:${name}[1]`)}`, placeholder));
    expect(await prepared(bound('a'), data)).toContain(`<w:r><w:rPr></w:rPr>${value('first')}</w:r>`);
    expect(await prepared(bound('empty'), data)).toContain(placeholder);
  });
});

it('controls of OpenDocument texts are replaced by their text', async () => {
  const names = 'xmlns:x="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"';
  const { name, bytes } = openTextWith(
    `<text:p ${names}>a<x:content-control x:dropdown="true"><x:list-item x:value="b"/><text:span>c</text:span></x:content-control></text:p>`,
  );
  expect(partOf((await prepareDocument(bytes, { name })).bytes, 'content.xml')).toContain(
    `<text:p ${names}>a<text:span>c</text:span></text:p>`,
  );
});
