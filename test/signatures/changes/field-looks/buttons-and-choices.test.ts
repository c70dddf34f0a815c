/** Check boxes, radio buttons and choice fields. */
import { describe } from 'vitest';
import { appearanceStream, type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import { AP, amount, both, type Case, DA, enter, form, helv, look, replace, testCases, withLook } from './cases.js';

const NEEDS = '/NeedAppearances true';

describe('check boxes', () => {
  const STATES = '/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>';
  const box = (entries: string, states = STATES) => ({
    [O.agree]: `<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)${entries}/Rect[50 420 70 440]/P 3 0 R/F 4${states}>>`,
  });
  const to = (from: string, now: string): Edit => replace(O.agree, from, now);
  const first =
    (content: string, font = 'ZapfDingbats'): Edit =>
    draft => {
      const dingbats = draft.add(`<</Type/Font/Subtype/Type1/BaseFont/${font}>>`);
      const on = draft.add(appearanceStream(content, `<</Font<</ZaDb ${dingbats} 0 R>>>>`));
      enter(O.agree, `/AP<</N<</Yes ${on} 0 R/Off 17 0 R>>>>`)(draft);
    };
  const off = box('/V/Off/AS/Off');
  const on = box('/V/Yes/AS/Yes');
  const planted = box('/V/Yes/AS/Off');
  const withoutOff = box('/AS/Off/MK<</BC[0]>>', '/AP<</N<</Yes 16 0 R>>>>');
  const drawnOff =
    (content: string): Edit =>
    draft => {
      const looks = `/AP<</N<</Yes 16 0 R/Off ${draft.add(appearanceStream(content))} 0 R>>>>`;
      both(to('/AP<</N<</Yes 16 0 R>>>>', looks), to('/AS/Off', '/V/Yes/AS/Yes'))(draft);
    };
  const withSymbols = {
    ...box('/V/Off/AS/Off/DA(/ZaDb 0 Tf 0 g)'),
    [O.form]: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR<</Font<</ZaDb 50 0 R>>>>>>',
    50: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>',
  };
  testCases([
    {
      what: 'ticked, with a border for the state that had no look',
      signed: withoutOff,
      edit: drawnOff('1 w 0 G 0.5 0.5 199 19 re S'),
      verdict: 'allowed',
    },
    {
      what: 'ticked, with a mark for the state that had no look',
      signed: withoutOff,
      edit: drawnOff('0 0 m 200 20 l 0 20 m 200 0 l S'),
      verdict: 'forbidden',
    },
    {
      what: 'a default appearance in another order',
      signed: withSymbols,
      edit: both(to('/ZaDb 0 Tf 0 g', '0 g /ZaDb 0 Tf'), to('/V/Off/AS/Off', '/V/Yes/AS/Yes')),
      verdict: 'allowed',
    },
    {
      what: 'a white default appearance in another order',
      signed: withSymbols,
      edit: both(to('/ZaDb 0 Tf 0 g', '1 g /ZaDb 0 Tf'), to('/V/Off/AS/Off', '/V/Yes/AS/Yes')),
      verdict: 'forbidden',
    },
    { what: 'ticked', signed: off, edit: both(to('/V/Off', '/V/Yes'), to('/AS/Off', '/AS/Yes')), verdict: 'allowed' },
    { what: 'cleared', signed: on, edit: both(to('/V/Yes', '/V/Off'), to('/AS/Yes', '/AS/Off')), verdict: 'allowed' },
    { what: 'a state without its value', signed: off, edit: to('/AS/Off', '/AS/Yes'), verdict: 'forbidden' },
    { what: 'a planted value', signed: planted, edit: to('/AS/Off', '/AS/Yes'), verdict: 'forbidden' },
    {
      what: 'a planted value, for viewers that draw it',
      signed: planted,
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
    {
      what: 'a planted value, drawn already',
      signed: { ...planted, ...form(NEEDS) },
      edit: to('/AS/Off', '/AS/Yes'),
      verdict: 'allowed',
    },
    { what: 'a state that is removed', signed: planted, edit: to('/AS/Off', ''), verdict: 'forbidden' },
    { what: 'a state that was missing', signed: box('/V/Yes'), edit: enter(O.agree, '/AS/Yes'), verdict: 'allowed' },
    {
      what: 'a missing state that is off',
      signed: box('/V/Yes'),
      edit: enter(O.agree, '/AS/Off'),
      verdict: 'forbidden',
    },
    { what: 'a value without its state', signed: off, edit: to('/V/Off', '/V/Yes'), verdict: 'warning' },
    {
      what: 'a value and another state',
      signed: on,
      edit: both(to('/V/Yes', '/V/No'), to('/AS/Yes', '/AS/Off')),
      verdict: 'forbidden',
    },
    {
      what: 'a state that the value does not have',
      signed: off,
      edit: both(to('/V/Off', '/V/No'), to('/AS/Off', '/AS/Yes')),
      verdict: 'forbidden',
    },
    { what: 'a value that is a number', signed: off, edit: to('/V/Off', '/V 1'), verdict: 'forbidden' },
    { what: 'viewers draw it', signed: on, edit: enter(O.form, NEEDS), verdict: 'allowed' },
    { what: 'a removed appearance', signed: on, edit: to(STATES, ''), verdict: 'forbidden' },
    { what: 'a removed state', signed: on, edit: to('/Yes 16 0 R', ''), verdict: 'forbidden' },
    {
      what: 'a value by its option',
      signed: box('/V/Off/AS/Off/Opt[(Agreed)]', '/AP<</N<</0 16 0 R/Off 17 0 R>>>>'),
      edit: both(to('/V/Off', '/V(Agreed)'), to('/AS/Off', '/AS/0')),
      verdict: 'allowed',
    },
    {
      what: 'a first appearance',
      signed: box('/V/Yes/AS/Yes', ''),
      edit: first('BT /ZaDb 12 Tf 4 4 Td (4) Tj ET'),
      verdict: 'allowed',
    },
    {
      what: 'a first appearance with a cross',
      signed: box('/V/Yes/AS/Yes', ''),
      edit: first('0 0 m 20 20 l 0 20 m 20 0 l S'),
      verdict: 'allowed',
    },
    {
      what: 'a first appearance with a text',
      signed: box('/V/Yes/AS/Yes', ''),
      edit: first('BT /ZaDb 12 Tf 4 4 Td (900) Tj ET', 'Helvetica'),
      verdict: 'forbidden',
    },
    {
      what: 'a first appearance with an image',
      signed: box('/V/Yes/AS/Yes', ''),
      edit: first('/Im Do'),
      verdict: 'forbidden',
    },
  ]);
});

describe('buttons with the same state', () => {
  const kid = (left: number, state: string): string =>
    `<</Type/Annot/Subtype/Widget/Parent 12 0 R/AS/Off/Rect[${left} 420 ${left + 20} 440]/P 3 0 R/F 4/AP<</N<</${state} 16 0 R/Off 17 0 R>>>>>>`;
  const buttons = (flags: number) => ({
    [O.page]:
      '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 13 0 R 20 0 R 30 0 R 31 0 R 32 0 R]>>',
    [O.agree]: `<</FT/Btn/T(Agree)/Ff ${flags}/V/Off/Kids[30 0 R 31 0 R 32 0 R]>>`,
    30: kid(50, 'Yes'),
    31: kid(100, 'No'),
    32: kid(150, 'Yes'),
  });
  const chosen =
    (...kids: number[]): Edit =>
    draft => {
      replace(O.agree, '/V/Off', '/V/Yes')(draft);
      for (const num of kids) replace(num, '/AS/Off', '/AS/Yes')(draft);
    };
  const [RADIO, IN_UNISON] = [1 << 15, 1 << 25];
  const row = (what: string, flags: number, edit: Edit, verdict: Case['verdict']): Case => ({
    what,
    signed: buttons(flags),
    edit,
    verdict,
  });
  testCases([
    row('check boxes that are both ticked', 0, chosen(30, 32), 'allowed'),
    row('check boxes of which one is ticked', 0, chosen(30), 'warning'),
    row('with a value of a widget of its own', 0, both(chosen(30, 32), enter(32, '/V/No')), 'forbidden'),
    row('with no value of a widget, which has none', 0, both(chosen(30, 32), enter(32, '/V null')), 'allowed'),
    row(
      'with the same value in each widget',
      0,
      both(chosen(30, 32), enter(30, '/V/Yes'), enter(32, '/V/Yes')),
      'allowed',
    ),
    {
      what: 'with the values of widgets as before',
      signed: { ...buttons(0), 30: kid(50, 'Yes').replace('/AS', '/V/Off/AS') },
      edit: chosen(30, 32),
      verdict: 'allowed',
    },
    row('radio buttons in unison that are both on', RADIO | IN_UNISON, chosen(30, 32), 'allowed'),
    row('radio buttons in unison of which one is on', RADIO | IN_UNISON, chosen(32), 'warning'),
    row('one of two radio buttons', RADIO, chosen(32), 'allowed'),
    row('a radio button of another state', RADIO, both(chosen(30), replace(31, '/AS/Off', '/AS/No')), 'forbidden'),
  ]);
});

describe('check boxes drawn anew', () => {
  const box = {
    [O.agree]:
      '<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Off/AS/Off/Rect[50 420 70 440]/P 3 0 R/F 4/MK<</BG[1]/BC[0]>>/AP<</N<</Yes 16 0 R/Off 17 0 R>>/D<</Yes 16 0 R/Off 17 0 R>>>>>>',
    [O.agreeYes]: symbol('1 g 0 0 20 20 re f 4 10 m 9 4 l 16 16 l S'),
    [O.agreeOff]: symbol('1 g 0 0 20 20 re f'),
  };
  const ticked =
    (on: string, off = '1 g 0 0 20 20 re f', font = 'ZapfDingbats'): Edit =>
    draft => {
      const dingbats = draft.add(`<</Type/Font/Subtype/Type1/BaseFont/${font}>>`);
      const [yes, no] = [on, off].map(content => draft.add(symbol(content, `<</Font<</ZaDb ${dingbats} 0 R>>>>`)));
      draft.edit(O.agree, body =>
        body
          .replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')
          .replace(/\/AP.*$/, `/AP<</N<</Yes ${yes} 0 R/Off ${no} 0 R>>>>>>`),
      );
    };
  const BACKGROUND = '1 g 0 0 20 20 re f 0 g';
  const row = (what: string, edit: Edit, verdict: Case['verdict']): Case => ({ what, signed: box, edit, verdict });
  testCases([
    row('a check mark of a font', ticked(`${BACKGROUND} BT /ZaDb 16 Tf 4 4 Td (4) Tj ET`), 'allowed'),
    row('a check mark of lines', ticked(`${BACKGROUND} 3 9 m 8 3 l 17 15 l S`), 'allowed'),
    row('a circle', ticked(`${BACKGROUND} 5 10 m 5 17 15 17 15 10 c 15 3 5 3 5 10 c f`), 'allowed'),
    row('nothing', ticked(BACKGROUND), 'forbidden'),
    row('a white mark', ticked(`${BACKGROUND} 1 g BT /ZaDb 16 Tf 4 4 Td (4) Tj ET`), 'forbidden'),
    row('a white line', ticked(`${BACKGROUND} 1 G 3 9 m 8 3 l 17 15 l S`), 'forbidden'),
    row('a mark below an area', ticked(`0 g BT /ZaDb 16 Tf 4 4 Td (4) Tj ET ${BACKGROUND}`), 'forbidden'),
    row('a line below an area', ticked(`0 G 3 9 m 8 3 l 17 15 l S ${BACKGROUND}`), 'forbidden'),
    row('a tiny mark', ticked(`${BACKGROUND} BT /ZaDb 1 Tf 4 4 Td (4) Tj ET`), 'forbidden'),
    row('an invisible mark', ticked(`${BACKGROUND} BT 3 Tr /ZaDb 16 Tf 4 4 Td (4) Tj ET`), 'forbidden'),
    row('a text', ticked(`${BACKGROUND} BT /ZaDb 9 Tf 4 4 Td (No) Tj ET`, undefined, 'Helvetica'), 'forbidden'),
    {
      ...row('a saved and restored state within the path', ticked(`${BACKGROUND} 3 9 m 8 3 l 17 15 l S`), 'allowed'),
      signed: { ...box, [O.agreeYes]: symbol('q q 0 10 m 0 20 20 20 20 10 c 20 0 0 0 0 10 c Q S Q 7 7 6 6 re f') },
    },
    {
      ...row('another matrix within the path', ticked(`${BACKGROUND} 3 9 m 8 3 l 17 15 l S`), 'forbidden'),
      signed: { ...box, [O.agreeYes]: symbol('q q .5 0 0 .5 0 0 cm 0 10 m 0 20 20 20 20 10 c Q S Q 7 7 6 6 re f') },
    },
    row('off with a mark', ticked(`${BACKGROUND} 3 9 m 8 3 l 17 15 l S`, `${BACKGROUND} 3 9 m 17 15 l S`), 'forbidden'),
  ]);
});

describe('check boxes drawn anew, with colours that /MK no longer states', () => {
  const FRAME = '1 g 0 0 20 20 re f 0 g 0 0 20 20 re 1 1 18 18 re f*';
  const MARK = '3 17 m 17 3 l 17 17 m 3 3 l S';
  const LOOKS = '/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>';
  const MK = '/MK<</BC[0]/BG[1]/R 0>>';
  const box = (entries = MK, looks = LOOKS) => ({
    [O.agree]: `<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Off/AS/Off/Rect[50 420 70 440]/P 3 0 R/F 4${entries}${looks}>>`,
    [O.agreeYes]: symbol(`${FRAME} ${MARK}`),
    [O.agreeOff]: symbol(FRAME),
  });
  const TICKED = '/V/Yes/AS/Yes';
  const drawn =
    (state = TICKED, on = `${FRAME} ${MARK}`, off = FRAME, mk = '/MK<</CA(8)>>'): Edit =>
    draft => {
      const [yes, no] = [on, off].map(content => draft.add(symbol(content)));
      draft.edit(O.agree, body =>
        body
          .replace('/V/Off/AS/Off', state)
          .replace(MK, mk)
          .replace('/Yes 16 0 R/Off 17 0 R', `/Yes ${yes} 0 R/Off ${no} 0 R`),
      );
    };
  const row = (what: string, edit: Edit, verdict: Case['verdict'], signed = box()): Case => ({
    what,
    signed,
    edit,
    verdict,
  });
  testCases([
    row('ticked', drawn(), 'allowed'),
    row('not ticked', drawn('/V/Off/AS/Off'), 'forbidden'),
    row('ticked, on another background', drawn(TICKED, undefined, `0 g ${FRAME.slice(4)}`), 'forbidden'),
    row('ticked, with a mark while it is off', drawn(TICKED, undefined, `${FRAME} ${MARK}`), 'forbidden'),
    row('ticked, with a mark in the colour of the background', drawn(TICKED, `${FRAME} 1 G ${MARK}`), 'forbidden'),
    row('ticked, with a rotation', drawn(TICKED, undefined, undefined, '/MK<</R 180>>'), 'forbidden'),
    row('ticked, for viewers that draw it', drawn(), 'forbidden', { ...box(), ...form(NEEDS) }),
    row(
      'without appearances',
      both(replace(O.agree, MK, ''), replace(O.agree, '/V/Off/AS/Off', TICKED)),
      'forbidden',
      box(MK, ''),
    ),
  ]);
});

describe('check boxes drawn anew, decorated in colours that /MK never stated', () => {
  const FRAME = '1 1 0 rg 0 0 20 20 re f 1 0 0 rg 0 0 20 20 re 1 1 18 18 re f*';
  const MARK = '0 G 3 17 m 17 3 l 17 17 m 3 3 l S';
  const box = (off = FRAME) => ({
    [O.agree]:
      '<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Off/AS/Off/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>>>',
    [O.agreeYes]: symbol(`${FRAME} ${MARK}`),
    [O.agreeOff]: symbol(off),
  });
  const drawn =
    (state: string, on = MARK, off = ''): Edit =>
    draft => {
      const [yes, no] = [on, off].map(content => draft.add(symbol(content)));
      draft.edit(O.agree, body =>
        body.replace('/V/Off/AS/Off', state).replace('/Yes 16 0 R/Off 17 0 R', `/Yes ${yes} 0 R/Off ${no} 0 R`),
      );
    };
  const TICKED = '/V/Yes/AS/Yes';
  const row = (what: string, edit: Edit, verdict: Case['verdict'], off?: string): Case => ({
    what,
    signed: box(off),
    edit,
    verdict,
  });
  testCases([
    row('ticked', drawn(TICKED), 'allowed'),
    row('ticked, with the same colours while it is off', drawn(TICKED, undefined, FRAME), 'allowed'),
    row(
      'ticked, with another colour while it is off',
      drawn(TICKED, undefined, '0 0 1 rg 0 0 20 20 re f'),
      'forbidden',
    ),
    row('not ticked', drawn('/V/Off/AS/Off'), 'forbidden'),
    row('ticked, without a mark', drawn(TICKED, ''), 'forbidden'),
    row('ticked, with a mark while it is off', drawn(TICKED, undefined, MARK), 'forbidden'),
    row('ticked, after a mark while it was off', drawn(TICKED), 'forbidden', `${FRAME} ${MARK}`),
    row('ticked, after a square while it was off', drawn(TICKED), 'forbidden', '0 g 4 4 12 12 re f'),
  ]);
});

/** An appearance of the size of a check box. */
function symbol(content: string, resources = '<<>>') {
  return stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 20 20]/Resources${resources}`);
}

describe('buttons that are off', () => {
  const box = (states: string, size: readonly [number, number]) => ({
    [O.agree]: `<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Off/AS/Off/MK<</BC[0]/BG[1]>>/Rect[50 420 ${50 + size[0]} ${420 + size[1]}]/P 3 0 R/F 4/AP<</N<<${states}>>>>>>`,
  });
  const drawn =
    (content: string, [width, height]: readonly [number, number], isTicked: boolean): Edit =>
    draft => {
      const off = draft.add(stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 ${width} ${height}]/Resources<<>>`));
      draft.edit(O.agree, body => {
        const redrawn = body.replace('/Off 17 0 R', '').replace('/Yes 16 0 R', `/Yes 16 0 R/Off ${off} 0 R`);
        return isTicked ? redrawn.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes') : redrawn;
      });
    };
  const SQUARE = [20, 20] as const;
  const rows = (what: string, content: string, verdict: Case['verdict'], size: readonly [number, number] = SQUARE) =>
    ['/Yes 16 0 R', '/Yes 16 0 R/Off 17 0 R'].flatMap(states =>
      [false, true].map(isTicked => ({
        what: `${what}${states.includes('Off') ? ', drawn anew' : ''}${isTicked ? ', and ticked' : ''}`,
        signed: box(states, size),
        edit: drawn(content, size, isTicked),
        verdict,
      })),
    );
  const circle = (r: number) => {
    const [k, a, b] = [r * 0.5523, 10 - r, 10 + r];
    return `${b} 10 m ${b} ${10 + k} ${10 + k} ${b} 10 ${b} c ${10 - k} ${b} ${a} ${10 + k} ${a} 10 c ${a} ${10 - k} ${10 - k} ${a} 10 ${a} c ${10 + k} ${a} ${b} ${10 - k} ${b} 10 c`;
  };
  testCases([
    ...rows('a background and a border', '1 g 0 0 20 20 re f 0 G 0.5 0.5 19 19 re S', 'allowed'),
    ...rows('a circle', `1 g ${circle(10)} f 0 G ${circle(9.5)} s`, 'allowed'),
    ...rows('a circle beside the middle', `1 g 1 0 0 1 -2 -2 cm ${circle(7.9)} f 0 G ${circle(7.4)} s`, 'allowed'),
    ...rows('an area between a curve and the middle', '0 g 1 1 m 1 24 19 24 19 1 c f', 'forbidden'),
    ...rows('a curve along the edges', '0 G 1 9 m 1 21.5 19 21.5 19 9 c S', 'forbidden'),
    ...rows('a wide circle', `0 G 3 w ${circle(8.5)} S`, 'allowed'),
    ...rows('a diamond', '1 g 0 G 1 10 m 10 19 l 19 10 l 10 1 l b', 'allowed'),
    ...rows('a cross of long lines', '0 G 2 w -60 -60 m 20 20 l S -60 80 m 20 0 l S', 'forbidden'),
    ...rows('a cross of closed lines', '0 G 2 w 0 0 m 20 20 l h S 0 20 m 20 0 l h S', 'forbidden'),
    ...rows('the outline of a cross', '0 G 1 1 m 10 6 l 19 1 l 14 10 l 19 19 l 10 14 l 1 19 l 6 10 l s', 'forbidden'),
    ...rows('a small cross in a corner', '0 G 1 12 m 7 19 l S 1 19 m 7 12 l S', 'forbidden'),
    ...rows('a cross beside the middle', '0 G 2 2 m 18 18 l S 2 18 m 18 2 l S', 'forbidden', [200, 20]),
    ...rows('a curve through the middle', '0 G 1 1 m 26 1 26 19 1 19 c S', 'forbidden'),
    ...rows('a line as wide as the button', '0 G 300 w 0 0 20 20 re S', 'forbidden'),
    ...rows('a wide border', '0 G 18 w 0.5 0.5 19 19 re S', 'forbidden'),
  ]);
});

