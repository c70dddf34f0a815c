/** Edits of fields in cells: what is filled in, what a look shows and hides, new signatures and timestamps. */
import { OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import { withLook } from './annotations.js';
import { addLook, HIDING, OPAQUE, STAMPS } from './looks.js';
import { type Add, type Box, height, rect, width } from './scene.js';
import {
  besideContent,
  blank,
  type Changing,
  content,
  contrast,
  cover,
  marked,
  type SceneEdit,
  type Setup,
  type Verdict,
} from './scene-edit.js';

interface TextLook {
  readonly background?: boolean;
  readonly color?: string;
  readonly at?: string;
  readonly after?: string;
}

const BACKGROUND = '1 1 0.6';

function addTextLook(
  add: Add,
  box: Box,
  text: string,
  { background, color = '0 g', at = '2 8', after = '' }: TextLook,
): number {
  const size = `0 0 ${width(box)} ${height(box)}`;
  const below = background ? `q ${BACKGROUND} rg ${size} re f Q ` : '';
  const resources = '/Resources<</Font<</Helv 7 0 R>>>>';
  return add(
    stream(
      `${below}/Tx BMC q BT ${color} /Helv 12 Tf ${at} Td (${text}) Tj ET Q ${after}EMC`,
      `/Type/XObject/Subtype/Form/BBox[${size}]${resources}`,
    ),
  );
}

interface FieldState extends TextLook {
  readonly value: string;
  /** What the look shows; null: no look. */
  readonly shown: string;
  readonly isLocked?: boolean;
}

/** A text field over the whole content box. */
const textField =
  (state: FieldState): Parameters<typeof marked>[1] =>
  (scene, place) => {
    const box = cover(place);
    const look = addTextLook(scene.add, box, state.shown, state);
    const MK = state.background ? { MK: `<</BG[${BACKGROUND}]>>` } : {};
    const entries = { FT: '/Tx', V: `(${state.value})`, Rect: rect(box), DA: '(/Helv 12 Tf 0 g)', ...MK };
    return [{ mark: scene.field({ ...entries, AP: `<</N ${look} 0 R>>` }), what: 'a text field' }];
  };

/** Its look was never written. */
const withoutLook = marked(blank, (scene, place) => [
  {
    mark: scene.field({ FT: '/Tx', V: '(Ann)', Rect: rect(cover(place)), DA: '(/Helv 12 Tf 0 g)' }),
    what: 'a text field without a look',
  },
]);

const OPTIONS = '[[(a)(Alpha)][(b)(Beta)]]';
const choice = marked(blank, (scene, place) => {
  const box = cover(place);
  const look = addTextLook(scene.add, box, 'Alpha', {});
  const entries = { FT: '/Ch', Ff: '131072', Opt: OPTIONS, V: '(a)', Rect: rect(box), DA: '(/Helv 12 Tf 0 g)' };
  return [{ mark: scene.field({ ...entries, AP: `<</N ${look} 0 R>>` }), what: 'a choice field' }];
});

const checkBox = marked(blank, (scene, place) => {
  const box = cover(place);
  const size = `0 0 ${width(box)} ${height(box)}`;
  const looks = ['0 0 m 20 20 l 0 20 m 20 0 l S', ''].map(body =>
    scene.add(stream(body, `/Type/XObject/Subtype/Form/BBox[${size}]`)),
  );
  const AP = `<</N<</Yes ${looks[0]} 0 R/Off ${looks[1]} 0 R>>>>`;
  return [{ mark: scene.field({ FT: '/Btn', V: '/Off', AS: '/Off', Rect: rect(box), AP }), what: 'a check box' }];
});

const agreeing = marked(blank, textField({ value: 'Ann', shown: 'Ann' }));
const withBackground = marked(blank, textField({ value: 'Ann', shown: 'Ann', background: true }));
const backgroundOverContent = marked(contrast, textField({ value: 'Ann', shown: 'Ann', background: true }));
const emptyOverContent = marked(content, textField({ value: '', shown: '' }));
const planted = marked(blank, textField({ value: '1000000', shown: '100' }));

/** A field that is signed in a later revision; without a look. */
const emptySignature = (below: Setup): Setup =>
  marked(below, (scene, place) => [
    { mark: scene.field({ FT: '/Sig', Rect: rect(cover(place)) }), what: 'an empty signature field' },
  ]);

/** Signed in the signed revision, or unsigned: its look is content in both cases. */
const signatureWithLook: Setup = marked(blank, (scene, place) => {
  const box = cover(place);
  const look = addLook(STAMPS, { width: width(box), height: height(box) }, scene.add, scene.random);
  const mark = scene.field({ FT: '/Sig', Rect: rect(box), AP: `<</N ${look.num} 0 R>>` });
  scene.signed ??= mark.num;
  return [{ mark, what: 'a visible signature field' }];
});

const fill =
  (text: string, look: TextLook): SceneEdit['edit'] =>
  change => {
    const N = addTextLook(change.add, cover(change), text, look);
    change.change(change.mark, { V: `(${text})`, AP: `<</N ${N} 0 R>>` });
    return undefined;
  };
/** The value stays. */
const show =
  (text: string, look: TextLook = {}): SceneEdit['edit'] =>
  change => {
    const N = addTextLook(change.add, cover(change), text, look);
    change.change(change.mark, { AP: `<</N ${N} 0 R>>` });
    return undefined;
  };
const choose =
  (changes: Readonly<Record<string, string>>): SceneEdit['edit'] =>
  change => {
    const N = addTextLook(change.add, cover(change), 'Beta', {});
    change.change(change.mark, { ...changes, AP: `<</N ${N} 0 R>>` });
    return undefined;
  };
const setEntries =
  (changes: Readonly<Record<string, string>>): SceneEdit['edit'] =>
  change =>
    void change.change(change.mark, changes);
const requestLooks: SceneEdit['edit'] = ({ draft }) => void draft.enter(O.form, '/NeedAppearances true');
const removeLook: SceneEdit['edit'] = change => void change.change(change.mark, { AP: undefined });
const setFlags =
  (flags: readonly string[]): SceneEdit['edit'] =>
  change =>
    void change.change(change.mark, { F: change.random.pick(flags) });
const coverIt: SceneEdit['edit'] = change => {
  const { entries, what } = withLook(HIDING, cover(change), change.add, change.random);
  change.append(entries);
  return what;
};

/** A new signature field; signed where the revision adds a signature. */
const addSignatureField =
  (where: (change: Changing) => Box): SceneEdit['edit'] =>
  change => {
    const box = where(change);
    const look = addLook(OPAQUE, { width: width(box), height: height(box) }, change.add, change.random);
    const V = change.signature === null ? {} : { V: `${change.signature} 0 R` };
    const F = change.random.pick(['4', '132']);
    const entries = { Subtype: '/Widget', FT: '/Sig', T: `(New${change.draft.next})`, Rect: rect(box), F };
    const field = change.append({ ...entries, ...V, AP: `<</N ${look.num} 0 R>>` });
    change.draft.append(O.form, 'Fields', `${field} 0 R`);
    return look.what;
  };
const signField: SceneEdit['edit'] = change => {
  const box = cover(change);
  const look = addLook(OPAQUE, { width: width(box), height: height(box) }, change.add, change.random);
  change.change(change.mark, { V: `${change.signature} 0 R`, AP: `<</N ${look.num} 0 R>>` });
  return look.what;
};
/** Keeps the value, which is not known before signing. */
const redraw: SceneEdit['edit'] = change => {
  const size = { width: width(cover(change)), height: height(cover(change)) };
  const { num, what } = addLook(OPAQUE, size, change.add, change.random);
  change.draft.edit(change.mark.num, body => body.replace(/\/AP (?:<<.*?>>|\d+ 0 R)/, `/AP <</N ${num} 0 R>>`));
  return what;
};
const over = (change: Changing): Box => cover(change);
const beside = ({ place }: Changing): Box => besideContent(place.cell);

type Row = readonly [what: string, setup: Setup, edit: SceneEdit['edit'], options?: Partial<SceneEdit>];
const rows = (verdict: Verdict, list: readonly Row[]): SceneEdit[] =>
  list.map(([what, setup, edit, options = {}]) => ({ what, verdict, class: 'form-filling', setup, edit, ...options }));

export const FIELD_EDITS: readonly SceneEdit[] = [
  ...rows('permitted', [
    ['a field is filled in', agreeing, fill('Bob', {})],
    ['a field is filled in, with a background', withBackground, fill('Bob', { background: true })],
    [
      'a field is filled in, with its background over content',
      backgroundOverContent,
      fill('Bob', { background: true }),
    ],
    ['the same text in a new look', agreeing, show('Ann'), { isNeutral: true }],
    [
      'the same text in a new look, with a background',
      withBackground,
      show('Ann', { background: true }),
      { isNeutral: true },
    ],
    ['the first look of a field', withoutLook, show('Ann')],
    ['an option is chosen', choice, choose({ V: '(b)' })],
    ['an option is chosen, with its number', choice, choose({ V: '(b)', I: '[1]' })],
    ['a check box is ticked', checkBox, setEntries({ V: '/Yes', AS: '/Yes' })],
    ['a planted value is replaced', planted, fill('Bob', {}), { keepsLooks: true }],
  ]),
  ...rows('doubtful', [
    ['another value under the old look', agreeing, setEntries({ V: '(Zoe)' }), { keepsLooks: true }],
    ['an empty field over content is filled in opaquely', emptyOverContent, fill('Bob', { background: true })],
  ]),
  ...rows('forbidden', [
    ['a look that shows the planted value', planted, show('1000000'), { keepsLooks: true }],
    ['viewers have to show the planted value', planted, requestLooks, { keepsLooks: true }],
    ['the look that hid the planted value is removed', planted, removeLook, { keepsLooks: true }],
    ['a look without the background that covered content', backgroundOverContent, show('Ann')],
    ['a look that shows another text', agreeing, show('Zoe')],
    ['the same text in white', agreeing, show('Ann', { color: '1 g' })],
    ['the same text outside its box', agreeing, show('Ann', { at: '2 400' })],
    ['an area over the same text', agreeing, show('Ann', { after: '1 g 0 0 100 40 re f ' })],
    ['a first look that shows another text', withoutLook, show('Zoe')],
    ['a look that shows another option', choice, choose({})],
    ['a check box that looks ticked', checkBox, setEntries({ AS: '/Yes' })],
    ['a field is hidden', agreeing, setFlags(['6', '36', '0'])],
    ['a mark over a filled field', agreeing, coverIt, { class: 'annotations' }],
    ['a mark over a filled field with a background', withBackground, coverIt, { class: 'annotations' }],
    ['a mark over a signature', signatureWithLook, coverIt, { class: 'annotations' }],
    ['another look of a signature', signatureWithLook, redraw],
  ]),
];

export const SIGNING_EDITS: readonly SceneEdit[] = [
  ...rows('permitted', [
    ['an empty signature field on blank paper', blank, addSignatureField(over)],
    ['an empty signature field beside content', content, addSignatureField(beside)],
    ['a visible signature on blank paper', blank, addSignatureField(over), { signing: 'signature' }],
    ['a visible signature beside content', content, addSignatureField(beside), { signing: 'signature' }],
    ['a signature in an empty field', emptySignature(blank), signField, { signing: 'signature' }],
    ['a visible timestamp on blank paper', blank, addSignatureField(over), { signing: 'timestamp', class: 'archival' }],
    [
      'a visible timestamp beside content',
      content,
      addSignatureField(beside),
      { signing: 'timestamp', class: 'archival' },
    ],
  ]),
  ...rows('doubtful', [
    ['a signature in an empty field over content', emptySignature(content), signField, { signing: 'signature' }],
  ]),
  ...rows('forbidden', [
    ['an empty signature field over content', content, addSignatureField(over)],
    ['a visible signature over content', content, addSignatureField(over), { signing: 'signature', certified: true }],
    [
      'a visible timestamp over content',
      content,
      addSignatureField(over),
      { signing: 'timestamp', class: 'archival', certified: true },
    ],
  ]),
];
