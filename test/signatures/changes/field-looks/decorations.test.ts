/** /MK of a field that is filled in may be written in another way, and shows the same. */
import { describe } from 'vitest';
import { type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { amount, both, DA, form, helv, look, replace, testCases, value, withLook } from './cases.js';

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
    { what: 'with another symbol', signed: box('/CA(8)'), edit: ticked('/CA(8)', '/CA(4)'), verdict: 'allowed' },
    {
      what: 'with another symbol that viewers draw',
      signed: box('/CA(8)', form(NEEDS)),
      edit: ticked('/CA(8)', '/CA(4)'),
      verdict: 'allowed',
    },
    {
      what: 'with a symbol where there was none',
      signed: box('/BC[0]', form(NEEDS)),
      edit: ticked('/BC[0]', '/BC[0]/CA(4)'),
      verdict: 'allowed',
    },
    {
      what: 'before, and gets another symbol',
      signed: { [O.agree]: box('/CA(4)')[O.agree]!.replaceAll('/Off/', '/Yes/') },
      edit: replace(O.agree, '/CA(4)', '/CA(8)'),
      verdict: 'forbidden',
    },
    { what: 'with another caption', signed: box('/CA(8)'), edit: ticked('/CA(8)', '/CA(No)'), verdict: 'forbidden' },
    {
      what: 'with a symbol for a text that viewers draw',
      signed: box('/CA(No)', form(NEEDS)),
      edit: ticked('/CA(No)', '/CA(4)'),
      verdict: 'forbidden',
    },
  ]);
});

describe('a border', () => {
  const bordered = withLook('100', helv('100'), `${DA}/MK<</BC[0]/BG[1]>>`);
  const row = (what: string, border: string, verdict: 'allowed' | 'forbidden') => ({
    what,
    signed: bordered,
    edit: look(`q ${border} Q ${helv('100')}`),
    verdict,
  });
  testCases([
    row('of lines', '0 G 0.5 0.5 199 19 re S', 'allowed'),
    row('of two edges', '0 g 0 0 m 0 20 l 200 20 l 199 19 l 1 19 l 1 1 l f', 'allowed'),
    row(
      'with round corners',
      '0 G 3 1 m 197 1 l 199 1 199 1 199 3 c 199 17 l 199 19 199 19 197 19 c 3 19 l 1 19 1 19 1 17 c 1 3 l 1 1 1 1 3 1 c s',
      'allowed',
    ),
    row('of four strips in one path', '0 g 0 0 200 1 re 0 19 200 1 re 0 0 1 20 re 199 0 1 20 re f', 'allowed'),
    row('of overlapping strips', '0 g 0 0 200 1 re 0 19 200 1 re 0 0 1 20 re 199 0 1 20 re f*', 'allowed'),
    row('of two outlines', '0 g 0 0 m 200 0 l 200 20 l 0 20 l h 1 1 m 199 1 l 199 19 l 1 19 l h f*', 'allowed'),
    row(
      'of two outlines that are filled',
      '0 g 0 0 m 200 0 l 200 20 l 0 20 l h 1 1 m 199 1 l 199 19 l 1 19 l h f',
      'forbidden',
    ),
    row('of two rectangles that turn in different ways', '0 g 0 0 200 20 re 1 19 198 -18 re f', 'allowed'),
    row('with a background, as lines', '1 g 0 G 0.5 0.5 m 0.5 19.5 l 199.5 19.5 l 199.5 0.5 l h B', 'allowed'),
    row(
      'with a background, as lines of another colour',
      '0.9 g 0 G 0.5 0.5 m 0.5 19.5 l 199.5 19.5 l 199.5 0.5 l h B',
      'forbidden',
    ),
    row('with a background, across the text', '1 g 0 G 0.5 0.5 m 0.5 10 l 199.5 10 l 199.5 0.5 l h B', 'forbidden'),
    row('whose loops cancel', '0 g 0 0 m 200 0 l 200 20 l 0 20 l 0 1353 l 3 1353 l 3 20 l 0 20 l f', 'forbidden'),
    row('of rectangles whose areas cancel', '0 g 0 0 200 20 re 0 1353 3 -1333 re f*', 'forbidden'),
    row('of rectangles whose areas cancel by direction', '0 g 0 0 200 20 re 0 1353 3 -1333 re f', 'forbidden'),
    row('that is closed across the text', '0 g 0 0 m 0 20 l 200 20 l f', 'forbidden'),
    row('with two lines across the text', '0 G 0 40 m 200 0 l 0 -20 m 200 20 l S', 'forbidden'),
    {
      what: 'with a line across the text from the start of a closed path',
      signed: withLook('100', helv('100'), `${DA}/MK<</BC[0]>>/BS<</W 2>>`),
      edit: look(`q 2 w 0 G 0 0 m 200 0 l 200 20 l -1 24.9 l -4.9 23 l h 30 20 l S Q ${helv('100')}`),
      verdict: 'forbidden',
    },
    row('with a line across the text behind a rectangle', '0 G 0 0 200 20 re 200 20 l S', 'forbidden'),
    row('with a curve across the text', '0 G 0 0 m 0 20 200 0 200 20 c S', 'forbidden'),
  ]);
});

