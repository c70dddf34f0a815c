/** Operations on PDFs, of which several are carried out together: what they change, keep and refuse. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, expect, it } from 'vitest';
import type { Bookmark, Operation } from '../../../src/convert/operation-types.js';
import { addFieldFonts } from '../../../src/convert/operations/flatten/field-fonts.js';
import { createConverter } from '../../../src/index.js';
import {
  openPdf,
  type PdfDict,
  type PdfStream,
  pageList,
  quarterTurns,
  readXmp,
  Update,
} from '../../../src/pdf/index.js';
import { archivalPdf, OBJECT, xmpOf } from '../../helpers/archival-pdf.js';
import { formPdf } from '../../helpers/form-pdf.js';
import { wordsOf } from '../../helpers/pdf-text.js';
import { deflated, PdfWriter, stream } from '../../helpers/pdf-writer.js';
import { canUse, program, testWith } from '../../helpers/requires.js';
import { CMYK_JPEGS, jpeg, pngWithoutPixels, turnedJpeg } from '../../sign/images.js';
import { draw, extentOf } from '../output/stamp.helper.js';

const converter = createConverter({ workers: 1 });
afterAll(() => converter.close());

/** Three pages of different widths; bookmarks to the first and the third. */
function threePages(): Uint8Array {
  const page = (width: number) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} 300]/Contents 9 0 R>>`;
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3/Resources<<>>>>',
    3: page(100),
    4: page(200),
    5: page(300),
    6: '<</Type/Outlines/First 7 0 R/Last 8 0 R/Count 2>>',
    7: '<</Title(First)/Parent 6 0 R/Next 8 0 R/Dest[3 0 R/Fit]>>',
    8: '<</Title(Third)/Parent 6 0 R/Prev 7 0 R/Dest[5 0 R/Fit]>>',
    9: stream('0 0 50 50 re f'),
    10: '<</Title(Report)/Company(Example)>>',
  };
  return new PdfWriter().revision({ objects, trailer: '/Info 10 0 R' }).bytes;
}

const operate = (pdf: Uint8Array, operations: readonly Operation[], options = {}) =>
  converter.operate({ bytes: pdf, name: 'a.pdf' }, operations, options);

const describePdf = (bytes: Uint8Array, password?: string) =>
  converter.describe({ bytes, name: 'a.pdf' }, password === undefined ? {} : { password });

async function widthsAndTurns(bytes: Uint8Array) {
  const { latest } = await openPdf(bytes);
  return pageList(latest)!.pages.map(({ dict }) => [
    latest.getArray(dict, 'MediaBox')?.items[2],
    quarterTurns(latest, dict) * 90,
  ]);
}

it('splits by interval and by ranges, with the bookmarks and metadata of the pages', async () => {
  const { files, pages } = await operate(threePages(), [{ kind: 'split', every: 2 }]);
  expect(pages).toEqual([2, 1]);
  expect(await widthsAndTurns(files[0]!.bytes)).toEqual([
    [100, 0],
    [200, 0],
  ]);
  expect(await describePdf(files[1]!.bytes)).toMatchObject({
    pages: 1,
    metadata: { title: 'Report', custom: { Company: 'Example' } },
    bookmarks: [{ title: 'Third', page: 1 }],
  });
  const unified = await operate(threePages(), [{ kind: 'split', ranges: '1,3-', unify: true }]);
  expect(await widthsAndTurns(unified.files[0]!.bytes)).toEqual([
    [100, 0],
    [300, 0],
  ]);
});

it.each(['once', '99999-01-01'])('reads no date from XMP with %s, and splits such a PDF', async date => {
  const xmp = xmpOf('2b');
  const undated = {
    ...xmp,
    data: Buffer.from(Buffer.from(xmp.data).toString().replace('2026-01-02T03:04:05Z', date)),
  };
  const pdf = archivalPdf('2b', { objects: { [OBJECT.metadata]: undated, [OBJECT.information]: '<<>>' } });
  const { files } = await operate(pdf, [{ kind: 'split', every: 1 }]);
  for (const read of [pdf, files[0]!.bytes]) {
    const { metadata } = await describePdf(read);
    expect(metadata).toMatchObject({ title: "Ann's letter" });
    expect(metadata).not.toHaveProperty('created');
    await operate(read, [{ kind: 'metadata', values: metadata }]);
  }
});

it('rotates, writes metadata and bookmarks, attaches files and encrypts in one pass', async () => {
  const bytes = Buffer.from('<x/>');
  const file = { name: 'dätä.xml', bytes, mediaType: 'text/xml', relationship: 'Data', description: 'raw' } as const;
  const { files, warnings } = await operate(threePages(), [
    { kind: 'rotate', angle: 90, pages: '2-' },
    { kind: 'metadata', values: { title: 'Übersicht', keywords: ['a', 'b'], copyright: 'C', marked: true } },
    { kind: 'bookmarks', bookmarks: [{ title: 'All', page: 1, children: [{ title: 'Last', page: 3 }] }] },
    { kind: 'attach', files: [file] },
    { kind: 'encrypt', userPassword: 'open', ownerPassword: 'own', allow: ['print'] },
  ]);
  expect(warnings).toEqual([]);
  const found = await describePdf(files[0]!.bytes, 'open');
  expect(found).toMatchObject({
    encrypted: true,
    metadata: {
      title: 'Übersicht',
      keywords: ['a', 'b'],
      copyright: 'C',
      marked: true,
      custom: { Company: 'Example' },
    },
    bookmarks: [{ title: 'All', page: 1, children: [{ title: 'Last', page: 3 }] }],
    attachments: [{ name: 'dätä.xml', size: 4, mediaType: 'text/xml', relationship: 'Data', description: 'raw' }],
  });
  await expect(operate(files[0]!.bytes, [{ kind: 'flatten' }])).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' });
  const again = await operate(files[0]!.bytes, [{ kind: 'flatten' }], { password: 'open' });
  expect(await widthsAndTurns(again.files[0]!.bytes)).toEqual([
    [100, 0],
    [200, 90],
    [300, 90],
  ]);
  expect(again.warnings.map(({ code }) => code)).toEqual(['encryption_removed']);
});

it('describes deep and many bookmarks, without those to pages that do not exist', async () => {
  const nested = (depth: number): Bookmark => ({
    title: 't',
    page: 1,
    ...(depth > 1 && { children: [nested(depth - 1)] }),
  });
  const bookmarks = [nested(100), ...Array.from({ length: 12_000 }, () => ({ title: 'many', page: 3 }))];
  const { files } = await operate(threePages(), [{ kind: 'bookmarks', bookmarks }]);
  expect((await describePdf(files[0]!.bytes)).bookmarks).toEqual(bookmarks);
  const text = Buffer.from(threePages()).toString('latin1');
  const led = async (page: string) =>
    (await describePdf(Buffer.from(text.replace('Dest[3 0 R/Fit]', `Dest[${page}/Fit]`.padEnd(15)), 'latin1')))
      .bookmarks;
  for (const page of ['0.5', '9999', '-1']) expect(await led(page)).toEqual([{ title: 'Third', page: 3 }]);
  expect(await led('1')).toMatchObject([{ title: 'First', page: 2 }, { title: 'Third' }]);
});

it('writes custom metadata of any name', async () => {
  const custom = { blob: '0', bytes: 'b', xml: 'x', pdf: 'p', image: 'i' };
  const { files } = await operate(threePages(), [{ kind: 'metadata', values: { custom } }]);
  expect((await describePdf(files[0]!.bytes)).metadata.custom).toEqual({ Company: 'Example', ...custom });
});

it('declares properties of an XMP extension once, also when they are written again', async () => {
  const extension = (value: string) => ({
    description: 'Example',
    namespace: 'urn:example:1#',
    prefix: 'ex',
    properties: [{ name: 'Kind', value, description: 'kind' }],
  });
  const write = (pdf: Uint8Array, value: string) =>
    operate(pdf, [{ kind: 'metadata', values: {}, extensions: [extension(value)] }]);
  const first = await write(threePages(), 'one');
  const { files } = await write(first.files[0]!.bytes, 'two');
  const text = Buffer.from(files[0]!.bytes).toString('latin1');
  expect(text.match(/pdfaSchema:namespaceURI>urn:example:1#</g)).toHaveLength(1);
  expect(text).toContain('<ex:Kind>two</ex:Kind>');
  expect(text).not.toContain('<ex:Kind>one</ex:Kind>');
});

it('flattens form fields', async () => {
  const { files } = await operate(formPdf().bytes, [{ kind: 'flatten' }]);
  const { latest } = await openPdf(files[0]!.bytes);
  expect(latest.get(latest.root, 'AcroForm')).toBeNull();
});

it('states in PDF/A whether it is trapped without a property that it does not permit', async () => {
  const operation: Operation = { kind: 'metadata', values: { trapped: 'True' } };
  const xmpOf = async (pdf: Uint8Array) => {
    const { files } = await operate(pdf, [operation]);
    expect((await describePdf(files[0]!.bytes)).metadata.trapped).toBe('True');
    return Buffer.from(files[0]!.bytes).toString('latin1');
  };
  expect(await xmpOf(archivalPdf('2b'))).not.toContain('pdf:Trapped');
  expect(await xmpOf(threePages())).toContain('pdf:Trapped');
});

/** A text field without an appearance. */
function fieldPdf(appearance: string, form = '', field = ''): Uint8Array {
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]${form}>>>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[4 0 R]>>',
    4: `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Filled)/F 4/Rect[10 100 150 120]/DA(${appearance})/P 3 0 R${field}>>`,
  };
  return new PdfWriter().revision({ objects }).bytes;
}

const NEEDED = '/NeedAppearances true';

it.each([
  ['a font that the form lacks', '/Arial-Bold 12 Tf 0 g', NEEDED, '', '/Helvetica-Bold'],
  ['a name of a font with an escape', '/Arial#20Bold 12 Tf', '', '', '/Helvetica-Bold'],
  ['no fonts in the form', '/TiIt 12 Tf', '/DR<<>>', '', '/Times-Italic'],
  [
    'the form of a viewer that draws it',
    '/Helv 12 Tf',
    '/DR<</Font<</Cour<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>',
    '',
    '/Helvetica',
  ],
  [
    'a font of its own',
    '/F1 12 Tf',
    '',
    '/DR<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold>>>>>>',
    '/Courier-Bold',
  ],
])('flattens a value with %s', async (_, appearance, form, field, font) => {
  const { files, warnings } = await operate(fieldPdf(appearance, form, field), [{ kind: 'flatten' }]);
  expect(warnings).toEqual([]);
  if (canUse('pdftotext')) expect(await wordsOf(files[0]!.bytes)).toContain('Filled');
  expect(Buffer.from(files[0]!.bytes).toString('latin1')).toContain(`/BaseFont ${font} `);
});

it.each([
  ['of several lines', '/Ff 4096'],
  ['at the right', '/Q 2'],
])('leaves a value %s without an appearance, and warns', async (_, field) => {
  const { warnings } = await operate(fieldPdf('/Helv 12 Tf', '', field), [{ kind: 'flatten' }]);
  expect(warnings).toMatchObject([{ code: 'annotations_left' }]);
});

it.each([
  ['that shows another state than its value', '/AS/Yes/V/Off', 'CHECKED', ['annotations_left']],
  ['that shows a state without a value', '/AS/Yes', 'CHECKED', []],
  ['that shows its value', '/AS/Yes/V/Yes', 'CHECKED', []],
  ['that is off', '/AS/Off', 'EMPTY', []],
  ['of a group with another value', '/AS/Off/V/Other/Ff 32768', 'EMPTY', []],
])('flattens as it looks a box %s', async (_, box, words, codes) => {
  const look = (text: string) =>
    stream(
      `BT /F 12 Tf 5 5 Td (${text}) Tj ET`,
      '/Type/XObject/Subtype/Form/BBox[0 0 140 20]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>',
    );
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[4 0 R 5 0 R]>>',
    4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Filled)/F 4/Rect[10 100 150 120]/DA(/Helv 12 Tf)/P 3 0 R>>',
    5: `<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/F 4/Rect[10 50 150 70]/P 3 0 R/AP<</N<</Yes 6 0 R/Off 7 0 R>>>>${box}>>`,
    6: look('CHECKED'),
    7: look('EMPTY'),
  };
  const { files, warnings } = await operate(new PdfWriter().revision({ objects }).bytes, [{ kind: 'flatten' }]);
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  if (canUse('pdftotext')) expect((await wordsOf(files[0]!.bytes)).trim()).toBe(`Filled ${words}`);
});

it('reads a default appearance that all fields share once', async () => {
  const fields = Array.from({ length: 500 }, (_, i) => i + 10);
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields.map(i => `${i} 0 R`).join(' ')}]/DA 5 0 R>>>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>',
    5: `(${'/a '.repeat(350_000)})`,
    ...Object.fromEntries(fields.map(i => [i, `<</FT/Tx/T(a${i})>>`])),
  };
  const pdf = new PdfWriter().revision({ objects }).bytes;
  const { latest } = await openPdf(pdf);
  const before = process.cpuUsage();
  addFieldFonts(new Update(latest));
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});

it('never makes a PDF larger by optimizing it', async () => {
  const { bytes } = await operate(threePages(), [{ kind: 'optimize', quality: 50 }]);
  expect(bytes.after).toBeLessThanOrEqual(bytes.before);
});

it.each<[Operation[], string]>([
  [[{ kind: 'rotate', angle: 90, pages: '9' }], 'OPTION_INVALID'],
  [[{ kind: 'rotate', angle: 45 as 90 }], 'OPTION_INVALID'],
  [[{ kind: 'turn' as 'flatten' }], 'OPTION_INVALID'],
  [[{ kind: 'flatten' }, { kind: 'split', every: 1 }], 'OPTION_INVALID'],
  [[{ kind: 'encrypt', allow: [] }], 'OPTION_INVALID'],
  [[{ kind: 'bookmarks', bookmarks: [{ title: 'x', page: 4 }] }], 'OPTION_INVALID'],
  [[{ kind: 'stamp', source: { image: Buffer.from('no image') } }], 'OPTION_INVALID'],
  [[{ kind: 'metadata', values: { Title: 'not a name of the type' } as object }], 'OPTION_INVALID'],
  [[{ kind: 'attach', files: [{ name: 'a', bytes: Buffer.from('a'), modified: 'x' }] }], 'OPTION_INVALID'],
  ...['', 'text', 'text/xml; charset=utf-8', 'a b/c', `text/${'x'.repeat(128)}`].map(
    (mediaType): [Operation[], string] => [
      [{ kind: 'attach', files: [{ name: 'a', bytes: Buffer.from('a'), mediaType }] }],
      'OPTION_INVALID',
    ],
  ),
  ...[
    { title: 5 },
    { keywords: 'a,b' },
    { keywords: [1] },
    { created: 'x' },
    { created: '2025-02-29T00:00:00Z' },
    { modified: '+012026-01-01T00:00:00Z' },
    { trapped: 'Maybe' },
    { marked: 'yes' },
    { custom: { a: 1 } },
    { custom: { xml: { blob: 0 } } },
    [],
    { custom: { Title: 'another than the title' } },
  ].map((values): [Operation[], string] => [[{ kind: 'metadata', values: values as object }], 'OPTION_INVALID']),
])('refuses %j', async (operations, code) => {
  await expect(operate(threePages(), operations)).rejects.toMatchObject({ code });
});

it('stamps a page whose content stream is empty', async () => {
  const pdf = new PdfWriter().revision({
    objects: {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>',
      4: stream(''),
    },
  }).bytes;
  const image = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  for (const kind of ['stamp', 'watermark'] as const) {
    const { files } = await operate(pdf, [{ kind, source: { image } }]);
    expect(Buffer.from(files[0]!.bytes).toString('latin1')).toMatch(/\/Stamp1/);
  }
});

it('stamps pages of a PDF whose other pages have damaged content', async () => {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 99 99]/Resources<<>>>>',
    3: '<</Type/Page/Parent 2 0 R>>',
    4: '<</Type/Page/Parent 2 0 R/Contents 5 0 R>>',
    5: stream('q << Q'),
  };
  const pdf = new PdfWriter().revision({ objects }).bytes;
  const on = (pages: string): Operation => ({ kind: 'stamp', source: { pdf: threePages() }, pages });
  expect((await operate(pdf, [on('1')])).pages).toEqual([2]);
  await expect(operate(pdf, [on('2')])).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT', detail: { page: 2 } });
});

testWith('stamps the page of a PDF as viewers show it', [program('pdftoppm')], async () => {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 100 300]>>',
    3: '<</Type/Page/Parent 2 0 R/Rotate 180/Resources<<>>/Contents 4 0 R/Annots[5 0 R]>>',
    4: stream('q Q Q 1 0 0 rg 0 0 10 10 re f q'),
    5: '<</Type/Annot/Subtype/Stamp/F 4/Rect[90 0 100 10]/AP<</N 6 0 R>>>>',
    6: stream('0 0 1 rg 0 0 10 10 re f', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
  };
  const pdf = new PdfWriter().revision({ objects }).bytes;
  const blank = new PdfWriter().revision({ objects: { ...objects, 3: '<</Type/Page/Parent 2 0 R>>' } }).bytes;
  const { files } = await operate(blank, [{ kind: 'stamp', source: { pdf } }]);
  expect(squares(files[0]!.bytes)).toMatchObject({
    red: { left: 90, top: 0, right: 99, bottom: 9 },
    blue: { left: 0, top: 0, right: 9, bottom: 9 },
  });
});

/** A page of 100 points with a red square of 10 at its left lower corner moved by 9, if `content` draws it so. */
function annotatedPage(content: string | Buffer, annotation?: string): Uint8Array {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 100 100]>>',
    3: `<</Type/Page/Parent 2 0 R/Resources<<>>/Contents 4 0 R${annotation === undefined ? '' : '/Annots[5 0 R]'}>>`,
    4: stream(content),
    5: `<</Type/Annot/Rect[80 80 90 90]${annotation}>>`,
    6: stream('0 0 1 rg 0 0 10 10 re f', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
  };
  return new PdfWriter().revision({ objects }).bytes;
}

const blankPage = () => annotatedPage('');
const APPEARANCE = '/Subtype/Stamp/AP<</N 6 0 R>>';
const RED_SQUARE = '1 0 0 rg 0 0 100 100 re f';

const squares = (pdf: Uint8Array) => {
  const picture = draw(pdf);
  return { red: extentOf(picture, (r, _, b) => r - b > 200), blue: extentOf(picture, (r, _, b) => b - r > 200) };
};

for (const [name, content] of [
  ['restores too much', `0.1 0 0 0.1 9 9 cm q Q Q ${RED_SQUARE}`],
  ['restores too little', `q 0.1 0 0 0.1 9 9 cm q ${RED_SQUARE}`],
] as const) {
  const asTheyLook = {
    red: { left: 9, top: 81, right: 18, bottom: 90 },
    blue: { left: 80, top: 10, right: 89, bottom: 19 },
  };
  testWith(`flattens a page whose content ${name}`, [program('pdftoppm')], async () => {
    const { files } = await operate(annotatedPage(content, `${APPEARANCE}/F 4`), [{ kind: 'flatten' }]);
    expect(squares(files[0]!.bytes)).toMatchObject(asTheyLook);
  });
  testWith(`stamps with an annotated page whose content ${name}`, [program('pdftoppm')], async () => {
    const source = { pdf: annotatedPage(content, `${APPEARANCE}/F 4`) };
    const { files, warnings } = await operate(blankPage(), [{ kind: 'stamp', source }]);
    expect(squares(files[0]!.bytes)).toMatchObject(asTheyLook);
    expect(warnings).toEqual([]);
  });
}

const SYNTAX = [
  ...['--3 w', '1.2.3 w', '99999999999 w', `${'1 '.repeat(80)}w`, ') w', '} w', '(unclosed', '<< w'],
  'BI /W 9 /H 9 /BPC 8 /CS /G ID abc EI Q EI',
];
for (const syntax of SYNTAX)
  testWith(`flattens an annotated page that has ${syntax.slice(0, 20)}`, [program('pdftoppm')], async () => {
    const page = annotatedPage(`q 0.1 0 0 0.1 9 9 cm ${RED_SQUARE} Q ${syntax}`, `${APPEARANCE}/F 4`);
    const { files } = await operate(page, [{ kind: 'flatten' }]);
    expect(squares(files[0]!.bytes)).toMatchObject({
      red: { left: 9, top: 81, right: 18, bottom: 90 },
      blue: { left: 80, top: 10, right: 89, bottom: 19 },
    });
  });
testWith('flattens an annotated page whose last content stream ends in a string', [program('pdftoppm')], async () => {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 100 100]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents[4 0 R 7 0 R]/Annots[5 0 R]>>',
    4: stream('q q 0.1 0 0 0.1 9 9 cm'),
    5: `<</Type/Annot/Rect[80 80 90 90]${APPEARANCE}/F 4>>`,
    6: stream('0 0 1 rg 0 0 10 10 re f', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
    7: stream(`${RED_SQUARE} (unclosed`),
  };
  const { files } = await operate(new PdfWriter().revision({ objects }).bytes, [{ kind: 'flatten' }]);
  expect(squares(files[0]!.bytes)).toMatchObject({
    red: { left: 9, top: 81, right: 18, bottom: 90 },
    blue: { left: 80, top: 10, right: 89, bottom: 19 },
  });
});

for (const syntax of SYNTAX)
  testWith(`stamps with a page that has ${syntax.slice(0, 20)}`, [program('pdftoppm')], async () => {
    const source = { pdf: annotatedPage(`q 0.1 0 0 0.1 9 9 cm ${RED_SQUARE} Q ${syntax}`) };
    const { files } = await operate(blankPage(), [{ kind: 'stamp', source }]);
    expect(squares(files[0]!.bytes).red).toMatchObject({ left: 9, top: 81, right: 18, bottom: 90 });
  });

it.each([
  ['without annotations', undefined],
  ['with annotations', APPEARANCE],
])('says which limit the page of a stamp exceeds, %s', async (_, annotation) => {
  const large = new PdfWriter().revision({
    objects: {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 100 100]>>',
      3: `<</Type/Page/Parent 2 0 R/Contents[${'4 0 R '.repeat(10)}]${annotation ? '/Annots[5 0 R]' : ''}>>`,
      4: deflated(Buffer.alloc(60 << 20, ' ')),
      5: `<</Type/Annot/Rect[80 80 90 90]${APPEARANCE}>>`,
      6: stream('', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
    },
  }).bytes;
  const stamping = operate(blankPage(), [{ kind: 'stamp', source: { pdf: large } }]);
  await expect(stamping).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
});

it('says how many annotations without an appearance a stamp lacks', async () => {
  const source = { pdf: annotatedPage(RED_SQUARE, '/Subtype/Square/F 4') };
  const { warnings } = await operate(blankPage(), [{ kind: 'stamp', source }]);
  expect(warnings).toMatchObject([{ code: 'annotations_left', detail: { annotations: 1, page: 1, of: 'stamp' } }]);
});

testWith('stamps without annotations that no screen shows', [program('pdftoppm')], async () => {
  const source = { pdf: annotatedPage(RED_SQUARE, `${APPEARANCE}/F 36`) };
  const { files, warnings } = await operate(blankPage(), [{ kind: 'stamp', source }]);
  expect(squares(files[0]!.bytes).blue.pixels).toBe(0);
  expect(warnings).toEqual([]);
});

it('refuses a stamp of an empty text, and names it', async () => {
  const error = { code: 'OPTION_INVALID', detail: { option: 'source.text' } };
  await expect(operate(threePages(), [{ kind: 'stamp', source: { text: ' ' } }])).rejects.toMatchObject(error);
});

it('refuses two attachments of one name, and names it', async () => {
  const files = ['x.xml', 'y.xml', 'x.xml'].map(name => ({ name, bytes: Buffer.from('a') }));
  const error = { code: 'OPTION_INVALID', message: expect.stringContaining('the name x.xml') };
  await expect(operate(threePages(), [{ kind: 'attach', files }])).rejects.toMatchObject(error);
});

testWith('stamps a JPEG upright that its camera has turned', [program('pdftoppm')], async () => {
  const image = await turnedJpeg(6);
  const stamp: Operation = { kind: 'stamp', source: { image }, pages: '3', position: 'tl', scale: 100 };
  const { files } = await operate(threePages(), [stamp]);
  const file = join(mkdtempSync(join(tmpdir(), 'docconv-stamp-')), 'a');
  writeFileSync(file, files[0]!.bytes);
  execFileSync('pdftoppm', ['-r', '72', '-f', '3', '-singlefile', '-png', file, file]);
  const { data, width, height } = PNG.sync.read(readFileSync(`${file}.png`));
  rmSync(dirname(file), { recursive: true });
  const isSeen = (colour: string, x: number, y: number) =>
    [...data.subarray(4 * (y * width + x)).subarray(0, 3)].map(part => (part > 127 ? 1 : 0)).join('') === colour;
  const middleOf = (colour: string) => {
    const points = [...Array(width * height).keys()].map(i => [i % width, Math.floor(i / width)] as const);
    const seen = points.filter(([x, y]) => isSeen(colour, x, y));
    return [0, 1].map(axis => seen.reduce((sum, point) => sum + point[axis]!, 0) / seen.length);
  };
  const [red, green, blue] = ['100', '010', '001'].map(middleOf);
  expect(green![0]! - red![0]!).toBeGreaterThan(1.8 * (blue![1]! - red![1]!));
  expect(blue![1]! - red![1]!).toBeGreaterThan(5);
  expect(Math.abs(green![1]! - red![1]!)).toBeLessThan(2);
});

testWith('stamps JPEGs in colours of ink', [program('pdftoppm')], async () => {
  for (const [name, image] of CMYK_JPEGS) {
    const stamp: Operation = { kind: 'stamp', source: { image }, pages: '1', position: 'c', scale: 100 };
    const { files } = await operate(threePages(), [stamp]);
    const file = join(mkdtempSync(join(tmpdir(), 'docconv-stamp-')), 'a');
    writeFileSync(file, files[0]!.bytes);
    execFileSync('pdftoppm', ['-r', '72', '-singlefile', '-png', file, file]);
    const { data, width, height } = PNG.sync.read(readFileSync(`${file}.png`));
    rmSync(dirname(file), { recursive: true });
    const [red, green, blue] = data.subarray(4 * (Math.floor(height / 2) * width + Math.floor(width / 2)));
    expect([red! < 20, green! > 150, blue! > 80 && blue! < 180], name).toEqual([true, true, true]);
  }
});

it.each<[string, Operation]>([
  ['rotate', { kind: 'rotate', angle: 90 }],
  ['metadata', { kind: 'metadata', values: { title: 'New' } }],
  ['optimize', { kind: 'optimize' }],
  ['flatten', { kind: 'flatten' }],
  ['stamp', { kind: 'stamp', source: { text: 'Stamped' } }],
  ['encrypt', { kind: 'encrypt', userPassword: 'secret' }],
])('keeps the original document that the trailer of a hybrid PDF names: %s', async (_, operation) => {
  const objects = { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[3 0 R]/Count 1>>', 3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>', 4: stream('original') }; // biome-ignore format: short
  const trailer = '/AdditionalStreams[/application#2Fvnd.oasis.opendocument.text 4 0 R]';
  const { files } = await operate(new PdfWriter().revision({ objects, trailer }).bytes, [operation]);
  const { latest } = await openPdf(files[0]!.bytes, { password: 'secret' });
  const [, original] = latest.getArray(latest.trailer, 'AdditionalStreams')!.items;
  expect(Buffer.from(latest.decode(latest.resolve(original!) as PdfStream).bytes).toString()).toBe('original');
});

it.each<[string, Operation]>([
  ['rotate', { kind: 'rotate', angle: 90 }],
  ['metadata', { kind: 'metadata', values: { title: 'New' } }],
  ['optimize', { kind: 'optimize' }],
  ['flatten', { kind: 'flatten' }],
  ['split', { kind: 'split', every: 1 }],
  ['encrypt', { kind: 'encrypt', userPassword: 'secret' }],
])('leaves out the digest of LibreOffice for the bytes before its trailer: %s', async (_, operation) => {
  const trailer = '/DocChecksum/D6925F1E94737D0CA95513B6DC9B3876';
  const objects = { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[3 0 R]/Count 1>>', 3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>', 4: stream(' '.repeat(5000)) }; // biome-ignore format: short
  const { files } = await operate(new PdfWriter().revision({ objects, trailer }).bytes, [operation]);
  const { latest } = await openPdf(files[0]!.bytes, { password: 'secret' });
  expect(latest.trailer.has('DocChecksum')).toBe(false);
  expect(latest.root).not.toBeNull();
});

it.each([
  ['a PNG that lacks pixels', pngWithoutPixels()],
  ['half a JPEG', jpeg().subarray(0, -2)],
  ['a lossless JPEG', jpeg(1, 0xc3)],
])('refuses a stamp of %s', async (_, image) => {
  const stamp: Operation = { kind: 'stamp', source: { image } };
  await expect(operate(threePages(), [stamp])).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});

testWith('prints a text in the size of its font, also beyond the page', [program('pdftotext')], async () => {
  const heights = await Promise.all(
    [20, 40].map(async size => {
      const stamp: Operation = {
        kind: 'stamp',
        source: { text: 'Wide text' },
        size,
        angle: 0,
        position: 'tl',
        pages: '1',
      };
      const { files } = await operate(threePages(), [stamp]);
      const file = join(mkdtempSync(join(tmpdir(), 'docconv-')), 'a.pdf');
      writeFileSync(file, files[0]!.bytes);
      const [, top, bottom] = /yMin="([\d.-]+)".*yMax="([\d.-]+)">Wide</.exec(
        execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' }),
      )!;
      rmSync(dirname(file), { recursive: true });
      return Number(bottom) - Number(top);
    }),
  );
  expect(heights[1]! / heights[0]!).toBeCloseTo(2, 1);
  // of the font's size, from its descent to its ascent
  expect(heights[0]! / 20).toBeGreaterThan(1);
  expect(heights[0]! / 20).toBeLessThan(1.5);
});

it.each<[string, object]>([
  ['rotated and cropped', {}],
  ['half transparent', { opacity: 50, scale: 50 }],
])('prints the page of a PDF above and below others, %s', async (_, look) => {
  const page = '<</Type/Page/Parent 2 0 R/Rotate 90/MediaBox[0 0 400 300]/CropBox[100 50 300 250]/Contents 5 0 R>>';
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F1 4 0 R>>>>>>',
    3: page,
    4: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    5: stream('q BT /F1 24 Tf 150 150 Td (Stamped) Tj'),
  };
  const source = { pdf: new PdfWriter().revision({ objects }).bytes };
  const { files } = await operate(threePages(), [
    { kind: 'stamp', source, pages: '1', ...look },
    { kind: 'watermark', source, pages: '3', ...look },
  ]);
  if (canUse('pdftotext')) expect((await wordsOf(files[0]!.bytes)).trim()).toBe('Stamped Stamped');
});

it.each([
  ['no PDF', Buffer.from('text')],
  ['a damaged one', Buffer.from('%PDF-1.7 nothing')],
])('refuses as a stamp %s', async (_, pdf) => {
  const error = { code: 'OPTION_INVALID', message: expect.stringMatching(/PDF of a stamp cannot be read/) };
  await expect(operate(threePages(), [{ kind: 'stamp', source: { pdf } }])).rejects.toMatchObject(error);
});

it('removes the claim of PDF/A that encryption breaks, and keeps it otherwise', async () => {
  const pdfa = (await converter.convert({ bytes: Buffer.from('Text'), name: 'a.txt' }, { pdf: { pdfa: '2b' } })).pdf;
  const claim = async (operations: readonly Operation[]) => {
    const { files, warnings } = await operate(pdfa, operations);
    return [Buffer.from(files[0]!.bytes).includes('pdfaid:part'), warnings.map(({ code }) => code)];
  };
  expect(await claim([{ kind: 'rotate', angle: 90 }])).toEqual([true, []]);
  const file = { name: 'a.txt', bytes: Buffer.from('a') };
  expect(await claim([{ kind: 'attach', files: [file] }])).toEqual([false, ['pdfa_lost']]);
  const { files, warnings } = await operate(pdfa, [{ kind: 'encrypt', ownerPassword: 'p', allow: [] }]);
  expect(warnings.map(({ code }) => code)).toEqual(['pdfa_lost']);
  expect(await describePdf(files[0]!.bytes)).toMatchObject({ encrypted: true });
});

it.each<[string, string, Operation, string, string | null]>([
  ['4', '', { kind: 'rotate', angle: 90 }, 'PDF/A-4', null],
  ['4', 'F', { kind: 'flatten' }, 'PDF/A-4f', null],
  ['2', 'A', { kind: 'flatten' }, 'PDF/A-2a', null],
  ['2', 'B', { kind: 'flatten' }, 'PDF/UA', '2'],
])('removes the claims of PDF/A-%s%s with PDF/UA that %j may break', async (part, level, operation, standard, kept) => {
  const uri = (name: string) => `http://www.aiim.org/${name}/ns/id/`;
  const claims = `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${level}</pdfaid:conformance>`;
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="${uri('pdfa')}" xmlns:pdfuaid="${uri('pdfua')}" pdfuaid:part="1">${claims}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const objects = { 4: stream(xmp, '/Type/Metadata/Subtype/XML') };
  const { files, warnings } = await operate(archivalPdf('2b', { objects }), [operation]);
  expect(warnings).toMatchObject([{ code: 'pdfa_lost', detail: { standard } }]);
  const { latest } = await openPdf(files[0]!.bytes);
  expect((await readXmp(latest, { part: uri('pdfa') }))?.part ?? null).toBe(kept);
  const losesUa = operation.kind === 'flatten';
  expect((await readXmp(latest, { part: uri('pdfua') }))?.part).toBe(losesUa ? undefined : '1');
});

