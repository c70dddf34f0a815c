/** Entries of fields and annotations (12.5, 12.7.4.1). */
import { OBJECTS as O } from '../../../helpers/form-pdf.js';
import type { Body } from '../../../helpers/pdf-writer.js';
import { all, type EffectiveCase, enter, page, RESOURCES, replace, set } from './case.js';

const WIDGET = '/Type/Annot/Subtype/Widget/P 3 0 R/F 4';
/** A group of two fields, one of them with two widgets. */
const GROUP: Readonly<Record<number, Body>> = {
  [O.form]: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R 30 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)/Q 1>>',
  30: '<</T(Group)/FT/Tx/Ff 4096/Q 2/DV(none)/MaxLen 9/Kids[31 0 R 32 0 R]>>',
  31: '<</T(One)/Parent 30 0 R/V(Ann)/Kids[33 0 R 34 0 R]>>',
  32: `<</T(Two)/Parent 30 0 R/V(Ann)/DA(/Helv 9 Tf 0 g)/Rect[300 500 400 520]/AP<</N 14 0 R>>${WIDGET}>>`,
  33: `<</Parent 31 0 R/Rect[300 400 400 420]/AP<</N 14 0 R>>${WIDGET}>>`,
  34: `<</Parent 31 0 R/Rect[300 440 400 460]/AP<</N 14 0 R>>/BS<</W 2/S/D>>${WIDGET}>>`,
  [O.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R${RESOURCES}/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R 32 0 R 33 0 R 34 0 R]>>`,
};
const INHERITED: readonly EffectiveCase[] = [
  {
    what: 'texts of a field',
    signed: {
      [O.amount]: `<</T(Amount)/FT/Ch/Ff 131072/V(Wien)/DV<FEFF005700690065006E>/TU(Pick)/Opt[(Wien)[(gz)<FEFF00470072006100E4007A>]]/Rect[50 460 250 480]/DA(/Helv 12 Tf 0 g)/AP<</N 15 0 R>>${WIDGET}>>`,
    },
    same: {
      'options in UTF-16 and PDFDocEncoding': replace(
        O.amount,
        '[(Wien)[(gz)<FEFF00470072006100E4007A>]]',
        '[<FEFF005700690065006E>[<FEFF0067007A>(Gra\\344z)]]',
      ),
      'the default value and the tooltip': all(
        replace(O.amount, '<FEFF005700690065006E>/TU', '(Wien)/TU'),
        replace(O.amount, '(Pick)', '<FEFF005000690063006B>'),
      ),
    },
    other: {
      'another option': replace(O.amount, '[(Wien)[', '[(Bern)['),
      'another label': replace(O.amount, '<FEFF00470072006100E4007A>', '<FEFF004700720061007A>'),
      'another exported value': replace(O.amount, '(gz)', '<FEFF0067>'),
      'another order': replace(
        O.amount,
        '[(Wien)[(gz)<FEFF00470072006100E4007A>]]',
        '[[(gz)<FEFF00470072006100E4007A>](Wien)]',
      ),
      'an option less': replace(O.amount, '[(Wien)[', '[['),
      'UTF-8, which is other text in readers of PDF 1.7': replace(O.amount, '[(Wien)[', '[<EFBBBF5769656E>['),
    },
  },
  {
    what: 'entries that fields inherit',
    signed: GROUP,
    same: {
      'type, flags, default value, length and alignment in the field': enter(
        31,
        '/FT/Tx/Ff 4096/DV(none)/MaxLen 9/Q 2',
      ),
      'all of them in a widget': enter(33, '/FT/Tx/Ff 4096/DV(none)/MaxLen 9/Q 2/V(Ann)'),
      'the default appearance of the form': enter(33, '/DA(/Helv 12 Tf 0 g)'),
      'the alignment of the form': enter(O.name, '/Q 1'),
      'no flags, no border but the default, no rotation': enter(O.name, '/Ff 0/Border[0 0 1]/MK<</R 0>>/H/I'),
      'a border in a dictionary': enter(O.name, '/BS<</W 1/S/S>>'),
      'the same border with its dashes': replace(34, '/BS<</W 2/S/D>>', '/BS<</W 2/S/D/D[3]>>'),
      'the same border as an array': replace(34, '/BS<</W 2/S/D>>', '/Border[0 0 2[3]]'),
      'a rectangle in single precision': replace(33, '[300 400 400 420]', '[400 420 300.0001 400.00002]'),
    },
    other: {
      'flags in a widget that do not have those of the field': enter(33, '/Ff 1'),
      'no flags in the field': enter(32, '/Ff 0'),
      'a password': enter(32, '/Ff 12288'),
      'another type': enter(32, '/FT/Ch'),
      'another default value': enter(31, '/DV(other)'),
      'another length': enter(31, '/MaxLen 3'),
      'no flags in the group': replace(30, '/Ff 4096', ''),
      'no type in the group': replace(30, '/FT/Tx', ''),
      'another value in a widget': enter(33, '/V(Bob)'),
      'another border': replace(34, '/W 2', '/W 9'),
      'a border in another style': replace(34, '/S/D', '/S/B'),
      'a border of a field without one': enter(33, '/BS<</W 3>>'),
      'moved by a fiftieth of a point': replace(33, '[300 400 400 420]', '[300.02 400 400 420]'),
      'a rotation of the content': enter(33, '/MK<</R 90>>'),
      'a field that is hidden': replace(33, '/F 4', '/F 6'),
    },
  },
  {
    what: 'colours and caption of a field',
    signed: {
      [O.name]: `<</FT/Tx/T(Name)/V(Ann)/Rect[50 500 250 520]/DA(/Helv 12 Tf 0 g)/AP<</N 14 0 R>>/MK<</BC[0.333333333333 0.5 1]/BG[]>>/Border[0 0 0]${WIDGET}>>`,
      [O.approval]: `<</FT/Sig/T(Approval)/Rect[50 100 250 150]/MK 30 0 R${WIDGET}>>`,
      30: '<</BG[0.9999999999]/R 360>>',
    },
    same: {
      'colours in fewer digits': replace(O.name, '0.333333333333', '.33333334'),
      'no transparent background': replace(O.name, '/BG[]', '/R 0/TP 0'),
      'no border in a dictionary': replace(O.name, '/Border[0 0 0]', '/BS<</W 0/S/S>>'),
      'no rotation': set(30, '<</BG[1]>>'),
    },
    other: {
      'a background': replace(O.name, '/BG[]', '/BG[0]'),
      'a border': replace(O.name, '/Border[0 0 0]', '/Border[0 0 0]/BS<</W 1>>'),
      'the default border, where there was none': replace(O.name, '/Border[0 0 0]', ''),
      'a thin border, where there was none': replace(O.name, '/Border[0 0 0]', '/Border[0 0 0.001]'),
      'another background': set(30, '<</BG[0.5]/R 360>>'),
      'a rotation': set(30, '<</BG[1]/R 180>>'),
    },
  },
];

const KIDS_OF_TWO: EffectiveCase = {
  what: 'a widget of two fields',
  signed: {
    ...GROUP,
    32: '<</T(Two)/Parent 30 0 R/V(Ann)/Ff 1/Kids[33 0 R]>>',
  },
  same: { 'what another widget inherits': enter(34, '/Ff 4096') },
  other: { 'what the widget inherits from one of them': enter(33, '/Ff 4096') },
};

const NOTE = '/Type/Annot/Subtype/Text/Rect[300 20 320 40]/Contents(note)/C[1 1 0.333333333333333]';
export const MARKS: readonly EffectiveCase[] = [
  {
    what: 'defaults of annotations',
    permitted: () => true,
    signed: {
      22: `<<${NOTE}>>`,
      [O.link]: '<</Subtype/Link/Rect[400.123456789 20 500 40]/Border[0 0 0]/Dest[4 0 R/Fit]>>',
      23: '<</Type/Annot/Subtype/FreeText/Rect[300 60 400 90]/Contents(text)/DA(/Helv 9 Tf 0 g)/CA 0.333333333333333/BS<</W 2>>>>',
      24: '<</Type/Annot/Subtype/Line/Rect[300 100 400 120]/L[300.00000001 100 400 120]>>',
      25: '<</Type/Annot/Subtype/Ink/Rect[300 130 400 150]/InkList[[300 130 350.123456789 140][360 130 400 150]]>>',
      [O.page]: page(RESOURCES).replace('20 0 R]', '20 0 R 22 0 R 23 0 R 24 0 R 25 0 R]'),
    },
    same: {
      'no text of a link': enter(O.link, '/Contents()/RD[0 0 0 0]'),
      'of a note': enter(22, '/F 0/Open false/Name/Note/CA 1/BM/Normal/Border[0 0 1]'),
      'of a link': enter(O.link, '/H/I/F 0'),
      'a rectangle in single precision': replace(O.link, '400.123456789', '400.12345'),
      'of a text': enter(23, '/Q 0/IT/FreeText/BE<</S/S/I 0>>'),
      'of a line': enter(24, '/LE[/None/None]/LL 0/LLE 0/Cap false/CP/Inline/CO[0 0]'),
      'colours and opacity in single precision': all(
        replace(22, '0.333333333333333', '.33333334'),
        replace(23, '0.333333333333333', '.33333334'),
      ),
      'coordinates in single precision': all(
        replace(24, '300.00000001', '300'),
        replace(25, '350.123456789', '350.12344'),
      ),
      'a border as an array': replace(23, '/BS<</W 2>>', '/Border[0 0 2]'),
    },
    other: {
      'a text of a link': enter(O.link, '/Contents(9000)'),
      'differences of a rectangle': enter(23, '/RD[5 5 5 5]'),
      'a note that is open': enter(22, '/Open true'),
      'a hidden note': enter(22, '/F 2'),
      'another icon': enter(22, '/Name/Key'),
      'a link that is marked in another way': enter(O.link, '/H/P'),
      'a border of a link': replace(O.link, '/Border[0 0 0]', ''),
      'another colour': replace(22, '0.333333333333333', '0.3334'),
      'another opacity': replace(23, '0.333333333333333', '0.3334'),
      'another alignment': enter(23, '/Q 1'),
      arrows: enter(24, '/LE[/OpenArrow/None]'),
      'a stroke that is moved': replace(25, '350.123456789', '351'),
      'a stroke more': replace(25, '[360 130 400 150]', '[360 130][400 150]'),
    },
  },
  {
    what: 'annotations in the array of the page',
    after: 'archival',
    permitted: what => what === 'hidden',
    signed: {
      [O.page]: page(RESOURCES).replace('20 0 R]', `20 0 R<<${NOTE}>><<${NOTE.replace('320', '330.12345678')}>>]`),
    },
    same: {
      'with defaults': replace(O.page, '<</Type/Annot/Subtype/Text', '<</F 0/Open false/Type/Annot/Subtype/Text'),
      'in single precision': replace(O.page, '330.12345678', '330.12344'),
    },
    other: {
      hidden: replace(O.page, '<</Type/Annot/Subtype/Text', '<</F 2/Type/Annot/Subtype/Text'),
      moved: replace(O.page, '330.12345678', '331'),
    },
  },
];

export const FIELDS: readonly EffectiveCase[] = [...INHERITED, KIDS_OF_TWO];
