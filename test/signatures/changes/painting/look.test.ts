/** What an appearance does to the page below it: by operator, graphics state and nesting. */
import { describe, expect, test } from 'vitest';
import type { Matrix, PdfStream } from '../../../../src/pdf/index.js';
import { type Look, lookOf } from '../../../../src/signatures/changes/painting/look.js';
import { type Body, stream } from '../../../helpers/pdf-writer.js';
import { openForm } from './pages.js';

const look = async (
  content: string,
  dict?: string,
  changes: Record<number, Body> = {},
  matrix?: Matrix,
): Promise<Look> => {
  const { revision, form } = await openForm(content, dict, changes);
  return lookOf(revision, form, matrix);
};

const OWN = '/BBox[0 0 100 100]/Resources 5 0 R';
const RECT = '0 0 100 50 re';
const TEXT = 'BT /Std 20 Tf 5 5 Td (Text) Tj ET';

/** Effect, appearance, content. */
const EFFECTS: Readonly<Record<Look['effect'], readonly (readonly [string, string])[]>> = {
  nothing: [
    ['no content', ''],
    ['a path that is not painted', `${RECT} n`],
    ['a clipping path', `${RECT} W n`],
    ['text in mode 3', `3 Tr ${TEXT}`],
    ['text in mode 7', `7 Tr ${TEXT}`],
    ['an empty string', 'BT /Std 20 Tf () Tj ET'],
    ['alpha 0', `/Clear gs ${RECT} B ${TEXT} /Im Do`],
    ['an alpha of 0 set before a group', '/Clear gs /Group Do'],
    ['an alpha of 0 inherited by a form', '/Clear gs /Fm Do'],
    ['marked content', '/Tx BMC EMC /P<</MCID 0>>BDC EMC'],
    ['a compatibility section', 'BX 1 2 unknown EX'],
  ],
  light: [
    ['a thin line', '0 0 m 10 10 l S'],
    ['the thickest thin line', '1.5 w 0 0 m 10 10 l S'],
    ['a line that is a filled rectangle', '0 20 100 1.5 re f'],
    ['an upright line that is a filled rectangle', '20 0 1 50 re f'],
    ['a hairline', '0 w 0 0 m 10 10 l S'],
    ['the outline of a rectangle', `${RECT} s`],
    ['a thin line after a scaling', '0.1 0 0 0.1 0 0 cm 15 w 0 0 m 100 100 l S'],
    ['a highlight', `/Mul gs 1 1 0 rg ${RECT} f`],
    ['a highlight in DeviceGray', `/Mul gs 0.8 g ${RECT} f`],
    ['a highlight in DeviceCMYK', `/Mul gs 0 0 1 0 k ${RECT} f`],
    ['a highlight with Darken', `/Dark gs 1 1 0 rg ${RECT} f`],
    ['a highlight by sc', `/Mul gs /DeviceRGB cs 1 1 0 sc ${RECT} f`],
    ['a highlight by an alias of a device space', `/Mul gs /Alias cs 1 1 0 scn ${RECT} f`],
    ['a highlight by an alias in an array', `/Mul gs /AliasArray cs 0.9 scn ${RECT} f`],
    ['a highlight with transparency', `/Half gs /Mul gs 1 1 0 rg ${RECT} f`],
    ['a thick light line with Multiply', '/Mul gs 1 1 0 RG 20 w 0 0 m 100 0 l S'],
    ['a light stencil with Multiply', 'q /Mul gs 1 1 0 rg 50 0 0 50 0 0 cm /Mask Do Q'],
    ['Multiply set before a group', '/Mul gs 1 1 0 rg /Group Do'],
    ['Multiply inherited by a form', '/Mul gs 1 1 0 rg /Fm Do'],
    ['opaque states that are not used', `/Solid gs /Normal gs /Mul gs 1 1 0 rg ${RECT} f /Normal gs`],
    ['a dark colour that is not used', `0 g /Mul gs 1 1 0 rg ${RECT} f 0 g`],
    ['a dark colour of lines', `/Mul gs 1 1 0 rg 0 G ${RECT} f`],
  ],
  opaque: [
    ['a filled rectangle that is too thick for a line', '0 20 100 3 re f'],
    ['a fill', `${RECT} f`],
    ['a white fill', `1 g ${RECT} f`],
    ...['F', 'f*', 'B', 'B*', 'b', 'b*'].map(operator => [`the operator ${operator}`, `${RECT} ${operator}`] as const),
    ['text', TEXT],
    ...['1', '2', '4', '5', '6'].map(mode => [`text in mode ${mode}`, `${mode} Tr ${TEXT}`] as const),
    ['TJ', 'BT /Std 20 Tf [(a)] TJ ET'],
    ["the operator '", "BT /Std 20 Tf (a) ' ET"],
    ['the operator "', 'BT /Std 20 Tf 0 0 (a) " ET'],
    ['text in a Type 3 font', 'BT /T3 20 Tf (A) Tj ET'],
    ['text in a Type 3 font with alpha 0', '/Clear gs BT /T3 20 Tf (A) Tj ET'],
    ['an image', '/Im Do'],
    ['an inline image', 'BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI'],
    ['an image with Multiply', '/Mul gs 1 1 0 rg /Im Do'],
    ['an inline image with Multiply', '/Mul gs 1 1 0 rg BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI'],
    ['a shading', '/Sh sh'],
    ['a shading with Multiply', '/Mul gs 1 1 0 rg /Sh sh'],
    ['a thick line', '1.6 w 0 0 m 10 10 l S'],
    ['a thick line after a scaling', '10 0 0 10 0 0 cm 0 0 m 10 10 l S'],
    ['a thick line after a scaling of one axis', '1 0 0 10 0 0 cm 0 0 m 10 10 l S'],
    ['a thick line by a graphics state', '/Wide gs 0 0 m 10 10 l S'],
    ['thick outlines of text', '/Mul gs 1 1 0 rg 0 G 20 w 2 Tr BT /Std 20 Tf (.) Tj ET'],
    ['alpha 0.99', `/Nearly gs ${RECT} f`],
    ['alpha 0.5', `/Half gs ${RECT} f`],
    ['alpha 0 that does not apply any more', `/Clear gs /Solid gs ${RECT} f`],
    ['alpha 0 restored by Q', `q /Clear gs Q ${RECT} f`],
    ['alpha 0 of a later operation', `${RECT} f /Clear gs ${RECT} f`],
    ['Multiply with a dark colour', `/Mul gs 0.5 g ${RECT} f`],
    ['Multiply with the initial colour', `/Mul gs ${RECT} f`],
    ['Multiply that is not used', `/Mul gs /Normal gs 1 1 0 rg ${RECT} f`],
    ['Multiply restored by Q', `q /Mul gs Q 1 1 0 rg ${RECT} f`],
    ['Multiply of an earlier operation', `q /Mul gs 1 1 0 rg ${RECT} f Q 1 1 0 rg ${RECT} f`],
    ['an array of blend modes of which one is Normal', `/Mixed gs 1 1 0 rg ${RECT} f`],
    ['another blend mode', `/Diff gs 1 1 0 rg ${RECT} f`],
    ['Multiply with a transfer function', `/Mul gs /Transfer gs 1 1 0 rg ${RECT} f`],
    ['a soft mask', `/Soft gs 1 1 0 rg ${RECT} f`],
    ['Multiply with a tiling pattern', `/Mul gs /Pattern cs /Tile scn ${RECT} f`],
    ['Multiply with an uncoloured pattern', `/Mul gs /PatRgb cs 1 1 0 /Stencil scn ${RECT} f`],
    ['Multiply with a shading pattern', `/Mul gs /Pattern cs /Grad scn ${RECT} f`],
    ['Multiply with a colour of ICCBased', `/Mul gs /Icc cs 1 1 0 scn ${RECT} f`],
    ['Multiply with a colour of Indexed', `/Mul gs /Ind cs 0 scn ${RECT} f`],
    ['Multiply with a colour of Separation', `/Mul gs /Sep cs 0 scn ${RECT} f`],
    ['Multiply with a colour space that is missing', `/Mul gs 1 1 0 rg /Nope cs 1 1 0 scn ${RECT} f`],
    ['Multiply with the initial colour of a space', `/Mul gs 1 1 0 rg /DeviceRGB cs ${RECT} f`],
    ['Multiply with the colour of lines', `/Mul gs 1 1 0 RG ${RECT} f`],
    ['Multiply within an isolated group', '/Isolated Do'],
    ['a form', '/Fm Do'],
    ['nested forms', '/Nest Do'],
  ],
  unclear: [
    ['a syntax error', `${RECT} f (`],
    ['an unknown operator', '1 0 unknown'],
    ['an operator of two words', `${RECT}f`],
    ['an operand too few', '1 2 3 re f'],
    ['an operand too many', '1 2 3 4 5 re f'],
    ['an operand of another type', '(1) 2 3 4 re f'],
    ['a rendering mode that does not exist', '8 Tr'],
    ['a form with a syntax error', '/Broken Do'],
    ['an XObject that is missing', '/Nope Do'],
    ['a graphics state that is missing', '/Nope gs'],
    ['optional content', `/OC /Layer BDC ${RECT} S EMC`],
    ['optional content without a name', `/OC BMC ${RECT} S EMC`],
    ['too many operations', 'n '.repeat(500_001)],
    ['too many painting operations', '0 0 1 1 re f '.repeat(100_001)],
    ['too many saved states', 'q '.repeat(10_001)],
  ],
};

