/** Tracked changes on every engine, outside of the body of the text, and in large numbers. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { edited, openTextWith, wordWith } from '../../../../helpers/documents/with.js';
import { documents, type Fixture } from '../../../../helpers/documents.js';
import { editPackage, partOf } from '../../../../helpers/edit-package.js';
import { wordsOf } from '../../../../helpers/pdf-text.js';
import { describeTools, describeWith } from '../../../../helpers/requires.js';
import { embedded, sharedConverter } from '../../../engine-setup.js';
import { VERSIONS } from './cases.js';
import { OPEN_CASES, openText } from './open-cases.js';

const converter = sharedConverter();

const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const changed = (where: string) =>
  `<w:p><w:ins w:id="1" w:author="A"><w:r><w:t>${where}new</w:t></w:r></w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>${where}old</w:delText></w:r></w:del></w:p>`;
const notes = (kind: string) => `<w:${kind}s ${NAMES}><w:${kind} w:id="2">${changed(kind)}</w:${kind}></w:${kind}s>`;
const PARTS = {
  header: `<w:hdr ${NAMES}>${changed('header')}</w:hdr>`,
  footer: `<w:ftr ${NAMES}>${changed('footer')}</w:ftr>`,
  footnotes: notes('footnote'),
  endnotes: notes('endnote'),
};
const PLACES = ['header', 'footer', 'footnote', 'endnote'];

/** Changes in headers, footers and notes. */
function changedEverywhere(): Fixture {
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
  const relations = names.map(name => `<Relationship Id="${name}" Type="${OFFICE}/${name}" Target="${name}.xml"/>`);
  const types = names.map(
    name =>
      `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml"/>`,
  );
  const references = '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>';
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/></w:sectPr>';
  const fixture = wordWith(`<w:p><w:r><w:t>body</w:t></w:r>${references}</w:p>`, {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    '[Content_Types].xml': xml => xml.replace('</Types>', `${types.join('')}</Types>`),
    ...Object.fromEntries(names.map(name => [`word/${name}.xml`, PARTS[name]])),
  });
  return edited(fixture, { 'word/document.xml': xml => xml.replace('</w:body>', `${section}</w:body>`) });
}

function flat(fixture: Fixture): Fixture {
  const content = partOf(fixture.bytes, 'content.xml');
  const text = content.slice(content.indexOf('<office:text>'), content.indexOf('</office:text>'));
  const { bytes } = documents.fodt('x');
  const whole = Buffer.from(bytes)
    .toString()
    .replace(/<office:text>.*(?=<\/office:text>)/, text);
  return { name: 'changes.fodt', bytes: Buffer.from(whole), text: '' };
}

const [, deletion] = OPEN_CASES;
const openDocument = openTextWith(openText([deletion!], deletion!.xml));

function suite(engine: 'native' | 'soffice'): void {
  it.each(VERSIONS)('%s: headers, footers and notes of Word', async changes => {
    const { pdf } = await converter.convert(changedEverywhere(), { engine, pdf: { changes } });
    const words = await wordsOf(pdf);
    const [kept, dropped] = changes === 'final' ? ['new', 'old'] : ['old', 'new'];
    for (const place of PLACES) {
      expect(words).toContain(place + kept);
      expect(words).not.toContain(place + dropped);
    }
  });

  it.each(VERSIONS)('%s: OpenDocument', async changes => {
    for (const fixture of [openDocument, flat(openDocument)]) {
      const { pdf } = await converter.convert(fixture, { engine, pdf: { changes } });
      expect(await wordsOf(pdf)).toContain(`${deletion![changes]} `);
    }
  });
}

describeTools('native', ['soffice.bin', 'pdftotext'], () => suite('native'));
describeTools('soffice', ['soffice.bin', 'pdftotext'], () => suite('soffice'));
// the documents are edited before any engine gets them, and this one starts anew after each that names authors
describeWith('wasm', [embedded], () => {
  it('original: OpenDocument', async () => {
    const { pdf } = await converter.convert(openDocument, { engine: 'wasm', pdf: { changes: 'original' } });
    expect(await wordsOf(pdf)).toContain(`${deletion!.original} `);
  });
});

describe('hostile documents', () => {
  it('restore a deletion of 1 MB at 1000 marks within the limits', async () => {
    const content = `<text:p>${'old '.repeat(250_000)}</text:p>`;
    const region = `<text:changed-region text:id="a"><text:deletion>${content}</text:deletion></text:changed-region>`;
    const marks = '<text:change text:change-id="a"/>'.repeat(1000);
    const { bytes } = openTextWith(`<text:tracked-changes>${region}</text:tracked-changes><text:p>${marks}</text:p>`);
    const attempt = prepareDocument(bytes, { pdf: { changes: 'original' } });
    await expect(attempt).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', detail: { limit: 'textBytes' } });
  });

  it('have 100,000 changes of properties in one paragraph: a quadratic search takes minutes', async () => {
    const change = '<w:pPrChange w:id="1"><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>';
    const { bytes } = wordWith(`<w:p><w:pPr>${change.repeat(100_000)}</w:pPr></w:p>`);
    const prepared = await prepareDocument(bytes, { pdf: { changes: 'original' } });
    expect(partOf(prepared.bytes, 'word/document.xml')).toContain('<w:pPr><w:jc w:val="left"/></w:pPr>');
  });

  it('have marks that belong to nothing', async () => {
    const { bytes } = openTextWith(
      '<text:tracked-changes><text:changed-region/></text:tracked-changes><text:p>one<text:change-end/><text:change text:change-id="no"/>two</text:p>',
    );
    for (const changes of VERSIONS) {
      const prepared = await prepareDocument(bytes, { pdf: { changes } });
      expect(partOf(prepared.bytes, 'content.xml')).toContain('<text:p>onetwo</text:p>');
    }
  });

  it('have an insertion without an end', async () => {
    const one = openTextWith(openText([OPEN_CASES[0]!], OPEN_CASES[0]!.xml));
    const bytes = editPackage(one.bytes, { 'content.xml': xml => xml.replace(/<text:change-end[^>]*>/, '') });
    const attempt = prepareDocument(bytes, { pdf: { changes: 'original' } });
    await expect(attempt).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED', detail: { option: 'changes' } });
  });
});
