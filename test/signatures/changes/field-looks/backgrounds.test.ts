import { describe } from 'vitest';
import { appearanceStream, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { AP, amount, both, DA, helv, look, replace, testCases, value, withLook } from './cases.js';

const OPTIONS = '/Opt[[(a)(Apple)][(b)(Banana)][(c)(Cherry)]]';
const mark = (row: number) => `0.6 0.75 0.85 rg 0 ${13 - row * 6} 200 6 re f`;
const TEXTS = '0 g BT /Helv 5 Tf 2 20 Td 6 TL T* (Apple) Tj T* (Banana) Tj T* (Cherry) Tj ET';
const list = {
  ...amount(`${OPTIONS}/V(a)${DA}${AP}`, '/FT/Ch/Ff 0'),
  [O.amountAppearance]: appearanceStream(`${mark(0)} ${TEXTS}`),
};
const combo = amount(`/Opt[(100)(200)]/V(100)${DA}`, '/FT/Ch/Ff 131072');
const chosen = (content: string) => both(replace(O.amount, '/V(a)', '/V(b)'), look(content));
const entered = (content: string) => both(value('200'), look(content));
const framed = withLook('100', helv('100'), `${DA}/MK<</BC[0]/BG[1]>>`);
const black = withLook('100', helv('100'), `${DA}/MK<</BC[0]/BG[0]>>`);
const onDark = withLook(
  '100',
  `q 0 0 0.4 rg 0 0 200 20 re f Q 1 g ${helv('100')}`,
  '/DA(/Helv 12 Tf 1 g)/MK<</BG[0 0 0.4]>>',
);

describe('a text that is not readable on what is below it', () => {
  testCases([
    {
      what: 'a combo box, black from above a quarter of its height',
      signed: combo,
      edit: entered(`q 0 g 0 8.7 200 12 re f Q ${helv('200', '2 3', 18)}`),
      verdict: 'warning',
    },
    {
      what: 'a combo box on a black polygon',
      signed: combo,
      edit: entered(`q 0 g 0 0 m 200 0 l 200 20 l 0 20 l f Q ${helv('200')}`),
      verdict: 'warning',
    },
    {
      what: 'a combo box on a black rectangle with a hole',
      signed: combo,
      edit: entered(`q 0 g 0 0 200 20 re 0 0 1 1 re f* Q ${helv('200')}`),
      verdict: 'warning',
    },
    {
      what: 'a combo box below a wide line',
      signed: combo,
      edit: entered(`${helv('200')} q 1 G 400 w 0 5 m 200 6 l S Q`),
      verdict: 'warning',
    },
    {
      what: 'a combo box on black, and white below its beginning',
      signed: combo,
      edit: entered(`q 0 g 9 0 191 20 re f 1 g 0 0 7 20 re f Q ${helv('200')}`),
      verdict: 'warning',
    },
    {
      what: 'a list with black below the end of an option, and its mark below the beginning',
      signed: list,
      edit: chosen(`${mark(1)} 0 g 9 7 190 6 re f 0.6 0.75 0.85 rg 0 7 9 6 re f ${TEXTS}`),
      verdict: 'warning',
    },
    {
      what: 'a list with a polygon below another option',
      signed: list,
      edit: chosen(`1 0.9 0.9 rg 0 7 200 6 re f 0.2 0.3 0.6 rg 0 13 m 200 13 l 200 19 l 0 19 l f ${TEXTS}`),
      verdict: 'warning',
    },
    {
      what: 'a list with a rectangle with a hole below another option',
      signed: list,
      edit: chosen(`0.99 g 0 7 200 6 re f 0.2 0.5 0.6 rg 0 13 200 6 re 0 0 1 1 re f* ${TEXTS}`),
      verdict: 'warning',
    },
    {
      what: 'a new value on two black rectangles of the even-odd rule',
      signed: framed,
      edit: entered(`q 0 g 0 0 200 20 re 0 1353 3 -1333 re f* Q ${helv('200')}`),
      verdict: 'warning',
    },
    {
      what: 'the same value, its upper half on the colour of the text',
      signed: black,
      edit: look(`q 0 g 0 9.2 200 11 re f Q ${helv('100', '2 5', 12)}`),
      verdict: 'forbidden',
    },
    {
      what: 'the same value, all but its beginning on the colour of the text',
      signed: black,
      edit: look(`q 0 g 12 0 200 20 re f Q ${helv('100', '2 5', 12)}`),
      verdict: 'forbidden',
    },
    {
      what: 'the same value, struck out from the start of a closed line',
      signed: framed,
      edit: look(`${helv('100')} 0 G 0 0 m 0 20 l h 200 20 l S`),
      verdict: 'forbidden',
    },
    {
      what: 'the same value, struck out from the corner of a rectangle',
      signed: framed,
      edit: look(`${helv('100')} 0 G 0 0 200 20 re 200 20 l S`),
      verdict: 'forbidden',
    },
    {
      what: 'the same value, struck out by the miter of a sharp join',
      signed: framed,
      edit: look(`${helv('100')} 1 w 1000 M 0 G 0 10.05 m 1 10 l 0 9.95 l S`),
      verdict: 'forbidden',
    },
    {
      what: 'white text whose background is gone',
      signed: onDark,
      edit: look(`1 g ${helv('100')}`),
      verdict: 'forbidden',
    },
    {
      what: 'white text beside its background',
      signed: onDark,
      edit: look(`q 0 0 0.4 rg 100 0 100 20 re f Q 1 g ${helv('100')}`),
      verdict: 'forbidden',
    },
    {
      what: 'white text whose background ends behind its first digit',
      signed: onDark,
      edit: look(`q 0 0 0.4 rg 0 0 8 20 re f Q 1 g ${helv('100')}`),
      verdict: 'forbidden',
    },
    {
      what: 'white text on its background',
      signed: onDark,
      edit: look(`q 0 0 0.4 rg 0 0 200 20 re f Q 1 g ${helv('100', '3 4')}`),
      verdict: 'allowed',
    },
  ]);
});
