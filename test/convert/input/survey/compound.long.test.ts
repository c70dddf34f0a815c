/** The fonts of doc, xls and ppt files, which LibreOffice writes. */
import { expect, it } from 'vitest';
import { SourceDocument } from '../../../../src/convert/input/document.js';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { compoundFonts } from '../../../../src/convert/input/survey/compound/index.js';
import { DEFAULT_LIMITS } from '../../../../src/convert/limits.js';
import { run, sheetWith, slideWith, wordWith } from '../../../helpers/documents/with.js';
import { type Fixture, legacy } from '../../../helpers/documents.js';
import { describeTools } from '../../../helpers/requires.js';
import { sharedConverter } from '../../engine-setup.js';

const converter = sharedConverter();
const FONT = 'Nowhere Sans';

const styles =
  `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts><font><name val="Arial"/></font><font><name val="${FONT}"/></font><font><name val="Unused"/></font></fonts>` +
  '<fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf fontId="0"/><xf fontId="1" applyFont="1"/><xf fontId="2" applyFont="1"/></cellXfs></styleSheet>';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const sheet = sheetWith('<c r="A2" s="1"><v>1</v></c>', {
  'xl/styles.xml': styles,
  'xl/_rels/workbook.xml.rels': xml =>
    xml.replace('</Rel', `<Relationship Id="rId9" Type="${RELATIONS}/styles" Target="styles.xml"/></Rel`),
  '[Content_Types].xml': xml =>
    xml.replace(
      '</Types>',
      '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    ),
});
const slide = slideWith(
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="5000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr><a:latin typeface="${FONT}"/></a:rPr><a:t>said</a:t></a:r></a:p></p:txBody></p:sp>`,
);

const CASES: readonly [keyof typeof made, string[]][] = [
  ['doc', [FONT]],
  ['xls', ['Arial', FONT]],
  ['ppt', [FONT]],
];
const made = {
  doc: () => legacy({ ...wordWith(run(FONT, 'said')), text: 'fonts' }, 'doc'),
  xls: () => legacy({ ...sheet, text: 'fonts' }, 'xls'),
  ppt: () => legacy({ ...slide, text: 'fonts' }, 'ppt'),
};

describeTools('the fonts of text', ['soffice.bin'], () => {
  it.each(CASES)('in %s files are known', async (format, expected) => {
    expect([...((await fontsOf(await made[format]())) ?? [])]).toEqual(expect.arrayContaining(expected));
    expect([...((await fontsOf(await made[format]())) ?? [])]).not.toContain('Unused');
  });

  it.each(CASES)('in %s files are missed in the PDF', async format => {
    const { warnings } = await converter.convert(await made[format](), { engine: 'auto' });
    const missed = warnings.filter(({ code }) => code === 'font_substituted').map(({ detail }) => detail.font);
    expect(missed).toEqual([FONT]);
  });

  it.each(CASES)('in %s files that are damaged are not known, or in part', async format => {
    const { bytes } = await made[format]();
    const { format: row } = await prepareDocument(bytes, { name: `a.${format}` });
    const read = (damaged: Uint8Array) => compoundFonts(new SourceDocument(damaged, DEFAULT_LIMITS), row);
    for (let at = 600; at < bytes.length; at += 97) {
      const damaged = Buffer.from(bytes);
      damaged.fill(at % 3 === 0 ? 0xff : 0, at, Math.min(at + 97, bytes.length));
      expect([...((await read(damaged)) ?? [])].length).toBeLessThan(10);
    }
    expect(await read(bytes.subarray(0, 600))).toBeNull();
  });
});

async function fontsOf({ bytes, name }: Fixture) {
  return (await prepareDocument(bytes, { name })).content.fonts;
}