describe('the effect of an appearance', () => {
  for (const [effect, cases] of Object.entries(EFFECTS))
    for (const [what, content] of cases)
      test(`${effect}: ${what}`, async () => expect((await look(content)).effect).toBe(effect));
});

/** Resources with which `/A Do` paints object 51. */
const PAINTS_51 = '/Resources<</XObject<</A 51 0 R>>>>';

/** What, entries of the appearance, objects. */
const UNCLEAR: readonly [string, string, string, Record<number, Body>?][] = [
  ['is optional content', '/Fm Do', `${OWN}/OC 42 0 R`],
  ['contains an optional form', '/A Do', PAINTS_51, { 51: stream('', '/Subtype/Form/OC 42 0 R') }],
  ['contains an optional image', '/A Do', PAINTS_51, { 51: stream('', '/Subtype/Image/OC 42 0 R') }],
  ['contains an image with alternates', '/A Do', PAINTS_51, { 51: stream('', '/Subtype/Image/Alternates[]') }],
  ['has an image in another file', '/A Do', PAINTS_51, { 51: stream('', '/Subtype/Image/F(file)') }],
  ['is in another file', RECT, '/F(file)'],
  ['contains a form of another document', '/A Do', PAINTS_51, { 51: stream('', '/Subtype/Form/Ref<<>>') }],
  ['contains an XObject of an unknown type', '/A Do', PAINTS_51, { 51: stream('', '/Subtype/PS') }],
  ['cannot be decoded', RECT, '/Filter/DCTDecode'],
  ['is damaged', RECT, '/Filter/FlateDecode'],
  ['contains a form that cannot be decoded', '/A Do', PAINTS_51, { 51: stream('x', '/Subtype/Form/Filter/JPXDecode') }],
  ['contains a form with a malformed matrix', '/A Do', PAINTS_51, { 51: stream('', '/Subtype/Form/Matrix[1 0]') }],
  ['contains itself', '/A Do', '/Resources<</XObject<</A 50 0 R>>>>'],
  [
    'has optional content in a pattern',
    `/Pattern cs /A scn ${RECT} f`,
    '/Resources<</Pattern<</A 51 0 R>>>>',
    { 51: stream('/OC /L BDC EMC', '/PatternType 1') },
  ],
  [
    'has optional content in a soft mask',
    `/A gs ${RECT} S`,
    '/Resources<</ExtGState<</A<</SMask<</G 51 0 R>>>>>>>>',
    { 51: stream('/OC /L BDC EMC', '/Subtype/Form') },
  ],
  [
    'has optional content in a glyph',
    'BT /A 9 Tf ET',
    '/Resources<</Font<</A<</Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 51 0 R>>>>>>>>',
    { 51: stream('/OC /L BDC EMC') },
  ],
  [
    'has a pattern that contains itself',
    `/Pattern cs /A scn ${RECT} f`,
    '/Resources<</Pattern<</A 51 0 R>>>>',
    { 51: stream(`/Pattern cs /A scn ${RECT} f`, '/PatternType 1/Resources<</Pattern<</A 51 0 R>>>>') },
  ],
];

