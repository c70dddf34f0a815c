/** Cells of tables, as an engine gets them; quirks/ has a table in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { Warnings } from '../../../../../src/convert/warnings.js';
import { CALIBRI } from '../../../../helpers/documents/measured-sheet.js';
import { tabled } from '../../../../helpers/documents/tabled.js';

type Options = Partial<Parameters<typeof tabled>[0]> & { readonly pdf?: PdfOptions; readonly warnings?: Warnings };

const ROWS =
  '<sheetData><row r="1"><c r="A1"/><c r="C1"/></row><row r="2"><c r="B2" s="1"><v>5</v></c></row><row r="3"/></sheetData>';
const ACCENT = 'rgb="FF4F81BD"';

interface Cell {
  readonly font: string;
  readonly fill: string;
  readonly border: string;
}

/** The cells by their places, and what their formats are. */
async function cells({ pdf = {}, warnings, ...given }: Options): Promise<ReadonlyMap<string, Cell>> {
  const source = tabled({ style: 'TableStyleMedium2', ref: 'A1:B3', sheet: ROWS, ...given });
  const { bytes } = await prepareDocument(source.bytes, { name: source.name, pdf, quirks: quirksOf('7.4'), warnings });
  const parts = unzipSync(bytes);
  const [styles, sheet] = ['xl/styles.xml', 'xl/worksheets/sheet1.xml'].map(name =>
    Buffer.from(parts[name]!).toString(),
  );
  const items = (list: string, item: string) => {
    const [, content = ''] = new RegExp(`<${list}[^>]*>(.*?)</${list}>`).exec(styles!) ?? [];
    return content.match(new RegExp(`<${item}(?:>| [^>]*[^/]>).*?</${item}>|<${item}[^>]*/>`, 'g')) ?? [];
  };
  const [fonts, fills, borders] = [items('fonts', 'font'), items('fills', 'fill'), items('borders', 'border')];
  const formats = items('cellXfs', 'xf');
  const formatOf = (number = '0'): Cell => {
    const id = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(formats[Number(number)]!)?.[1] ?? 0);
    return { font: fonts[id('fontId')]!, fill: fills[id('fillId')]!, border: borders[id('borderId')]! };
  };
  const found = [...sheet!.matchAll(/<c (?=[^>]*r="([A-Z]\d)")(?:[^>]*s="(\d+)")?/g)];
  return new Map(found.map(([, place, format]) => [place!, formatOf(format)]));
}

describe('a cell has the look that the style of its table gives it', () => {
  it('in rows of headers and stripes, also where it was not stated', async () => {
    const found = await cells({});
    expect([...found.keys()]).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3', 'B3']);
    expect(found.get('B1')).toMatchObject({
      font: `<font><b/><color rgb="FFFFFFFF"/>${CALIBRI.slice('<font>'.length)}`,
      fill: expect.stringContaining(`<fgColor ${ACCENT}/>`),
      border: expect.stringContaining(`<left/><right style="thin"><color ${ACCENT} tint="0.4"/></right>`),
    });
    expect(found.get('B2')).toMatchObject({
      font: expect.stringContaining('<name val="Arial"/>'),
      fill: expect.stringContaining(`${ACCENT} tint="0.8"`),
    });
    expect(found.get('A3')?.fill).toBe('<fill/>');
    expect(found.get('C1')).toEqual({ font: CALIBRI, fill: '<fill/>', border: '<border/>' });
  });

  it('in totals and columns that stand out', async () => {
    const found = await cells({ attributes: 'totalsRowCount="1" headerRowCount="0"', info: 'showFirstColumn="1"' });
    expect(found.get('A1')?.font).toContain('<b/>');
    expect(found.get('B1')?.font).not.toContain('<b/>');
    expect(found.get('B3')?.border).toContain(`<top style="double"><color ${ACCENT}/></top>`);
  });

  it.each([
    ['TableStyleLight1', '<bottom style="thin"><color rgb="FF000000"/></bottom>'],
    ['TableStyleLight9', `<top style="thin"><color ${ACCENT}/></top>`],
    ['TableStyleLight21', '<bottom style="medium"><color rgb="FFF79646"/></bottom>'],
    ['TableStyleMedium9', '<bottom style="thick"><color rgb="FFFFFFFF"/></bottom>'],
    ['TableStyleMedium16', '<bottom style="medium"><color rgb="FF000000"/></bottom>'],
    ['TableStyleMedium28', '<top style="thin"><color rgb="FFF79646" tint="0.4"/></top>'],
    ['TableStyleDark7', '<bottom style="medium"><color rgb="FFFFFFFF"/></bottom>'],
  ])('with the lines of %s', async (style, line) => {
    expect((await cells({ style })).get('A1')?.border).toContain(line);
  });
});

it.each([
  ['TableStyleDark1', 'rgb="FF000000"', 'rgb="FF000000" tint="0.25"', 'rgb="FF000000" tint="0.45"'],
  ['TableStyleDark2', 'rgb="FF000000"', `${ACCENT} tint="-0.25"`, ACCENT],
  ['TableStyleDark8', 'rgb="FF000000"', 'rgb="FFFFFFFF" tint="-0.35"', 'rgb="FFFFFFFF" tint="-0.15"'],
  ['TableStyleDark9', 'rgb="FFC0504D"', `${ACCENT} tint="0.6"`, `${ACCENT} tint="0.8"`],
])('the rows of %s have its fills', async (style, ...fills) => {
  const found = await cells({ style });
  for (const [i, fill] of fills.entries()) expect(found.get(`A${i + 1}`)?.fill).toContain(`<fgColor ${fill}/>`);
});

it.each([
  ['Own', [{ code: 'content_lost', detail: { what: 'table style Own' } }]],
  ['TableStyleDark11', []],
  ['', []],
])('the style "%s" of a table is lost: %j', async (style, expected) => {
  const warnings = new Warnings();
  await cells({ style, warnings });
  expect(warnings.list()).toEqual(expected);
});

describe('a cell keeps', () => {
  const own = '<xf fontId="2" fillId="1" borderId="1" xfId="0"/>';
  const workbook = {
    sheet: '<sheetData><row r="1"><c r="A1" s="3"/></row></sheetData>',
    fonts: ['<font><color rgb="FFFF0000"/><name val="Arial"/></font>'],
    formats: [own],
  };

  it('the color that it states', async () => {
    expect((await cells(workbook)).get('A1')?.font).toContain('<b/><color rgb="FFFF0000"/>');
  });

  it.each(['TableStyleDark12', 'Own', 'TableStyleMedium29', 'TableStyleMedium0'])(
    'its format in a table of the style %s',
    async style => {
      expect([...(await cells({ style })).keys()]).toEqual(['A1', 'C1', 'B2']);
    },
  );

  it('its format in the layout of LibreOffice', async () => {
    expect([...(await cells({ pdf: { layout: 'libreoffice' } })).keys()]).toEqual(['A1', 'C1', 'B2']);
  });
});
