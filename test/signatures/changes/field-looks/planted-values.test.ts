/** A value that was not shown when the document was signed must not appear later, and a new value must be shown. */
import { describe } from 'vitest';
import { OBJECTS as O } from '../../../helpers/form-pdf.js';
import { AP, both, type Case, DA, enter, form, helv, look, replace, testCases, value, withLook } from './cases.js';

const NEEDS = '/NeedAppearances true';
const removeLook = replace(O.amount, AP, '');
const planted = withLook('900', helv('100'));
const shown = withLook('100', helv('100'));

describe('a value that the appearance did not show', () => {
  testCases([
    { what: 'a new appearance shows it', signed: planted, edit: look(helv('900')), verdict: 'forbidden' },
    {
      what: 'a new appearance shows what it showed',
      signed: planted,
      edit: look(helv('100', '3 6')),
      verdict: 'allowed',
    },
    { what: 'viewers draw it', signed: planted, edit: enter(O.form, NEEDS), verdict: 'forbidden' },
    { what: 'the appearance is removed', signed: planted, edit: removeLook, verdict: 'forbidden' },
    {
      what: 'the appearance is null',
      signed: planted,
      edit: replace(O.amount, AP, '/AP<</N null>>'),
      verdict: 'forbidden',
    },
    { what: 'the appearance is emptied', signed: planted, edit: look(''), verdict: 'forbidden' },
    {
      what: 'the value and a space',
      signed: planted,
      edit: both(value('900 '), look(helv('900'))),
      verdict: 'forbidden',
    },
    {
      what: 'the value and a character without a glyph',
      signed: withLook('900', helv('100')),
      edit: both(value('900\\255'), look(helv('900'))),
      verdict: 'forbidden',
    },
    {
      what: 'an empty appearance, then the value',
      signed: withLook('900', ''),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'a text outside the box, then inside',
      signed: withLook('900', helv('900', '2 500')),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'an invisible text, then a visible one',
      signed: withLook('900', `3 Tr ${helv('900')}`),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'a white text, then a black one',
      signed: withLook('900', `1 g ${helv('900')}`),
      edit: look(`0 g ${helv('900')}`),
      verdict: 'forbidden',
    },
    {
      what: 'a text that was cut',
      signed: withLook('900000', `0 0 20 20 re W n ${helv('900000')}`),
      edit: look(helv('900000')),
      verdict: 'forbidden',
    },
    {
      what: 'a text that was covered',
      signed: withLook('900', `${helv('900')} 1 g 0 0 99 20 re f`),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'a digit that was white',
      signed: withLook('900', 'BT 1 g /Helv 12 Tf 2 5 Td (9) Tj 0 g (00) Tj ET'),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'a digit that was tiny',
      signed: withLook('900', 'BT /Helv 0.1 Tf 2 5 Td (9) Tj /Helv 12 Tf (00) Tj ET'),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'a white text that viewers draw black',
      signed: withLook('900', `1 g ${helv('900')}`),
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
    {
      what: 'a tiny text that viewers draw larger',
      signed: withLook('900', helv('900', '2 5', 0.1)),
      edit: removeLook,
      verdict: 'forbidden',
    },
    {
      what: 'a text of an undefined mode',
      signed: withLook('900', `3.5 Tr ${helv('900')}`),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'a conditional hyphen',
      signed: withLook('100', helv('100')),
      edit: look(helv('\\255100')),
      verdict: 'forbidden',
    },
    {
      what: 'a text of 0.1 points',
      signed: withLook('900', helv('900', '2 5', 0.1)),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'a field that was empty shows its value',
      signed: { ...withLook('900', ''), ...form('') },
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
    {
      what: 'a value of the widget that is not that of the field',
      signed: {
        [O.amount]: `<</FT/Tx/T(Amount)/V(100)/Kids[41 0 R]>>`,
        41: `<</Type/Annot/Subtype/Widget/Parent 11 0 R/V(900)/Rect[50 460 250 480]/P 3 0 R/F 4${DA}${AP}>>`,
        [O.amountAppearance]: shown[O.amountAppearance]!,
      },
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
  ]);
});

describe('a value that was shown', () => {
  testCases([
    { what: 'viewers draw it', signed: shown, edit: enter(O.form, NEEDS), verdict: 'allowed' },
    { what: 'the appearance is removed', signed: shown, edit: removeLook, verdict: 'allowed' },
    {
      what: 'a new appearance with another font object',
      signed: shown,
      edit: draft => {
        const font = draft.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
        look(helv('100').replace('/Helv', '/F0'), `<</Font<</F0 ${font} 0 R>>>>`)(draft);
      },
      verdict: 'allowed',
    },
    {
      what: 'formatted as a number',
      signed: withLook('1000', helv('1,000.00')),
      edit: enter(O.form, NEEDS),
      verdict: 'allowed',
    },
    {
      what: 'formatted ambiguously',
      signed: withLook('1000', helv('1.000')),
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
    {
      what: 'another number with these digits',
      signed: withLook('100000', helv('1,000.00')),
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
    { what: 'the form is empty', signed: withLook('', ''), edit: enter(O.form, NEEDS), verdict: 'allowed' },
    {
      what: 'no appearance, viewers draw it',
      signed: withLook('100', null),
      edit: enter(O.form, NEEDS),
      verdict: 'allowed',
    },
    { what: 'its first appearance', signed: withLook('100', null), edit: look(helv('100')), verdict: 'allowed' },
    {
      what: 'a first appearance of another text',
      signed: withLook('100', null),
      edit: look(helv('900')),
      verdict: 'forbidden',
    },
    {
      what: 'a first appearance of a password',
      signed: withLook('abc', null, `${DA}/Ff 8192`),
      edit: look(helv('***')),
      verdict: 'allowed',
    },
    {
      what: 'a first appearance that shows a password',
      signed: withLook('abc', null, `${DA}/Ff 8192`),
      edit: look(helv('abc')),
      verdict: 'forbidden',
    },
    {
      what: 'a hidden field without a place',
      signed: { [O.amount]: '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/V(9)/Rect[0 0 0 0]/P 3 0 R/F 6>>' },
      edit: enter(O.form, NEEDS),
      verdict: 'allowed',
    },
  ]);
});

describe('viewers were asked to draw values', () => {
  const needed = (objects: Case['signed']) => ({ ...objects, ...form(NEEDS) });
  testCases([
    { what: 'an appearance of the value', signed: needed(planted), edit: look(helv('900')), verdict: 'allowed' },
    { what: 'an appearance of another text', signed: needed(shown), edit: look(helv('900')), verdict: 'forbidden' },
    {
      what: 'no longer, and the appearance shows the value',
      signed: needed(shown),
      edit: replace(O.form, NEEDS, ''),
      verdict: 'allowed',
    },
    {
      what: 'no longer, and the appearance shows another text',
      signed: needed(planted),
      edit: replace(O.form, NEEDS, '/NeedAppearances false'),
      verdict: 'forbidden',
    },
    {
      what: 'no longer, with new appearances',
      signed: needed(planted),
      edit: both(look(helv('900')), replace(O.form, NEEDS, '')),
      verdict: 'allowed',
    },
    {
      what: 'no longer, with a planted appearance',
      signed: needed(shown),
      edit: both(look(helv('900')), replace(O.form, NEEDS, '')),
      verdict: 'forbidden',
    },
  ]);
});

describe('the default appearance hides the value that viewers draw', () => {
  const drawn = (da: string, fonts = '') => ({
    ...withLook('100', helv('100'), `/DA(${da})`),
    ...form(''),
    ...(fonts
      ? { [O.form]: `<</Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R/Evil 41 0 R>>>>>>`, 41: fonts }
      : {}),
  });
  testCases([
    ...[
      '/Helv 12 Tf 1 g',
      '/Helv 0.1 Tf 0 g',
      '/Helv 900 Tf 0 g',
      '3 Tr /Helv 12 Tf 0 g',
      '/Helv 12 Tf 0 g 900 Ts',
      '/Helv 12 Tf 1 1 1 rg',
      '/Helv 12 Tf 0 Tz',
      '0 0 0 0 0 0 cm /Helv 12 Tf',
      '0 g',
    ].map((da): Case => ({ what: da, signed: drawn(da), edit: enter(O.form, NEEDS), verdict: 'forbidden' })),
    ...['/Helv 12 Tf 0 g', '/Helv 0 Tf 0 g', '0 0 1 rg /Helv 9 Tf', '/Helv 10 Tf 0 0 0 1 k', '/Unknown 10 Tf 0 g'].map(
      (da): Case => ({ what: da, signed: drawn(da), edit: enter(O.form, NEEDS), verdict: 'allowed' }),
    ),
    {
      what: 'a font that draws other digits',
      signed: drawn(
        '/Evil 12 Tf 0 g',
        '<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/FontBBox[0 0 1 1]/Encoding<</Differences[48/zero]>>/CharProcs<<>>/FirstChar 48/LastChar 48/Widths[1]>>',
      ),
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
  ]);
});

describe('a new value', () => {
  testCases([
    { what: 'with its appearance', signed: shown, edit: both(value('200'), look(helv('200'))), verdict: 'allowed' },
    { what: 'under an appearance that stays', signed: shown, edit: value('200'), verdict: 'warning' },
    {
      what: 'that viewers draw, under an appearance that others show',
      signed: shown,
      edit: both(value('200'), enter(O.form, NEEDS)),
      verdict: 'warning',
    },
    { what: 'without an appearance', signed: shown, edit: both(value('200'), removeLook), verdict: 'allowed' },
    {
      what: 'that viewers drew already, under an appearance that others show',
      signed: { ...shown, ...form(NEEDS) },
      edit: value('200'),
      verdict: 'warning',
    },
    {
      what: 'that viewers drew already, and an empty appearance',
      signed: { ...withLook('100', '/Tx BMC EMC'), ...form(NEEDS) },
      edit: value('200'),
      verdict: 'allowed',
    },
    {
      what: 'with an appearance of another text',
      signed: shown,
      edit: both(value('200'), look(helv('900'))),
      verdict: 'warning',
    },
    {
      what: 'that is only part of what is shown',
      signed: shown,
      edit: both(value('2'), look(helv('2000000'))),
      verdict: 'warning',
    },
    { what: 'formatted', signed: shown, edit: both(value('2000'), look(helv('2,000.00'))), verdict: 'allowed' },
    {
      what: 'formatted as a date',
      signed: shown,
      edit: both(value('2026-05-01'), look(helv('1 May 2026'))),
      verdict: 'warning',
    },
    { what: 'in white', signed: shown, edit: both(value('200'), look(`1 g ${helv('200')}`)), verdict: 'warning' },
    {
      what: 'below a filled rectangle',
      signed: shown,
      edit: both(value('200'), look(`${helv('200')} 0 0 99 20 re f`)),
      verdict: 'warning',
    },
    {
      what: 'that is a dictionary',
      signed: shown,
      edit: replace(O.amount, /\/V\([^)]*\)/, '/V<</S/JavaScript>>'),
      verdict: 'forbidden',
    },
    { what: 'as a stream', signed: shown, edit: replace(O.amount, /\/V\([^)]*\)/, '/V 5 0 R'), verdict: 'warning' },
    {
      what: 'that is removed, with its appearance',
      signed: shown,
      edit: both(replace(O.amount, /\/V\([^)]*\)/, ''), look('/Tx BMC EMC')),
      verdict: 'allowed',
    },
  ]);
});
