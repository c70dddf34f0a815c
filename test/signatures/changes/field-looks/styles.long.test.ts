/** A new appearance for the same value may differ only in what does not alter what a reader sees. */
import { describe } from 'vitest';
import { appearanceStream, type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import {
  AP,
  both,
  type Case,
  DA,
  enter,
  form as formWith,
  helv,
  look,
  replace,
  show,
  testCases,
  value,
  withLook,
} from './cases.js';

const shown = withLook('100', helv('100'));
const text = (operators: string) => `BT /Helv 12 Tf ${operators} ET`;

/** A look that is a form XObject with these entries. */
const form =
  (content: string, entries: string): Edit =>
  draft =>
    show(draft, draft.add(stream(content, `/Type/XObject/Subtype/Form/Resources<</Font<</Helv 7 0 R>>>>${entries}`)));
const withFont =
  (font: string, content = helv('100')): Edit =>
  draft =>
    look(content, `<</Font<</Helv ${draft.add(font)} 0 R>>>>`)(draft);
const withState =
  (state: string): Edit =>
  draft =>
    look(`/G gs ${helv('100')}`, `<</Font<</Helv 7 0 R>>/ExtGState<</G<<${state}>>>>>>`)(draft);

const forbidden = (rows: readonly [string, Edit][], signed = shown): Case[] =>
  rows.map(([what, edit]) => ({ what, signed, edit, verdict: 'forbidden' }));
const allowed = (rows: readonly [string, Edit][], signed = shown): Case[] =>
  rows.map(([what, edit]) => ({ what, signed, edit, verdict: 'allowed' }));

describe('text', () => {
  testCases([
    ...forbidden([
      ['white', look(`1 g ${helv('100')}`)],
      ['another colour', look(`1 0 0 rg ${helv('100')}`)],
      ['a colour of a space that is not evaluated', look(`/Cs1 cs 0 scn ${helv('100')}`)],
      ['a pattern', look(`/Pattern cs /P1 scn ${helv('100')}`)],
      ['mode 3', look(text('3 Tr 2 5 Td (100) Tj'))],
      ['mode 1', look(text('1 Tr 2 5 Td (100) Tj'))],
      ['mode 7', look(text('7 Tr 2 5 Td (100) Tj'))],
      ['tiny', look(helv('100', '2 5', 1))],
      ['huge', look(helv('100', '2 5', 60))],
      ['tiny by its matrix', look(text('0.05 0 0 0.05 2 5 Tm (100) Tj'))],
      ['tiny by cm', look(`0.1 0 0 0.1 0 0 cm ${helv('100')}`)],
      ['mirrored', look(text('-1 0 0 1 60 5 Tm (100) Tj'))],
      ['upside down', look(text('1 0 0 -1 2 15 Tm (100) Tj'))],
      ['rotated', look(text('0 1 -1 0 20 5 Tm (100) Tj'))],
      ['outside the box', look(helv('100', '2 50'))],
      ['raised out of the box', look(text('40 Ts 2 5 Td (100) Tj'))],
      ['half below the box', look(helv('100', '2 -8'))],
      ['clipped away', look(`0 0 1 1 re W n ${helv('100')}`)],
      ['clipped to its first digit', look(`0 0 9 20 re W n ${helv('100')}`)],
      ['clipped by another shape', look(`0 0 m 90 0 l 0 20 l W n ${helv('100')}`)],
      ['clipped after it was shown', look(text('7 Tr 2 5 Td (100) Tj'))],
      ['in another order', look(text('20 5 Td (1) Tj -18 0 Td (00) Tj'))],
      ['digits over each other', look(text('2 5 Td (1) Tj 0 0 Td (0) Tj 0 0 Td (0) Tj'))],
      ['a move back', look(text('2 5 Td [(1) 2000 (00)] TJ'))],
      ['negative spacing', look(text('-6 Tc 2 5 Td (100) Tj'))],
      ['no width', look(text('1 Tz 2 5 Td (100) Tj'))],
      ['spread over the box', look(text('90 Tc 2 5 Td (100) Tj'))],
      ['one digit missing', look(helv('10'))],
      ['one digit more', look(helv('1000'))],
      ['twice', look(`${helv('100')} ${helv('100', '50 5')}`)],
      ['another text above', look(`${helv('900', '2 12')} ${helv('100', '2 1')}`)],
      ['an operator that is unknown', look(`foo ${helv('100')}`)],
      ['a stream that breaks off', look(`${helv('100')} (900`)],
      ['optional content', look(`/OC /L BDC ${helv('100')} EMC`)],
      ['another text for copying', look(`/Span <</ActualText(x)>> BDC ${helv('100')} EMC`)],
      ['no font', look('BT 2 5 Td (100) Tj ET')],
    ]),
    ...allowed([
      ['the same colour in another space', look(`0 0 0 1 k ${helv('100')}`)],
      ['the same colour by cs and sc', look(`/DeviceRGB cs 0 0 0 sc ${helv('100')}`)],
      ['a little smaller', look(helv('100', '2 5', 10))],
      ['a little larger', look(helv('100', '2 5', 14))],
      ['right-aligned', look(helv('100', '170 5'))],
      ['with a matrix', look(text('1 0 0 1 2 5 Tm (100) Tj'))],
      ['scaled by cm and back', look(`0.5 0 0 0.5 0 0 cm ${helv('100', '4 10', 24)}`)],
      ['kerned', look(text('2 5 Td [(1) 20 (0) -30 (0)] TJ'))],
      ['character by character', look(text('2 5 Td (1) Tj 20 0 Td (0) Tj 20 0 Td (0) Tj'))],
      ['hexadecimal', look(text('2 5 Td <313030> Tj'))],
      ["by the operator '", look(text("14 TL 2 19 Td (100) '"))],
      ['by the operator "', look(text('14 TL 2 19 Td 0 0 (100) "'))],
      ['clipped to the box', look(`q 1 1 198 18 re W n ${helv('100')} Q`)],
      ['marked content', look(`/Span <</Lang(en)>> BDC ${helv('100')} EMC`)],
    ]),
  ]);
});

describe('paths and objects', () => {
  const framed = { ...withLook('100', helv('100'), `${DA}/MK<</BG[1 1 0.8]/BC[1 0 0]>>`) };
  const beveled = { ...withLook('100', helv('100'), `${DA}/MK<</BG[0.8]/BC[0]>>/BS<</S/B/W 2>>`) };
  testCases([
    ...forbidden([
      ['a filled rectangle over the text', look(`${helv('100')} 1 g 0 0 200 20 re f`)],
      ['a filled rectangle below the text', look(`0.9 g 0 0 200 20 re f 0 g ${helv('100')}`)],
      ['a line', look(`${helv('100')} 0 10 m 60 10 l S`)],
      ['a digit as a path', look(`${helv('100')} 40 5 m 40 15 l S`)],
      ['an image', look(`${helv('100')} /Im Do`)],
      ['an inline image', look(`${helv('100')} BI /W 1/H 1/BPC 8/CS/G ID 0 EI`)],
      ['a shading', look(`${helv('100')} /S sh`)],
      ['a transparent state', withState('/ca 0')],
      ['a slightly transparent state', withState('/ca 0.5')],
      ['a blend mode', withState('/BM/Screen')],
      ['a soft mask', withState('/SMask<<>>')],
      ['a font in the state', withState('/Font[7 0 R 1]')],
    ]),
    ...allowed([['an opaque state', withState('/ca 1/CA 1/BM/Normal/SMask/None')]]),
    ...forbidden(
      [
        ['background over the text', look(`${helv('100')} 1 1 0.8 rg 0 0 200 20 re f`)],
        ['background in another colour', look(`0 g 0 0 200 20 re f 0 g ${helv('100')}`)],
        ['a border through the text', look(`${helv('100')} 1 0 0 RG 0 10 m 200 12 l S`)],
        ['a border as wide as the field', look(`${helv('100')} 1 0 0 RG 40 w 0 0 200 20 re S`)],
      ],
      framed,
    ),
    ...allowed(
      [
        [
          'background and border of /MK',
          look(`1 1 0.8 rg 0 0 200 20 re f 1 0 0 RG 0.5 0.5 199 19 re s 0 g ${helv('100')}`),
        ],
        ['the border alone', look(`1 0 0 RG 1 w 0.5 0.5 199 19 re S ${helv('100')}`)],
        ['neither', look(helv('100', '4 5'))],
      ],
      framed,
    ),
    ...allowed(
      [
        [
          'a beveled border',
          look(
            `0.8 g 0 0 200 20 re f 1 g 2 2 m 2 18 l 198 18 l 196 16 l 4 16 l 4 4 l f 0.5 g 198 18 m 198 2 l 2 2 l 4 4 l 196 4 l 196 16 l f 0 G 2 w 1 1 198 18 re s 0 g ${helv('100')}`,
          ),
        ],
      ],
      beveled,
    ),
  ]);
});

describe('the form XObject', () => {
  testCases([
    ...forbidden([
      ['a small bounding box', form(helv('100'), '/BBox[0 0 9 20]')],
      ['a large bounding box', form(helv('100'), '/BBox[0 0 20000 2000]')],
      ['a matrix that rotates', form(helv('100'), '/BBox[0 0 200 20]/Matrix[0 1 -1 0 0 0]')],
      ['a matrix that mirrors', form(helv('100'), '/BBox[0 0 200 20]/Matrix[-1 0 0 1 0 0]')],
      ['an optional content group', form(helv('100'), '/BBox[0 0 200 20]/OC<</Type/OCG/Name(x)>>')],
      ['no bounding box', form(helv('100'), '')],
      ['one appearance for each state', replace(O.amount, AP, `/AP<</N<</A ${O.amountAppearance} 0 R>>>>`)],
      [
        'an appearance for the mouse',
        draft => {
          const other = draft.add(appearanceStream(helv('900')));
          replace(O.amount, AP, `/AP<</N ${O.amountAppearance} 0 R/R ${other} 0 R>>`)(draft);
        },
      ],
      [
        'an appearance for a click',
        draft => {
          const other = draft.add(appearanceStream(helv('900')));
          replace(O.amount, AP, `/AP<</N ${O.amountAppearance} 0 R/D ${other} 0 R>>`)(draft);
        },
      ],
    ]),
    ...allowed([
      ['a matrix that moves', form(helv('100', '12 15'), '/BBox[10 10 210 30]/Matrix[1 0 0 1 -10 -10]')],
      ['the page as its space', form(helv('100', '52 465'), `/BBox[50 460 250 480]`)],
      ['a transparency group', form(helv('100'), '/BBox[0 0 200 20]/Group<</S/Transparency>>')],
    ]),
  ]);
});

describe('an embedded font with two glyphs for one character', () => {
  const FONTS = '<</Font<</F 41 0 R>>>>';
  const own = {
    ...withLook('100', ''),
    [O.amountAppearance]: appearanceStream('BT /F 12 Tf 2 5 Td <313030> Tj ET', FONTS),
    41: '<</Type/Font/Subtype/TrueType/BaseFont/A+Own/FontDescriptor<</FontFile2 5 0 R>>/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/one/space]>>>>',
  };
  testCases([
    ...forbidden([['the other glyph', look('BT /F 12 Tf 2 5 Td <413030> Tj ET', FONTS)]], own),
    ...forbidden([['a glyph for a space', look('BT /F 12 Tf 2 5 Td <31303042> Tj ET', FONTS)]], own),
    ...allowed([['the same glyph', look('BT /F 12 Tf 4 5 Td <313030> Tj ET', FONTS)]], own),
  ]);
});

describe('fonts', () => {
  const widths = (width: number) => `/FirstChar 32/LastChar 126/Widths[${`${width} `.repeat(95)}]`;
  testCases([
    ...forbidden([
      ['a font of its own', withFont('<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Helvetica/FontDescriptor<<>>>>')],
      [
        'an embedded font with a standard name',
        withFont('<</Type/Font/Subtype/TrueType/BaseFont/Helvetica/FontDescriptor<</FontFile2 5 0 R>>>>'),
      ],
      ['a symbol font', withFont('<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>')],
      ['a Type 3 font', withFont('<</Type/Font/Subtype/Type3/BaseFont/Helvetica/FontMatrix[1 0 0 1 0 0]>>')],
      ['other glyphs', withFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/nine]>>>>')],
      ['unknown glyphs', withFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/g17]>>>>')],
      [
        'widths of nothing',
        withFont(`<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding${widths(0)}>>`),
      ],
      [
        'negative widths',
        withFont(`<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding${widths(-500)}>>`),
      ],
    ]),
    ...allowed([
      ['a standard font without an encoding', withFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>')],
      ['a TrueType name', withFont('<</Type/Font/Subtype/TrueType/BaseFont/Arial,Bold/Encoding/WinAnsiEncoding>>')],
      ['its widths', withFont(`<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding${widths(600)}>>`)],
      [
        'differences that say the same',
        withFont(
          '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[24/breve 39/quotesingle 49/one]>>>>',
        ),
      ],
      [
        'other codes for the same glyphs',
        withFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/one/zero]>>>>', helv('ABB')),
      ],
      [
        'no resources of its own',
        draft => show(draft, draft.add(stream(helv('100'), '/Type/XObject/Subtype/Form/BBox[0 0 200 20]'))),
      ],
    ]),
  ]);
});

describe('entries that say how a value is drawn', () => {
  const rich = (body: string) => enter(O.amount, `/RV(<body xmlns="http://www.w3.org/1999/xhtml">${body}</body>)`);
  const filled = (edit: Edit) => both(value('200'), look(helv('200')), edit);
  testCases([
    ...forbidden([
      ['rich text that says otherwise', rich('<p>900</p>')],
      ['rich text that says more', rich('<p>100</p><p>0</p>')],
      ['white rich text', rich('<p style="color:#FFFFFF">100</p>')],
      ['tiny rich text', rich('<p style="font-size:0.1pt">100</p>')],
      ['rich text of another unit', rich('<p style="font-size:0.01em">100</p>')],
      ['hidden rich text', rich('<p style="display:none">100</p>')],
      ['a new value with rich text that says otherwise', filled(rich('<p>900</p>'))],
      ['a white default style', enter(O.amount, '/DS(font: Helvetica 12.0pt; color:#FFFFFF)')],
      ['a tiny default style', enter(O.amount, '/DS(font: Helvetica 0.1pt)')],
      ['a white default appearance', replace(O.amount, DA, '/DA(/Helv 12 Tf 1 g)')],
      ['a tiny default appearance', replace(O.amount, DA, '/DA(/Helv 0.1 Tf 0 g)')],
      ['an invisible default appearance', replace(O.amount, DA, '/DA(3 Tr /Helv 12 Tf 0 g)')],
      ['a new value with a white default appearance', filled(replace(O.amount, DA, '/DA(/Helv 12 Tf 1 g)'))],
      ['an alignment that is not defined', enter(O.amount, '/Q 9')],
      ['another caption', enter(O.amount, '/MK<</CA(900)>>')],
      ['background in the colour of the text', enter(O.amount, '/MK<</BG[0 0 0]>>')],
      ['a new value with another background', filled(enter(O.amount, '/MK<</BG[0 0 0]>>'))],
      ['another length', enter(O.amount, '/MaxLen 1')],
    ]),
    ...allowed([
      ['rich text that says the same', rich('<p style="font-size:12.0pt;color:#000000">1<b>00</b></p>')],
      ['rich text with entities', rich('<p>&#49;&#x30;0&nbsp;</p>')],
      ['a default style', enter(O.amount, '/DS(font: Helvetica,sans-serif 12.0pt; text-align:left; color:#0000FF)')],
      ['a new value with its rich text', filled(rich('<p>200</p>'))],
      ['another size', replace(O.amount, DA, '/DA(/Helv 10 Tf 0 g)')],
      ['another alignment', enter(O.amount, '/Q 2')],
    ]),
  ]);
});

describe('a field that viewers draw', () => {
  const blank = (entries = '', value = '100') => withLook(value, null, `${DA}${entries}`);
  const written = (text: string): Edit => replace(O.amount, /\/V\([^)]*\)/, `/V<${text}>`);
  /** U+202E, then 0001. */
  const turned = '<FEFF202E0030003000300031>';
  const shownAs = (text: string, value: string) => {
    const signed = withLook(text, helv(text));
    return { ...signed, [O.amount]: String(signed[O.amount]).replace(`/V(${text})`, `/V${value}`) };
  };
  testCases([
    ...forbidden([['another alignment', enter(O.amount, '/Q 2')]], blank()),
    ...forbidden([['no alignment', replace(O.amount, '/Q 1', '')]], blank('/Q 1')),
    ...forbidden([['another alignment, on request', enter(O.amount, '/Q 2')]], {
      ...shown,
      ...formWith('/NeedAppearances true'),
    }),
    ...forbidden(
      [['on request, a value in another order', enter(O.form, '/NeedAppearances true')]],
      shownAs('0001', turned),
    ),
    ...allowed([['on request', enter(O.form, '/NeedAppearances true')]], shownAs('0001', '(0001)')),
    ...allowed(
      [
        ['the default alignment', enter(O.amount, '/Q 0')],
        ['a new value with an alignment', both(value('200'), enter(O.amount, '/Q 2'))],
        ['a value that is read from right to left', written('FEFF05D005D1')],
      ],
      blank(),
    ),
    ...allowed([['an alignment of no value', enter(O.amount, '/Q 2')]], blank('', '')),
    ...allowed([['a new value in a border', value('200')]], blank('/BS<</W 3/S/B>>')),
    ...allowed(
      [['a new value with its look', both(written('FEFF0030003000300031'), look(helv('0001')))]],
      withLook('100', helv('100')),
    ),
    ...[
      { what: 'a value in another order', signed: blank(), edit: written(turned.slice(1, -1)) },
      {
        what: 'a value in another order than its new look',
        signed: withLook('100', helv('100')),
        edit: both(written(turned.slice(1, -1)), look(helv('0001'))),
      },
      { what: 'a new value in a thick border', signed: blank('/BS<</W 10>>'), edit: value('200') },
      { what: 'a new value in a thick beveled border', signed: blank('/BS<</W 5/S/B>>'), edit: value('200') },
      { what: 'a new value in a thick border as an array', signed: blank('/Border[0 0 10]'), edit: value('200') },
    ].map((row): Case => ({ ...row, verdict: 'warning' })),
  ]);
});