it('refuses what is no PDF', async () => {
  await expect(operate(Buffer.from('text'), [{ kind: 'flatten' }])).rejects.toMatchObject({ code: 'NOT_A_PDF' });
});

it('keeps the look of signatures that it removes as an annotation, and in the page when flattened', async () => {
  const field = (name: string, rect: string) =>
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/F 4/P 3 0 R/Rect[${rect}]/AP<</N 6 0 R>>/V<</Type/Sig/Filter/A/ByteRange[0 1 2 3]/Contents<00>>>>>`;
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[4 0 R 5 0 R 7 0 R 8 0 R 9 0 R]>>/Perms<<>>/DSS<<>>>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<<>>/Annots[4 0 R 5 0 R 7 0 R]>>',
    4: field('shown', '10 10 60 60'),
    5: field('invisible', '0 0 0 0'),
    6: stream('0 0 50 50 re f', '/Type/XObject/Subtype/Form/BBox[0 0 50 50]'),
    7: '<</Type/Annot/Subtype/Widget/FT/Btn/T(kept)/Rect[0 0 9 9]/AP<</N 6 0 R>>>>',
    8: '<</FT/Sig/T(not signed)>>',
    9: '<</FT/Tx/T(loop)/Kids[9 0 R 9 0 R]>>',
  };
  const signed = new PdfWriter().revision({ objects }).bytes;
  await expect(operate(signed, [{ kind: 'rotate', angle: 90 }])).rejects.toMatchObject({ code: 'PDF_SIGNED' });
  const annotationsAfter = async (operation: Operation) => {
    const { files, warnings } = await operate(signed, [operation], { breakSignatures: true });
    expect(warnings).toMatchObject([{ code: 'signatures_removed', detail: { signatures: 2 } }]);
    const { latest } = await openPdf(files[0]!.bytes);
    expect([latest.get(latest.root, 'DSS'), latest.get(latest.root, 'Perms')]).toEqual([null, null]);
    const form = latest.getDict(latest.root, 'AcroForm');
    const kept = (latest.getArray(form, 'Fields')?.items ?? []).map(item => latest.resolve(item) as PdfDict);
    if (operation.kind === 'rotate') expect(kept.map(each => latest.getName(each, 'FT'))).toEqual(['Btn', 'Sig', 'Tx']);
    const [page] = pageList(latest)!.pages;
    const items = latest.getArray(page!.dict, 'Annots')?.items ?? [];
    return items.map(item => latest.getName(latest.resolve(item) as PdfDict, 'Subtype'));
  };
  expect(await annotationsAfter({ kind: 'rotate', angle: 90 })).toEqual(['Stamp', 'Widget']);
  expect(await annotationsAfter({ kind: 'flatten' })).toEqual([]);
});

it.each<[string, (pdf: string) => string]>([
  ['a wrong length of a stream', pdf => pdf.replace(/(<<\/Length )\d+/, '$11')],
  ['no cross-references where it states them', pdf => pdf.replace(/startxref\s+\d+/, 'startxref\n99999')],
])('works on what can be read of a PDF with %s, and says so', async (_, damage) => {
  const damaged = Buffer.from(damage(Buffer.from(threePages()).toString('latin1')), 'latin1');
  expect(damaged.equals(threePages())).toBe(false);
  const { files, warnings } = await operate(damaged, [{ kind: 'rotate', angle: 90 }]);
  expect(warnings.map(({ code }) => code)).toEqual(['pdf_damaged']);
  expect((await widthsAndTurns(files[0]!.bytes)).map(([, turn]) => turn)).toEqual([90, 90, 90]);
  expect(await describePdf(files[0]!.bytes)).toMatchObject({ metadata: { title: 'Report' }, bookmarks: [{}, {}] });
});

/** qpdf writes more bytes for it. */
const compactPdf = (): Buffer =>
  Buffer.from(
    '%PDF-1.7\n1 0 obj<</Pages 2 0 R>>2 0 obj<</Kids[3 0 R]/Count 1>>3 0 obj<</Parent 2 0 R>>trailer<</Root 1 0 R>>',
  );

it('optimizes what has bytes before its header, or is encrypted, into a PDF without them', async () => {
  const shifted = Buffer.concat([Buffer.from('junk\n'), compactPdf()]);
  const optimized = await operate(shifted, [{ kind: 'optimize' }]);
  expect(Buffer.from(optimized.files[0]!.bytes).toString('latin1', 0, 5)).toBe('%PDF-');
  const locked = await operate(compactPdf(), [{ kind: 'encrypt', userPassword: 'a' }]);
  const opened = await operate(locked.files[0]!.bytes, [{ kind: 'optimize' }], { password: 'a' });
  expect(opened.warnings.map(({ code }) => code)).toEqual(['encryption_removed']);
  expect(await describePdf(opened.files[0]!.bytes)).toMatchObject({ encrypted: false });
});