describe('another border of a field that is filled in', () => {
  const signed = withLook('100', helv('100'), `${DA}/MK<</BC[0]>>/BS<</W 0/S/S>>`);
  const filled = both(value('200'), look(helv('200')));
  const border = (what: string, from: string, to: string, verdict: 'allowed' | 'forbidden') => ({
    what,
    signed,
    edit: both(filled, replace(O.amount, from, to)),
    verdict,
  });
  testCases([
    border('a thin line', '/W 0', '/W 1', 'allowed'),
    border('a thick line', '/W 0', '/W 9', 'forbidden'),
    border('a width that is no number', '/W 0', '/W/A', 'forbidden'),
    border('another style', '/W 0/S/S', '/W 1/S/U', 'forbidden'),
    { what: 'a thin line alone', signed, edit: replace(O.amount, '/W 0', '/W 1'), verdict: 'forbidden' },
  ]);
});

describe('the dividers of a comb field', () => {
  const comb = withLook('100', helv('100'), `/Ff 16777216/MaxLen 4${DA}/MK<</BC[0]>>`);
  const row = (what: string, lines: string, verdict: 'allowed' | 'forbidden') => ({
    what,
    signed: comb,
    edit: look(`q 0 G ${lines} S Q ${helv('100')}`),
    verdict,
  });
  testCases([
    row('as lines', '50 0 m 50 20 l 100 0 m 100 20 l 150 0 m 150 20 l', 'allowed'),
    row('as a curve across the text', '50 0 m -60 9 -60 11 50 20 c', 'forbidden'),
  ]);
});

