/** Packages that refer to parts which they do not have: LibreOffice leaves out what these would show. */
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { COLOURED } from '../../helpers/documents/coloured.js';
import { type IllustratedFormat, illustrated } from '../../helpers/documents/illustrated.js';
import { edited } from '../../helpers/documents/with.js';
import { documents, type Fixture } from '../../helpers/documents.js';

const { png, jpg } = COLOURED;
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const without = (fixture: Fixture, ...names: string[]): Fixture => {
  const parts = Object.entries(unzipSync(fixture.bytes)).filter(([name]) => !names.includes(name));
  return { ...fixture, bytes: zipSync(Object.fromEntries(parts)) };
};

async function damageOf({ bytes, name }: Fixture) {
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, warnings });
  return warnings.list().filter(({ code }) => code === 'picture_damaged' || code === 'document_damaged');
}

const related = (fixture: Fixture, part: string, type: string, target: string, mode = '') =>
  edited(fixture, {
    [part]: xml =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="q" Type="${RELATIONSHIPS}/${type}" Target="${target}"${mode}/></Relationships>`,
      ),
  });

describe('a part that is missing', () => {
  it.each<[IllustratedFormat, string]>([
    ['docx', 'word/media/p.png'],
    ['xlsx', 'xl/media/p.png'],
    ['pptx', 'ppt/media/p.png'],
    ['odt', 'Pictures/p.png'],
    ['ods', 'Pictures/p.png'],
    ['odp', 'Pictures/p.png'],
  ])('a picture of %s', async (format, first) => {
    const fixture = illustrated(format, [jpg, png]);
    expect(await damageOf(fixture)).toEqual([]);
    expect(await damageOf(without(fixture, first))).toEqual([
      { code: 'picture_damaged', detail: { damaged: 1, first } },
    ]);
  });

  it.each([
    ['docx', 'word/_rels/document.xml.rels', 'header', 'header9.xml', 'word/header9.xml'],
    ['docx', 'word/_rels/document.xml.rels', 'chart', '/word/charts/chart1.xml', 'word/charts/chart1.xml'],
    ['pptx', 'ppt/_rels/presentation.xml.rels', 'slide', 'slides/slide9.xml', 'ppt/slides/slide9.xml'],
    ['xlsx', 'xl/_rels/workbook.xml.rels', 'worksheet', 'worksheets/sheet9.xml', 'xl/worksheets/sheet9.xml'],
  ] as const)('of %s with other content: %s %s', async (format, part, type, target, first) => {
    expect(
      await damageOf(related(format === 'docx' ? illustrated('docx', [png]) : documents[format](), part, type, target)),
    ).toEqual([{ code: 'document_damaged', detail: { parts: 1, first } }]);
  });

  it('an object of OpenDocument, unless a picture stands in for it', async () => {
    const framed = (...targets: string[]) =>
      edited(illustrated('odt', [png]), {
        'content.xml': xml =>
          xml.replace(
            '</office:text>',
            `<text:p><draw:frame><draw:object xlink:href="./Object 1"/>${targets.map(target => `<draw:image xlink:href="${target}"/>`).join('')}</draw:frame></text:p></office:text>`,
          ),
      });
    expect(await damageOf(framed('Pictures/p.png'))).toEqual([]);
    expect(await damageOf(framed('./ObjectReplacements/Object 1'))).toEqual([
      { code: 'document_damaged', detail: { parts: 1, first: 'Object 1' } },
    ]);
  });

  it('is not a link, data that are not printed, or a name with escapes', async () => {
    const rels = 'word/_rels/document.xml.rels';
    const docx = edited(illustrated('docx', [png]), { 'word/media/a b.png': png.bytes });
    for (const [type, target, mode = ''] of [
      ['image', 'NULL', ' TargetMode="External"'],
      ['image', 'https://example.org/a.png'],
      ['customXml', '../customXml/item1.xml'],
      ['package', 'embeddings/a.xlsx'],
      ['image', 'media/a%20b.png'],
    ] as const)
      expect(await damageOf(related(docx, rels, type, target, mode)), target).toEqual([]);
  });
});