describe('a check box whose looks PDFium draws anew', () => {
  const square = (fill: string) => `${fill} rg 0 G 0.5 0.5 m 0.5 19.5 l 19.5 19.5 l 19.5 0.5 l h B`;
  const frame = (fill: string) => `${fill} rg 0 0 20 20 re f 0 g 0 0 20 20 re 1 1 18 18 re f*`;
  const mark = (colour: string) => `${colour} rg 5 9 m 8 5 l 15 14 l f`;
  const look = (content: string) => stream(content, '/Type/XObject/Subtype/Form/BBox[0 0 20 20]/Resources<<>>');
  const [WHITE, GREY] = ['1 1 1', '0.8 0.8 0.8'];
  const looks = '/AP<</N<</Yes 41 0 R/Off 42 0 R>>/D<</Yes 43 0 R/Off 44 0 R>>>>';
  const signed = {
    ...form(NEEDS),
    [O.agree]: `<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Off/AS/Off/MK<</BC[0]/BG[1]>>/Rect[50 420 70 440]/P 3 0 R/F 4${looks}>>`,
    41: look(`${square(WHITE)} 0 G 5 9 m 8 5 l 15 14 l S`),
    42: look(square(WHITE)),
    43: look(`${square(GREY)} 0 G 5 9 m 8 5 l 15 14 l S`),
    44: look(square(GREY)),
  };
  const drawn =
    (contents: Readonly<Record<number, string>>): Edit =>
    draft => {
      const all = { 41: `${frame(WHITE)} ${mark('0 0 0')}`, 42: frame(WHITE), ...contents };
      for (const [num, content] of Object.entries(all)) draft.set(Number(num), look(content));
    };
  const pressed = `${frame('0.75 0.75 0.75')} ${mark('0 0 0')}`;
  const unpressed = { ...signed, [O.agree]: signed[O.agree].replace(/\/D<<.*?>>/, '') };
  const press =
    (off: string, on = pressed): Edit =>
    draft => {
      const [yes, no] = [on, off].map(content => draft.add(look(content)));
      drawn({})(draft);
      replace(O.agree, '/Off 42 0 R>>', `/Off 42 0 R>>/D<</Yes ${yes} 0 R/Off ${no} 0 R>>`)(draft);
    };
  testCases([
    { what: 'as shown', signed, edit: drawn({}), verdict: 'allowed' },
    { what: 'as pressed', signed, edit: drawn({ 43: pressed, 44: frame('0.75 0.75 0.75') }), verdict: 'allowed' },
    {
      what: 'and ticked',
      signed,
      edit: both(drawn({ 43: pressed }), replace(O.agree, '/V/Off/AS/Off', '/V/Yes/AS/Yes')),
      verdict: 'allowed',
    },
    { what: 'with a mark while it is off', signed, edit: drawn({ 42: pressed }), verdict: 'forbidden' },
    {
      what: 'with a shade while it is off',
      signed,
      edit: drawn({ 42: frame('0.75 0.75 0.75') }),
      verdict: 'forbidden',
    },
    { what: 'with a mark while it is off and pressed', signed, edit: drawn({ 44: pressed }), verdict: 'forbidden' },
    { what: 'black while it is off and pressed', signed, edit: drawn({ 44: frame('0 0 0') }), verdict: 'forbidden' },
    {
      what: 'with a mark instead of a background while it is off and pressed',
      signed,
      edit: drawn({ 44: mark('0.8 0.8 0.8') }),
      verdict: 'forbidden',
    },
    { what: 'with its first looks as pressed', signed: unpressed, edit: press(frame(GREY)), verdict: 'allowed' },
    {
      what: 'with a first look that has a mark while it is off',
      signed: unpressed,
      edit: press(pressed),
      verdict: 'forbidden',
    },
    {
      what: 'with a first look that has no mark while it is on',
      signed: unpressed,
      edit: press(frame(GREY), frame(GREY)),
      verdict: 'forbidden',
    },
    {
      what: 'with first looks while the mouse is over it',
      signed: unpressed,
      edit: both(press(frame(GREY)), replace(O.agree, '/D<<', '/R<<')),
      verdict: 'forbidden',
    },
    {
      what: 'with a mark that is not seen',
      signed,
      edit: drawn({ 41: `${frame(WHITE)} ${mark(WHITE)}` }),
      verdict: 'forbidden',
    },
  ]);
});

