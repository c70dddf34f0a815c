/** /MK of a field that is filled in may be written in another way, and shows the same. */
import { describe } from 'vitest';
import { type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { both, DA, form, helv, look, replace, testCases, value, withLook } from './cases.js';

const NEEDS = '/NeedAppearances true';

describe('a field that is filled in', () => {
  const styled = (entries: string) => withLook('100', helv('100'), `${DA}/MK<<${entries}>>`);
  const filled = (from: string, to: string): Edit =>
    both(value('200'), look(helv('200')), replace(O.amount, `/MK<<${from}>>`, `/MK<<${to}>>`));
  const style = (what: string, from: string, to: string, verdict: 'allowed' | 'forbidden') => ({
    what,
    signed: styled(from),
    edit: filled(from, to),
    verdict,
  });
  const BORDER = '/BC[.1 .1 .1]/BG[1 1 1]';
  const ROUNDED = '/BC[0.10196078431372549 0.10196078431372549 0.10196078431372549]/BG[1 1 1]';
  testCases([
    style('colours of 8 bits', BORDER, ROUNDED, 'allowed'),
    style('gray as RGB', '/BG[0.9]', '/BG[0.90196 0.90196 0.90196]', 'allowed'),
    style('gray of 8 bits', '/BG[0.9]', '/BG[0.90196]', 'allowed'),
    style('a rotation of 0 that is written', BORDER, `${BORDER}/R 0`, 'allowed'),
    style('a rotation of 0 that is not written', `${BORDER}/R 0`, BORDER, 'allowed'),
    style('an entry of push buttons that is removed', `${BORDER}/TP 0`, BORDER, 'allowed'),
    style('another colour', BORDER, '/BC[.1 .1 .1]/BG[1 0.98 1]', 'forbidden'),
    style('another rounded colour', ROUNDED, '/BC[0.10588 0.10196 0.10196]/BG[1 1 1]', 'forbidden'),
    style('a colour that is not rounded', BORDER, '/BC[.101 .1 .1]/BG[1 1 1]', 'forbidden'),
    style('a part of a gray', '/BG[0.9]', '/BG[0.90196 0.90196 0.5]', 'forbidden'),
    style('no background', BORDER, '/BC[.1 .1 .1]', 'forbidden'),
    style('a background without colour', BORDER, '/BC[.1 .1 .1]/BG[]', 'forbidden'),
    style('a new background', '/BC[0 0 0]', '/BC[0 0 0]/BG[1 1 1]', 'forbidden'),
    style('a colour of another space', '/BG[0 0 0 0]', '/BG[1 1 1]', 'forbidden'),
    style('a colour that is no number', '/BG[1 1 1]', '/BG[1 1/A]', 'forbidden'),
    style('a new caption', BORDER, `${BORDER}/CA(900)`, 'forbidden'),
    style('a rotation', BORDER, `${BORDER}/R 180`, 'forbidden'),
    style('an icon', BORDER, `${BORDER}/I 16 0 R`, 'forbidden'),
  ]);
});

describe('a check box that is ticked', () => {
  const box = (caption: string, entries = {}) => ({
    [O.agree]: `<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Off/AS/Off/MK<</BG[1]${caption}>>/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>>>`,
    ...entries,
  });
  const ticked = (from: string, to: string): Edit =>
    both(
      replace(O.agree, '/V/Off', '/V/Yes'),
      replace(O.agree, '/AS/Off', '/AS/Yes'),
      replace(O.agree, `/MK<</BG[1]${from}>>`, `/MK<</BG[1]${to}>>`),
    );
  testCases([
    { what: 'without its caption', signed: box('/CA(8)'), edit: ticked('/CA(8)', ''), verdict: 'allowed' },
    {
      what: 'without a symbol that viewers draw',
      signed: box('/CA(8)', form(NEEDS)),
      edit: ticked('/CA(8)', ''),
      verdict: 'allowed',
    },
    {
      what: 'without a text that viewers draw',
      signed: box('/CA(No)', form(NEEDS)),
      edit: ticked('/CA(No)', ''),
      verdict: 'forbidden',
    },
    { what: 'with another caption', signed: box('/CA(8)'), edit: ticked('/CA(8)', '/CA(4)'), verdict: 'forbidden' },
  ]);
});
