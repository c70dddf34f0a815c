/** Tables of contents that are out of date, and what each engine that can do so makes of them on request. */
import { expect, it } from 'vitest';
import type { Converter, EngineName } from '../../../../src/convert/index.js';
import { edited, openTextWith, wordWith } from '../../../helpers/documents/with.js';
import type { Fixture } from '../../../helpers/documents.js';
import { wordsOf } from '../../../helpers/pdf-text.js';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const style = (id: string, name: string, more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
const heading = (text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:pageBreakBefore/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Each chapter on a page of its own, and an entry that is none of them. */
function staleWord(chapters: readonly string[], settings = ''): Fixture {
  const contents = `<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>${mark('begin')}<w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" </w:instrText></w:r>${mark('separate')}<w:r><w:t>Stale entry</w:t></w:r><w:r><w:tab/><w:t>77</w:t></w:r></w:p><w:p>${mark('end')}</w:p>`;
  const parts = {
    styles: `<w:styles ${W}>${style('Heading1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')}${style('TOC1', 'toc 1')}</w:styles>`,
    settings: `<w:settings ${W}>${settings}</w:settings>`,
  };
  const names = ['styles', 'settings'] as const;
  const relations = names.map(name => `<Relationship Id="${name}" Type="${R}/${name}" Target="${name}.xml"/>`);
  const types = names.map(
    name =>
      `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml"/>`,
  );
  return wordWith(contents + chapters.map(heading).join(''), {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    '[Content_Types].xml': xml => xml.replace('</Types>', `${types.join('')}</Types>`),
    'word/styles.xml': parts.styles,
    'word/settings.xml': parts.settings,
  });
}

/** The last paragraph is replaced, as LibreOffice adds none behind a table. */
const endingWithTable = (document: Fixture) =>
  edited(document, {
    'word/document.xml': xml => {
      const end = xml.lastIndexOf('<w:p>');
      return `${xml.slice(0, end)}${TABLE}${xml.slice(xml.indexOf('</w:p>', end) + '</w:p>'.length)}`;
    },
  });
const CELL = '<w:tc><w:p><w:r><w:t>Last</w:t></w:r></w:p></w:tc>';
const TABLE = `<w:tbl><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>${`<w:tr>${CELL}${CELL}</w:tr>`.repeat(2)}</w:tbl>`;

export const staleOpen = openTextWith(
  '<text:table-of-content text:name="T"><text:table-of-content-source text:outline-level="3"><text:table-of-content-entry-template text:outline-level="1"><text:index-entry-text/><text:index-entry-tab-stop style:type="right" style:leader-char="."/><text:index-entry-page-number/></text:table-of-content-entry-template></text:table-of-content-source><text:index-body><text:p>Stale entry 77</text:p></text:index-body></text:table-of-content><text:h text:outline-level="1">Fresh</text:h>',
);

export const convertWithIndex = async (
  converter: Converter,
  document: Fixture,
  updateIndex: boolean,
  engine: EngineName,
) => wordsOf((await converter.convert(document, { engine, pdf: { updateIndex } })).pdf);

export function indexCases(converter: Converter, engine: EngineName): void {
  it.each([
    ['Word', staleWord(['Fresh', 'Second']), /^Fresh\.+ ?2 Second\.+ ?3 /],
    ['OpenDocument', staleOpen, /Fresh\.+ ?1 /],
    ['Word that records changes', staleWord(['Fresh'], '<w:trackRevisions/>'), /^Fresh\.+ ?2 /],
  ])('%s: the entries are those of the headings', async (_, document, entries) => {
    expect(await convertWithIndex(converter, document, false, engine)).toContain('Stale entry');
    const words = await convertWithIndex(converter, document, true, engine);
    expect(words).toMatch(entries);
    expect(words).not.toContain('Stale');
  });

  it('ends for a document without indexes that ends with a table', async () => {
    const document = endingWithTable(wordWith('<w:p><w:r><w:t>First</w:t></w:r></w:p>'));
    expect(await convertWithIndex(converter, document, true, engine)).toContain('First Last Last Last Last');
  });

  it('counts the pages that the table itself needs', async () => {
    const chapters = Array.from({ length: 60 }, (_, i) => `Chapter${i}`);
    const words = await convertWithIndex(converter, staleWord(chapters), true, engine);
    expect(words).toMatch(/Chapter0\.+ ?3 Chapter1\.+ ?4 /);
  });
}