describe('an appearance is unclear that', () => {
  for (const [what, content, dict, changes] of UNCLEAR)
    test(what, async () => expect((await look(content, dict, changes)).effect).toBe('unclear'));

  /** A chain of forms, each painting the next. */
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [
        51 + i,
        stream(i + 1 < length ? '/A Do' : 'n', `/Subtype/Form/Resources<</XObject<</A ${52 + i} 0 R>>>>`),
      ]),
    );

  test('nests more than 8 forms', async () => {
    expect((await look('/A Do', PAINTS_51, chain(7))).effect).toBe('nothing');
    expect((await look('/A Do', PAINTS_51, chain(8))).effect).toBe('unclear');
  });

  test('executes more than 500,000 operations in all its forms', async () => {
    const ten = (next: number) => stream('/A Do '.repeat(10), `/Subtype/Form/Resources<</XObject<</A ${next} 0 R>>>>`);
    const changes = {
      51: ten(52),
      52: ten(53),
      53: ten(54),
      54: ten(55),
      55: ten(56),
      56: stream('n n n n n', '/Subtype/Form'),
    };
    expect((await look('/A Do', PAINTS_51, changes)).effect).toBe('unclear');
  });
});

test('fonts are unclear whose glyphs are painted with the same font, or that have many widths together', async () => {
  const glyphs = Array.from({ length: 500 }, (_, i) => `/g${i} ${100 + i} 0 R`).join('');
  const self = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [100 + i, stream('BT /A 9 Tf (A) Tj ET')]));
  const type3 = `<</Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<<${glyphs}>>/Resources<</Font<</A 51 0 R>>>>>>`;
  const font = '/Resources<</Font<</A 51 0 R>>>>';
  expect((await look('BT /A 9 Tf (A) Tj ET', font, { 51: type3, ...self })).effect).toBe('unclear');

  const names = Array.from({ length: 20 }, (_, i) => i);
  const fonts = `/Resources<</Font<<${names.map(i => `/F${i} ${100 + i} 0 R`).join('')}>>>>`;
  const composite = '<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[52 0 R]>>';
  const widths = { 52: `<</Subtype/CIDFontType2/W[${'0 65535 500 '.repeat(20)}]>>` };
  const changes = { ...widths, ...Object.fromEntries(names.map(i => [100 + i, composite])) };
  expect((await look(names.map(i => `/F${i} 9 Tf`).join(' '), fonts, changes)).effect).toBe('unclear');
  expect((await look('/F0 9 Tf', fonts, changes)).effect).toBe('nothing');
});