describe('radio buttons', () => {
  const kid = (state: string, as: string) =>
    `<</Type/Annot/Subtype/Widget/Parent 12 0 R/AS/${as}/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</${state} 16 0 R/Off 17 0 R>>>>>>`;
  const group = (value: string, a: string, b: string) => ({
    [O.agree]: `<</FT/Btn/Ff 32768/T(Agree)/V/${value}/Kids[41 0 R 42 0 R]>>`,
    41: kid('A', a),
    42: kid('B', b),
  });
  const signed = group('A', 'A', 'Off');
  /** Buttons with the states 0 and 1, whose options are 1 and 0. */
  const numbered = (value: string, first: string, second: string) => ({
    [O.agree]: `<</FT/Btn/Ff 32768/T(Agree)/V/${value}/Opt[(1)(0)]/Kids[41 0 R 42 0 R]>>`,
    41: kid('0', first),
    42: kid('1', second),
  });
  const select =
    (value: string, a: string, b: string): Edit =>
    draft => {
      for (const [num, body] of Object.entries(group(value, a, b)))
        if (draft.get(Number(num)) !== body) draft.set(Number(num), body);
    };
  const selectText = (value: string, a: string, b: string): Edit =>
    both(select('A', a, b), replace(O.agree, '/V/A', `/V(${value})`));
  testCases([
    { what: 'another button', signed, edit: select('B', 'Off', 'B'), verdict: 'allowed' },
    { what: 'no button', signed, edit: select('Off', 'Off', 'Off'), verdict: 'allowed' },
    {
      what: 'another button, and the state of each as its value',
      signed,
      edit: both(select('B', 'Off', 'B'), enter(41, '/V/Off'), enter(42, '/V/B')),
      verdict: 'allowed',
    },
    {
      what: 'another button, and the value of one that is off',
      signed,
      edit: both(select('B', 'Off', 'B'), enter(41, '/V/A')),
      verdict: 'forbidden',
    },
    { what: 'another state without its value', signed, edit: select('A', 'Off', 'B'), verdict: 'forbidden' },
    { what: 'another value without its state', signed, edit: select('B', 'A', 'Off'), verdict: 'warning' },
    { what: 'another button, as a text', signed, edit: selectText('/B', 'Off', 'B'), verdict: 'warning' },
    { what: 'the same button, as a text', signed, edit: selectText('/A', 'A', 'Off'), verdict: 'warning' },
    {
      what: 'a button that does not exist, as a text',
      signed,
      edit: selectText('/C', 'Off', 'B'),
      verdict: 'forbidden',
    },
    { what: 'another button than the text says', signed, edit: selectText('/A', 'Off', 'B'), verdict: 'forbidden' },
    {
      what: 'another button, as a text, for viewers that draw it',
      signed: { ...signed, ...form(NEEDS) },
      edit: selectText('/B', 'Off', 'B'),
      verdict: 'forbidden',
    },
    {
      what: 'another button, as a text, and viewers shall draw it',
      signed,
      edit: both(selectText('/B', 'Off', 'B'), enter(O.form, NEEDS)),
      verdict: 'forbidden',
    },
    { what: 'two buttons', signed, edit: select('B', 'A', 'B'), verdict: 'forbidden' },
    {
      what: 'a button whose option is named as the state of another',
      signed: numbered('0', '0', 'Off'),
      edit: replace(O.agree, '/V/0', '/V/1'),
      verdict: 'warning',
    },
    { what: 'another value, and no state', signed, edit: select('B', 'Off', 'Off'), verdict: 'forbidden' },
  ]);
});