describe('an appearance that PDFium writes', () => {
  const bordered = withLook('100', helv('100'), `${DA}/MK<</BC[0]/BG[1]>>`);
  const frame = (rule: string) => `q 1 g 0 0 200 20 re f Q q 0 g 0 0 200 20 re 1 1 198 18 re ${rule} Q ${helv('100')}`;
  const combo = { ...amount(`/Opt[(100)(200)]/V(100)${DA}`, '/FT/Ch/Ff 131072') };
  const area = 'q 0.862745 0.862745 0.862745 rg 186 1 13 18 re f Q';
  const edges =
    '1 g 187 2 m 187 18 l 198 18 l 197 17 l 188 17 l 188 3 l f 0.5 g 198 18 m 198 2 l 187 2 l 188 3 l 197 3 l 197 17 l f';
  const relief = `q ${edges} 0 g 186 1 13 18 re 187 2 11 16 re f* Q`;
  const digit = 'q 0 g 188 5 m 192 5 l 192 14 l 188 14 l h 189 6 m 189 13 l 191 13 l 191 6 l h f Q';
  const triangle = 'q 0 g 189.5 11.5 m 195.5 11.5 l 192.5 8.5 l 189.5 11.5 l f Q';
  testCases([
    { what: 'with a frame', signed: bordered, edit: look(frame('f*')), verdict: 'allowed' },
    { what: 'with a filled frame', signed: bordered, edit: look(frame('f')), verdict: 'forbidden' },
    {
      what: 'with a frame that is wide',
      signed: bordered,
      edit: look(frame('f*').replace('1 1 198 18 re', '1 1 2 18 re')),
      verdict: 'forbidden',
    },
    {
      what: 'with the button of a combo box',
      signed: combo,
      edit: look(`${helv('100')} ${area} ${relief} ${triangle}`),
      verdict: 'allowed',
    },
    {
      what: 'with a button without triangle',
      signed: combo,
      edit: look(`${helv('100')} ${area}`),
      verdict: 'forbidden',
    },
    {
      what: 'with a digit beside the text',
      signed: combo,
      edit: look(`${helv('100')} 0 g 187 2 3 14 re f ${triangle}`),
      verdict: 'forbidden',
    },
    {
      what: 'with a digit on the button',
      signed: combo,
      edit: look(`${helv('100', '160 5')} ${area} ${digit} ${triangle}`),
      verdict: 'forbidden',
    },
    {
      what: 'with a digit and a triangle that is not seen',
      signed: combo,
      edit: look(`${helv('100', '170 5')} 1 g 186 1 13 18 re f ${digit} 1 g 197 2 m 198 2 l 197 3 l f`),
      verdict: 'forbidden',
    },
    {
      what: 'with a narrow digit along the edge of the button',
      signed: combo,
      edit: look(`${helv('100', '160 5')} ${area} 0 g 186.5 5 1.5 10 re f ${triangle}`),
      verdict: 'forbidden',
    },
    {
      what: 'with a triangle that looks like a digit',
      signed: combo,
      edit: look(`${helv('100', '160 5')} ${area} ${relief} 0 g 189 4 m 190 4 l 190 14 l f`),
      verdict: 'forbidden',
    },
    {
      what: 'with a triangle that is not seen',
      signed: combo,
      edit: look(`${helv('100')} ${area} ${relief} ${triangle.replace('0 g', '0.8 g')}`),
      verdict: 'forbidden',
    },
    {
      what: 'with another value and a digit on the button',
      signed: combo,
      edit: both(value('200'), look(`${helv('200', '160 5')} ${area} ${digit} ${triangle}`)),
      verdict: 'warning',
    },
    {
      what: 'with a narrow button',
      signed: combo,
      edit: look(`${helv('100')} 0.9 g 192 1 7 18 re f 0 g 193 11 m 198 11 l 195.5 8 l f`),
      verdict: 'forbidden',
    },
    {
      what: 'with a line on the button that hides the text',
      signed: combo,
      edit: look(`${helv('100')} ${area} 1 G 400 w 187 5 m 187 6 l S ${triangle}`),
      verdict: 'forbidden',
    },
    {
      what: 'with a triangle whose line hides the text',
      signed: combo,
      edit: look(`${helv('100')} ${area} ${relief} q 1 G 400 w 0 g 189.5 11.5 m 195.5 11.5 l 192.5 8.5 l b Q`),
      verdict: 'forbidden',
    },
    {
      what: 'with a button over the text',
      signed: combo,
      edit: look(`${helv('100', '180 5')} ${area} ${relief} ${triangle}`),
      verdict: 'forbidden',
    },
    {
      what: 'with a button in a text field',
      signed: withLook('100', null),
      edit: look(`${helv('100')} ${area} ${relief} ${triangle}`),
      verdict: 'forbidden',
    },
  ]);
});

describe('a background that /MK does not state', () => {
  const white = '1 g 0 0 200 20 re f 0 g';
  const shown = (content: string, entries = {}) => ({ ...withLook('100', `${content} ${helv('100')}`), ...entries });
  testCases([
    {
      what: 'white, drawn anew without it as viewers were asked to: the page behind it may be dark',
      signed: shown(white, form(NEEDS)),
      edit: look(helv('100')),
      verdict: 'forbidden',
    },
    {
      what: 'white, drawn anew without it although viewers were not asked to',
      signed: shown(white),
      edit: look(helv('100')),
      verdict: 'forbidden',
    },
    {
      what: 'gray, drawn anew without it',
      signed: shown('0.8 g 0 0 200 20 re f 0 g', form(NEEDS)),
      edit: look(helv('100')),
      verdict: 'forbidden',
    },
    {
      what: 'white over figures that were drawn before it',
      signed: shown(`100 5 m 100 15 l S ${white}`, form(NEEDS)),
      edit: look(`100 5 m 100 15 l S ${helv('100')}`),
      verdict: 'forbidden',
    },
  ]);
});