test('many costly appearances of one document are unclear', async () => {
  const count = 8; // more than 3,000,000 operations together
  const costly = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [100 + i, stream('n '.repeat(400_000), '/Subtype/Form')]),
  );
  const { revision } = await openForm('', OWN, costly);
  const effects = Array.from(
    { length: count },
    (_, i) => lookOf(revision, revision.object(100 + i)!.value as PdfStream).effect,
  );
  expect([effects[0], effects.at(-1)]).toEqual(['nothing', 'unclear']);
});

describe('the effect depends on', () => {
  const highlight = `/Mul gs 1 1 0 rg ${RECT} f`;
  const cases: [string, string, string, Look['effect'], Record<number, Body>?][] = [
    ['a group of its own', highlight, `${OWN}/Group<</S/Transparency>>`, 'light'],
    ['an isolated group of its own', highlight, `${OWN}/Group<</S/Transparency/I true>>`, 'opaque'],
    ['a knockout group of its own', highlight, `${OWN}/Group<</S/Transparency/K true>>`, 'opaque'],
    ['a group of an unknown type', highlight, `${OWN}/Group<</S/Other>>`, 'opaque'],
    [
      'an isolated group with Multiply',
      '/Mul gs 1 1 0 rg /A Do',
      '/Resources<</ExtGState<</Mul<</BM/Multiply>>>>/XObject<</A 51 0 R>>>>',
      'light',
      { 51: stream(`1 1 0 rg ${RECT} f`, '/Subtype/Form/Group<</S/Transparency/I true>>') },
    ],
    [
      'a group with another blend mode',
      '/Dif gs /A Do',
      '/Resources<</ExtGState<</Dif<</BM/Difference>>>>/XObject<</A 51 0 R>>>>',
      'opaque',
      { 51: stream(highlight, '/Subtype/Form/Resources 5 0 R/Group<</S/Transparency>>') },
    ],
    [
      'a replaced device space',
      highlight,
      '/Resources<</ExtGState<</Mul<</BM/Multiply>>>>/ColorSpace<</DefaultRGB[/ICCBased 41 0 R]>>>>',
      'opaque',
    ],
    [
      'an indirect blend mode',
      highlight,
      '/Resources<</ExtGState<</Mul<</BM 51 0 R>>>>>>',
      'light',
      { 51: '/Multiply' },
    ],
    ['an empty stream with a filter', '', '/Filter/FlateDecode', 'nothing'],
    ['nothing but the bounding box', '', '/BBox[0 0 0 0]', 'nothing'],
    [
      'resources of the form around it',
      '/A Do',
      '/Resources<</ExtGState<</Mul<</BM/Multiply>>>>/XObject<</A 51 0 R>>>>',
      'light',
      { 51: stream(highlight, '/Subtype/Form') },
    ],
  ];
  for (const [what, content, dict, effect, changes] of cases)
    test(what, async () => expect((await look(content, dict, changes)).effect).toBe(effect));

  test('the matrix to the page', async () => {
    const line = '0 0 m 10 10 l S';
    expect((await look(line, OWN, {}, [1, 0, 0, 1, 50, 50])).effect).toBe('light');
    expect((await look(line, OWN, {}, [3, 0, 0, 3, 0, 0])).effect).toBe('opaque');
    expect((await look(`0.1 w ${line}`, OWN, {}, [3, 0, 0, 3, 0, 0])).effect).toBe('light');
    expect((await look(`10 w ${line}`, OWN, {}, [0.1, 0, 0, 0.1, 0, 0])).effect).toBe('light');
    expect((await look(line, OWN, {}, [1, 0, 0, 9, 0, 0])).effect).toBe('opaque');
  });
});

