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

/** How many cells have a format. */
async function countOf({ warnings, ...given }: Omit<Options, 'pdf'>): Promise<number> {
  const source = tabled({ style: 'TableStyleMedium2', ref: 'A1:B3', sheet: ROWS, ...given });
  const { bytes } = await prepareDocument(source.bytes, {
    name: source.name,
    pdf: {},
    quirks: quirksOf('7.4'),
    warnings,
  });
  const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml']!).toString();
  return sheet.match(/<c [^>]*s="/g)?.length ?? 0;
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

describe('stripes count what is shown', () => {
  const fills = async (given: Options) => {
    const found = await cells({ ref: 'A1:C6', ...given });
    return [...found].map(([place, { fill }]) => place + Number(fill.includes('tint="0.8"'))).join(' ');
  };
  const row = (r: number, hidden = '') => `<row r="${r}"${hidden}/>`;

  it('of rows', async () => {
    const sheet = `<sheetData>${row(1)}${row(2, ' hidden="1"')}${row(3)}${row(4, ' hidden="true"')}${row(6)}</sheetData>`;
    expect(await fills({ sheet, ref: 'A1:A6' })).toBe('A10 A21 A31 A40 A61');
  });

  it('of columns', async () => {
    const sheet = `<cols><col min="2" max="2" hidden="1"/></cols><sheetData>${row(1)}${row(2)}</sheetData>`;
    expect(await fills({ sheet, info: 'showColumnStripes="1"' })).toBe('A10 B10 C10 A21 B20 C20');
  });
});

it('a cell that is not stated has the format of its row, else that of its column', async () => {
  const sheet =
    '<cols><col min="1" max="1" style="1"/><col min="2" max="99999" style="3"/></cols><sheetData><row r="1"/>' +
    '<row r="2" s="3" customFormat="1"/><row r="3" s="3"><c r="A3"/></row></sheetData>';
  const found = await cells({
    sheet,
    fonts: ['<font><b/><name val="Own"/></font>'],
    formats: ['<xf fontId="2" xfId="0"/>'],
  });
  const fonts = [...found].map(([place, { font }]) => `${place} ${/name val="(\w+)"/.exec(font)?.[1]}`);
  expect(fonts).toEqual(['A1 Arial', 'B1 Own', 'A2 Own', 'B2 Own', 'A3 Calibri', 'B3 Own']);
});

describe('a sheet is left as it is', () => {
  const sheet = (rows: number) =>
    `<sheetData>${Array.from({ length: rows }, (_, i) => `<row r="${i + 1}"/>`).join('')}</sheetData>`;

  it.each([
    ['A1:XFD13', 13, 0],
    ['A1:CV9999', 2001, 0],
    ['A1:CV2000', 2001, 200_000],
    ['A1:XFE2', 2, 0],
  ])('beside the rows of a table %s with %d rows', async (ref, rows, count) => {
    const warnings = new Warnings();
    expect(await countOf({ ref, sheet: sheet(rows), warnings })).toBe(count);
    expect(warnings.list().length > 0).toBe(ref.endsWith('13') || ref.endsWith('9999'));
  });

  it('in rows that repeat the number of another one', async () => {
    expect(await countOf({ ref: 'A1:XFD9', sheet: `<sheetData>${'<row r="1"/>'.repeat(50)}</sheetData>` })).toBe(
      16_384,
    );
  });
});

it('the looks of 100,000 cells are found in little time', async () => {
  const row = (r: number) =>
    `<row r="${r}">${[...'ABCDEFGHIJ'].map(column => `<c r="${column}${r}"><v>1</v></c>`).join('')}</row>`;
  const sheet = `<sheetData>${Array.from({ length: 10_000 }, (_, i) => row(i + 1)).join('')}</sheetData>`;
  const begin = process.cpuUsage();
  expect(await countOf({ ref: 'A1:J10000', sheet })).toBe(100_000);
  expect(process.cpuUsage(begin).user).toBeLessThan(4e6);
});
