/** Looks of fields whose value stays: the text must stay legible in the font and colour that it had, and nothing else may be painted. */
import { type Draft, type Edit, formPdf, OBJECTS as O, type SigningOptions } from '../../../../helpers/form-pdf.js';
import { type Body, stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { attack } from '../marks.js';

const FORM = '/Type/XObject/Subtype/Form';
const shown = (content: string, entries = '/BBox[0 0 200 20]', resources = ''): Body =>
  stream(content, `${FORM}${entries}/Resources<</Font<</Helv 7 0 R>>${resources}>>`);
/** The amount with other operators before and after it. */
const amount = (before: string, after = '', show = '2 5 Td (100) Tj'): string =>
  `/Tx BMC q BT /Helv 12 Tf ${before} ${show} ET Q EMC ${after}`;

type Look = Body | ((draft: Draft) => Body);
const relook =
  (look: Look): Edit =>
  draft => {
    const body = typeof look === 'function' ? look(draft) : look;
    const num = draft.add(body);
    draft.edit(O.amount, field => field.replace('/N 15 0 R', `/N ${num} 0 R`));
  };
const state = (entries: string): string => `/ExtGState<</G<<${entries}>>>>`;

const ALL_WHITE = '[/Separation/Paper/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>]';

const SPAN = '/Properties<</P<</ActualText(9000)>>>>';

const CHANGED: readonly (readonly [what: string, look: Look, visible?: boolean])[] = [
  ['white text', shown(amount('1 g'))],
  ['light gray text', shown(amount('0.95 g'))],
  ['white text in another colour space', shown(amount('/DeviceRGB cs 1 1 1 sc'))],
  ['text in red', shown(amount('1 0 0 rg'))],
  ['white text in CMYK', shown(amount('0 0 0 0 k'))],
  ['text without paint', shown(amount('3 Tr'))],
  ['text that only clips', shown(amount('7 Tr'))],
  ['outlined text in white', shown(amount('1 Tr 1 G'))],
  ['text below the box', shown(amount('', '', '2 -50 Td (100) Tj'))],
  ['text beside the box', shown(amount('', '', '900 5 Td (100) Tj'))],
  ['text moved out by its matrix', shown(amount('1 0 0 1 0 -60 Tm'))],
  ['text moved out by the page matrix', shown(`q 1 0 0 1 0 500 cm ${amount('')} Q`)],
  ['text with a rise', shown(amount('80 Ts'))],
  ['text that is clipped away', shown(`q 0 0 1 1 re W n ${amount('')} Q`)],
  ['half of the text is clipped away', shown(`q 0 0 9 20 re W n ${amount('')} Q`)],
  ['text in an empty box', shown(amount(''), '/BBox[0 0 0 0]')],
  ['a box that cuts the text', shown(amount(''), '/BBox[0 0 8 20]')],
  ['another matrix', shown(amount(''), '/BBox[0 0 200 20]/Matrix[1 0 0.7 1 0 0]')],
  ['a matrix that turns it', shown(amount(''), '/BBox[0 0 200 20]/Matrix[-1 0 0 -1 0 0]')],
  ['tiny text', shown(amount('/Helv 0.1 Tf'))],
  ['text of the size zero', shown(amount('/Helv 0 Tf'))],
  ['huge text', shown(amount('/Helv 400 Tf'))],
  ['text of no width', shown(amount('0.1 Tz'))],
  ['text scaled to nothing', shown(amount('0.01 0 0 0.01 2 5 Tm', '', '(100) Tj'))],
  ['characters over each other', shown(amount('-7 Tc'))],
  ['transparent text', shown(amount('/G gs'), undefined, state('/ca 0'))],
  [
    'text with a soft mask',
    draft =>
      shown(
        amount('/G gs'),
        undefined,
        state(
          `/SMask<</S/Luminosity/G ${draft.add(shown('0 g 0 0 200 20 re f', '/BBox[0 0 200 20]/Group<</S/Transparency/CS/DeviceGray>>'))} 0 R>>`,
        ),
      ),
  ],
  [
    'text in a replaced device space',
    shown(amount('0 g'), undefined, `/ColorSpace<</DefaultGray${ALL_WHITE}>>`),
    false,
  ],
  [
    'text whose initial space is replaced',
    shown(amount(''), undefined, `/ColorSpace<</DefaultGray${ALL_WHITE}>>`),
    false,
  ],
  ['text in a blend mode', shown(amount('/G gs 1 g'), undefined, state('/BM/Multiply'))],
  ['a white rectangle over the text', shown(amount('', '1 g 0 0 200 20 re f'))],
  ['a black rectangle over a digit', shown(amount('', '0 g 2 3 7 12 re f'))],
  ['lines that make another digit', shown(amount('', '1.5 w 2 9 m 8 9 l S'))],
  ['drawn digits after the text', shown(amount('', '1 w 24 5 m 24 14 l 30 14 l 30 5 l h S'))],
  ['a drawn decimal point', shown(amount('', '0 g 8.4 4.6 1.2 1.2 re f'))],
  ['an image', shown(amount('', 'q 40 0 0 15 22 2 cm BI /W 1/H 1/CS/G/BPC 8/F/AHx ID 00> EI Q'))],
  [
    'a form',
    draft => shown(amount('', '/Fm Do'), undefined, `/XObject<</Fm ${draft.add(shown('0 g 22 2 9 12 re f'))} 0 R>>`),
  ],
  [
    'a shading',
    shown(
      amount('', 'q 22 2 9 12 re W n /Sh sh Q'),
      undefined,
      '/Shading<</Sh<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>',
    ),
  ],
  ['white text over the text', shown(amount('', 'BT 1 g /Helv 30 Tf 0 0 Td (MMM) Tj ET'))],
  ['the same text twice', shown(amount('', 'BT 0 g /Helv 12 Tf 22 5 Td (100) Tj ET'))],
  [
    'another font under the old name',
    draft =>
      stream(
        amount(''),
        `${FORM}/BBox[0 0 200 20]/Resources<</Font<</Helv ${draft.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[48/nine/nine]>>>>')} 0 R>>>>`,
      ),
  ],
  [
    'a Type 3 font under the old name',
    draft => stream(amount(''), `${FORM}/BBox[0 0 200 20]/Resources<</Font<</Helv ${draft.add(glyphs(draft))} 0 R>>>>`),
  ],
  [
    'a symbol font',
    draft =>
      stream(
        amount(''),
        `${FORM}/BBox[0 0 200 20]/Resources<</Font<</Helv ${draft.add('<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>')} 0 R>>>>`,
      ),
  ],
  ['another text for copying', shown(`/Span<</ActualText(9000)>>BDC ${amount('')} EMC`), false],
  ['another text for copying, by name', shown(`/Span /P BDC ${amount('')} EMC`, undefined, SPAN), false],
  ['optional content', shown(`/OC /Layer BDC ${amount('')} EMC`), false],
];

const glyphs = (draft: Draft): string =>
  `<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 700 700]/FirstChar 48/LastChar 49/Widths[600 600]/Encoding<</Differences[48/a/a]>>/CharProcs<</a ${draft.add(stream('600 0 d0 0 0 500 700 re f'))} 0 R>>/Resources<<>>>>`;

/** What programs write for the same value. */
const SAME: readonly Look[] = [
  shown('/Tx BMC q 1 1 198 18 re W n BT /Helv 11 Tf 0 g 3 6 Td (100) Tj ET Q EMC'),
  shown('/Tx BMC BT 0 g /Helv 12 Tf 1 0 0 1 2 5 Tm [(1)-10(00)] TJ ET EMC'),
  shown('/Tx BMC q BT /Helv 12 Tf 0 g 2 5.5 Td (100) Tj ET Q EMC'),
];

const LEVELS: readonly SigningOptions[] = [{}, { docMDP: 2 }, { docMDP: 3 }];

const changed = ([what, look, visible = true]: (typeof CHANGED)[number], i: number): Attack => {
  const clean = () => signed(LEVELS[i % LEVELS.length]);
  return attack({
    what,
    clean,
    attacked: () => clean().save(relook(look)),
    twin: () => clean().save(relook(SAME[i % SAME.length]!)),
    visible,
  });
};

/** Other entries of the field: /DA and /MK of the form before, and the twin's. */
const entry = (
  what: string,
  edit: (body: string) => string,
  permitted: (body: string) => string,
  field: string | null = null,
): Attack => {
  const clean = () => signed({ docMDP: 2 }, formPdf({}, field === null ? {} : { [O.amount]: field }));
  return attack({
    what,
    clean,
    attacked: () => clean().save(draft => draft.edit(O.amount, edit)),
    twin: () => clean().save(draft => draft.edit(O.amount, permitted)),
    visible: false,
  });
};
const DA = '/DA(/Helv 12 Tf 0 g)';
const larger = (body: string): string => body.replace(DA, '/DA(/Helv 11 Tf 0 g)');

const ENTRIES: readonly Attack[] = [
  entry('a default appearance in white', body => body.replace(DA, '/DA(/Helv 12 Tf 1 g)'), larger),
  entry('a default appearance of a tiny size', body => body.replace(DA, '/DA(/Helv 0.1 Tf 0 g)'), larger),
  entry('a default appearance without paint', body => body.replace(DA, '/DA(/Helv 12 Tf 0 g 3 Tr)'), larger),
  entry('a rich text that says otherwise', body => `${body.slice(0, -2)}/RV(<body><p>1000000</p></body>)>>`, larger),
];

/** Resources of the form, for values that viewers draw. */
const formSpace = (what: string, resources: (space: string) => string): Attack => {
  const clean = () => signed({}, formPdf({}, { [O.amount]: UNDRAWN }));
  const adding =
    (space: string): Edit =>
    draft =>
      draft.edit(O.form, body => body.replace('/DR<<', `/DR<<${resources(space)}`));
  return attack({
    what,
    clean,
    attacked: () => clean().save(adding('DefaultGray')),
    twin: () => clean().save(adding('Cs1')),
    visible: false,
  });
};
const UNDRAWN =
  '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/V(100)/Rect[50 460 250 480]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)>>';

const SPACES: readonly Attack[] = [
  formSpace('a replaced device space in the form', space => `/ColorSpace<</${space}${ALL_WHITE}>>`),
];

/** A new value: the text has to be that value for a person as well, whose 98 is not 86. */
/** `show`: the operators that show the new value, as text at 12 points. */
const refilled = (what: string, value: string, show: string): Attack => {
  const clean = () => signed({ docMDP: 2 });
  const filled =
    (operators: string): Edit =>
    draft => {
      relook(shown(amount('', '', operators)))(draft);
      draft.edit(O.amount, body => body.replace('(100)', `(${value})`));
    };
  return attack({
    what,
    clean,
    attacked: () => clean().save(filled(show)),
    twin: () => clean().save(filled(`1 0 0 1 2 5 Tm (${value}) Tj`)),
    expected: 'valid, with a warning',
    rule: 'changes-without-doubt',
  });
};

const REFILLED: readonly Attack[] = [
  refilled('a new value upside down', '86', '-1 0 0 -1 40 14 Tm (86) Tj'),
  refilled('a new value in a mirror', '18', '-1 0 0 1 40 5 Tm (18) Tj'),
  refilled('a new value in a mirror below it', '3', '1 0 0 -1 2 14 Tm (3) Tj'),
  refilled('a new value in tiny text', '900', '2 5 Td /Helv 0.1 Tf (900) Tj'),
  refilled('a new value scaled to nothing', '900', '0.05 0 0 0.05 2 5 Tm (900) Tj'),
  refilled('a new value with a tiny point', '9.00', '2 5 Td (9) Tj /Helv 1 Tf (.) Tj /Helv 12 Tf (00) Tj'),
  refilled('a new value with a point of a fifth', '9.00', '2 5 Td (9) Tj /Helv 2.4 Tf (.) Tj /Helv 12 Tf (00) Tj'),
];

export const FIELD_LOOKS: Family = {
  name: 'another look for the same value',
  clause: 'ISO 32000-2, 12.7.4.3, 12.7.5.3',
  attacks: [...CHANGED.map(changed), ...ENTRIES, ...SPACES, ...REFILLED],
};