describe('push buttons', () => {
  const button = (entries: string) => ({
    [O.agree]: `<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(Agree)${entries}/Rect[50 420 250 440]/P 3 0 R/F 4/AP<</N 16 0 R>>>>`,
    [O.agreeYes]: appearanceStream(helv('Print')),
  });
  testCases([
    {
      what: 'viewers draw its caption',
      signed: button('/MK<</CA(Print)>>'),
      edit: enter(O.form, NEEDS),
      verdict: 'allowed',
    },
    {
      what: 'viewers draw another caption',
      signed: button('/MK<</CA(Pay 900)>>'),
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
    { what: 'without a caption', signed: button(''), edit: enter(O.form, NEEDS), verdict: 'allowed' },
    {
      what: 'another look',
      signed: button(''),
      edit: replace(O.agree, '/N 16 0 R', '/N 17 0 R'),
      verdict: 'forbidden',
    },
  ]);
});

describe('choice fields', () => {
  const OPTIONS = '/Opt[[(a)(Apple)][(b)(Banana)][(c)(Cherry)]]';
  const choice = (entries: string, content: string): NonNullable<Case['signed']> => ({
    ...amount(`${OPTIONS}${entries}${DA}${AP}`, '/FT/Ch'),
    [O.amountAppearance]: appearanceStream(content),
  });
  const combo = (content: string, entries = '/V(a)') => choice(`/Ff 131072${entries}`, content);
  const lines = (...texts: string[]) =>
    `BT /Helv 5 Tf 2 20 Td 6 TL ${texts.map(text => `T* (${text}) Tj`).join(' ')} ET`;
  const mark = (line: number) => `0.6 0.75 0.85 rg 0 ${13 - 6 * line} 200 6 re f 0 g`;
  const list = (line: number, entries = '/V(a)') =>
    choice(entries, `${mark(line)} ${lines('Apple', 'Banana', 'Cherry')}`);
  const line = (i: number, text: string) => `BT /Helv 5 Tf 2 ${14 - 6 * i} Td (${text}) Tj ET`;
  const choose = (key: string): Edit => replace(O.amount, /\/V\(.\)/, `/V(${key})`);
  testCases([
    {
      what: 'another option',
      signed: combo(helv('Apple')),
      edit: both(choose('b'), look(helv('Banana'))),
      verdict: 'allowed',
    },
    {
      what: 'another option with its number',
      signed: combo(helv('Apple'), '/V(a)/I[0]'),
      edit: both(choose('b'), replace(O.amount, '/I[0]', '/I[1]'), look(helv('Banana'))),
      verdict: 'allowed',
    },
    {
      what: 'another option with the number of a third',
      signed: combo(helv('Apple'), '/V(a)/I[0]'),
      edit: both(choose('b'), replace(O.amount, '/I[0]', '/I[2]'), look(helv('Banana'))),
      verdict: 'forbidden',
    },
    {
      what: 'another number',
      signed: combo(helv('Apple'), '/V(a)/I[0]'),
      edit: replace(O.amount, '/I[0]', '/I[1]'),
      verdict: 'forbidden',
    },
    {
      what: 'the display text as the value, with its number',
      signed: combo(helv('Apple'), '/V(a)/I[0]'),
      edit: both(replace(O.amount, '/V(a)', '/V(Banana)'), replace(O.amount, '/I[0]', '/I[1]'), look(helv('Banana'))),
      verdict: 'allowed',
    },
    {
      what: 'the display text as the value, with the number of another option',
      signed: combo(helv('Apple'), '/V(a)/I[0]'),
      edit: both(replace(O.amount, '/V(a)', '/V(Banana)'), replace(O.amount, '/I[0]', '/I[2]'), look(helv('Banana'))),
      verdict: 'forbidden',
    },
    {
      what: 'the display text of two options as the value',
      signed: {
        ...amount(`/Opt[[(a)(Apple)][(b)(Banana)][(c)(Banana)]]/Ff 131072/V(a)/I[0]${DA}${AP}`, '/FT/Ch'),
        [O.amountAppearance]: appearanceStream(helv('Apple')),
      },
      edit: both(replace(O.amount, '/V(a)', '/V(Banana)'), replace(O.amount, '/I[0]', '/I[2]'), look(helv('Banana'))),
      verdict: 'forbidden',
    },
    {
      what: 'no number',
      signed: combo(helv('Apple'), '/V(a)/I[0]'),
      edit: replace(O.amount, '/I[0]', ''),
      verdict: 'allowed',
    },
    { what: 'another option under its look', signed: combo(helv('Apple')), edit: choose('b'), verdict: 'warning' },
    {
      what: 'the display text instead of the export value',
      signed: combo(helv('a')),
      edit: look(helv('Apple')),
      verdict: 'forbidden',
    },
    {
      what: 'viewers draw the display text',
      signed: combo(helv('Apple')),
      edit: enter(O.form, NEEDS),
      verdict: 'allowed',
    },
    {
      what: 'viewers draw the display text instead of the export value',
      signed: combo(helv('a')),
      edit: enter(O.form, NEEDS),
      verdict: 'forbidden',
    },
    {
      what: 'other options',
      signed: combo(helv('Apple')),
      edit: replace(O.amount, '(Banana)', '(Berry)'),
      verdict: 'forbidden',
    },
    {
      what: 'a list',
      signed: list(0),
      edit: both(choose('b'), look(`${mark(1)} ${lines('Apple', 'Banana', 'Cherry')}`)),
      verdict: 'allowed',
    },
    {
      what: 'a list with figures drawn by rectangles beside its options',
      signed: list(0),
      edit: both(
        choose('b'),
        look(`${mark(1)} ${lines('Apple', 'Banana', 'Cherry')} 90 4 3 12 re 96 4 3 12 re 99 4 6 2 re f`),
      ),
      verdict: 'warning',
    },
    {
      what: 'a list with a mark where no option is',
      signed: list(0),
      edit: both(choose('c'), enter(O.amount, '/TI 2'), look(`${mark(0)} ${mark(1)} ${lines('Cherry')}`)),
      verdict: 'warning',
    },
    {
      what: 'a list with another mark',
      signed: list(0),
      edit: both(choose('b'), look(`${mark(2)} ${lines('Apple', 'Banana', 'Cherry')}`)),
      verdict: 'warning',
    },
    {
      what: 'another mark for the same value',
      signed: list(0),
      edit: look(`${mark(1)} ${lines('Apple', 'Banana', 'Cherry')}`),
      verdict: 'forbidden',
    },
    {
      what: 'viewers draw the marked option',
      signed: list(1, '/V(b)'),
      edit: enter(O.form, NEEDS),
      verdict: 'allowed',
    },
    {
      what: 'a list that is scrolled to its new selection',
      signed: list(0),
      edit: both(choose('c'), enter(O.amount, '/TI 1'), look(`${mark(1)} ${lines('Banana', 'Cherry')}`)),
      verdict: 'allowed',
    },
    {
      what: 'a list whose new selection is white on a dark mark',
      signed: list(0),
      edit: both(
        choose('c'),
        enter(O.amount, '/TI 1'),
        look('0.04 0.14 0.42 rg 0 7 200 6 re f BT /Helv 5 Tf 2 20 Td 6 TL 0 g T* (Banana) Tj 1 g T* (Cherry) Tj ET'),
      ),
      verdict: 'allowed',
    },
    {
      what: 'a list with another dark rectangle below the end of an option',
      signed: list(0),
      edit: both(
        choose('c'),
        enter(O.amount, '/TI 1'),
        look(
          '0.04 0.14 0.42 rg 0 7 200 6 re f 0 g 9 13 190 6 re f BT /Helv 5 Tf 2 20 Td 6 TL 0 g T* (Banana) Tj 1 g T* (Cherry) Tj ET',
        ),
      ),
      verdict: 'warning',
    },
    {
      what: 'a list whose new selection is scrolled out of view',
      signed: list(0),
      edit: both(choose('b'), enter(O.amount, '/TI 2'), look(`${mark(1)} ${lines('Apple', 'Banana', 'Cherry')}`)),
      verdict: 'forbidden',
    },
    {
      what: 'a list that is scrolled, and drawn by viewers',
      signed: list(0),
      edit: both(choose('c'), enter(O.amount, '/TI 1'), enter(O.form, NEEDS)),
      verdict: 'forbidden',
    },
    {
      what: 'a list that is scrolled to its new selection, and was drawn by viewers before',
      signed: { ...list(0), ...form(NEEDS) },
      edit: both(choose('c'), enter(O.amount, '/TI 1'), look(`${mark(1)} ${lines('Banana', 'Cherry')}`)),
      verdict: 'allowed',
    },
    {
      what: 'a list that is scrolled with the same selection',
      signed: list(1, '/V(b)'),
      edit: both(enter(O.amount, '/TI 1'), look(`${mark(0)} ${lines('Banana', 'Cherry')}`)),
      verdict: 'forbidden',
    },
    {
      what: 'a position that is no number of an option',
      signed: list(0),
      edit: both(choose('c'), enter(O.amount, '/TI 0.5'), look(`${mark(2)} ${lines('Apple', 'Banana', 'Cherry')}`)),
      verdict: 'forbidden',
    },
    { what: 'viewers mark another option', signed: list(1), edit: enter(O.form, NEEDS), verdict: 'forbidden' },
    {
      what: 'an option that is marked after those above it are painted',
      signed: list(0),
      edit: both(choose('b'), look(`${line(0, 'Apple')} ${mark(1)} ${line(1, 'Banana')} ${line(2, 'Cherry')}`)),
      verdict: 'allowed',
    },
    {
      what: 'an option that is marked after it is painted',
      signed: list(0),
      edit: both(choose('b'), look(`${line(0, 'Apple')} ${line(1, 'Banana')} ${mark(1)} ${line(2, 'Cherry')}`)),
      verdict: 'warning',
    },
    {
      what: 'a mark that hides the option above',
      signed: list(0),
      edit: both(
        choose('b'),
        look(`${line(0, 'Apple')} ${mark(0)} ${mark(1)} ${line(1, 'Banana')} ${line(2, 'Cherry')}`),
      ),
      verdict: 'warning',
    },
    {
      what: 'a mark that leaves the beginning of another option free',
      signed: list(0),
      edit: both(
        choose('b'),
        look(`1 g 0 7 200 6 re f 0.6 0.75 0.85 rg 4 1 190 6 re f 0 g ${lines('Apple', 'Banana', 'Cherry')}`),
      ),
      verdict: 'warning',
    },
    {
      what: 'a mark that cannot be seen',
      signed: list(0),
      edit: both(choose('b'), look(`1 g 0 7 200 6 re f 0 g ${lines('Apple', 'Banana', 'Cherry')}`)),
      verdict: 'warning',
    },
    {
      what: 'a mark that is painted over',
      signed: list(0, '/V(a)/MK<</BG[1]>>'),
      edit: both(choose('b'), look(`${mark(1)} 1 g 0 0 200 20 re f 0 g ${lines('Apple', 'Banana', 'Cherry')}`)),
      verdict: 'warning',
    },
    {
      what: 'several options',
      signed: list(0, '/V(a)/Ff 2097152'),
      edit: both(
        replace(O.amount, '/V(a)', '/V[(a)(b)]'),
        look(`${mark(0)} ${mark(1)} ${lines('Apple', 'Banana', 'Cherry')}`),
      ),
      verdict: 'allowed',
    },
  ]);
});

describe('fields with the same name', () => {
  const second = withLook('100', helv('100'))[O.amount]!.toString();
  const signed: NonNullable<Case['signed']> = {
    41: second.replace(`/N ${O.amountAppearance} 0 R`, '/N 42 0 R'),
    42: appearanceStream(helv('100')),
    [O.form]: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R 41 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
    [O.page]:
      '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R 41 0 R]>>',
  };
  testCases([
    {
      what: 'another text in the second one',
      signed,
      edit: draft => draft.set(42, appearanceStream(helv('900'))),
      verdict: 'forbidden',
    },
    {
      what: 'the same text in the second one',
      signed,
      edit: draft => draft.set(42, appearanceStream(helv('100', '4 5'))),
      verdict: 'allowed',
    },
  ]);
});

describe('nested forms', () => {
  const nested = (text: string) => ({
    ...withLook('100', 'q /X Do Q'),
    [O.amountAppearance]: appearanceStream('q /X Do Q', '<</XObject<</X 41 0 R>>>>'),
    41: appearanceStream('/Y Do', '<</XObject<</Y 42 0 R>>>>'),
    42: appearanceStream(helv(text)),
  });
  testCases([
    {
      what: 'another text in the inner form',
      signed: nested('100'),
      edit: draft => draft.set(42, appearanceStream(helv('900'))),
      verdict: 'forbidden',
    },
    {
      what: 'the same objects under other numbers',
      signed: nested('100'),
      edit: draft => {
        const inner = draft.add(appearanceStream(helv('100')));
        const outer = draft.add(appearanceStream('/Y Do', `<</XObject<</Y ${inner} 0 R>>>>`));
        look('q /X Do Q', `<</XObject<</X ${outer} 0 R>>>>`)(draft);
      },
      verdict: 'allowed',
    },
  ]);
});