test('text and background are told apart', async () => {
  expect(await look(TEXT)).toEqual({ effect: 'opaque', text: true, background: false, drawing: false });
  expect(await look(`${TEXT} 0 0 m 10 10 l S`)).toEqual({
    effect: 'opaque',
    text: true,
    background: false,
    drawing: true,
  });
  expect(await look(`${RECT} f`)).toEqual({ effect: 'opaque', text: false, background: true, drawing: true });
  expect(await look(`1 g ${RECT} f 0 g ${TEXT}`)).toEqual({
    effect: 'opaque',
    text: true,
    background: true,
    drawing: true,
  });
  expect(await look('9 w 0 0 m 10 10 l S')).toEqual({ effect: 'opaque', text: false, background: true, drawing: true });
  expect(await look('/Im Do')).toEqual({ effect: 'opaque', text: false, background: true, drawing: true });
  expect(await look(`3 Tr ${TEXT} ${RECT} S`)).toEqual({
    effect: 'light',
    text: false,
    background: false,
    drawing: true,
  });
  expect(await look('BT /T3 20 Tf (A) Tj ET')).toEqual({
    effect: 'opaque',
    text: true,
    background: true,
    drawing: true,
  });
  expect(await look('20 w 1 Tr BT /Std 9 Tf (.) Tj ET')).toEqual({
    effect: 'opaque',
    text: true,
    background: true,
    drawing: true,
  });
});
