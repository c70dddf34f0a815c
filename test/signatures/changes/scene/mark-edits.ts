/** Edits that add, remove, move, hide, show, reorder and redraw marks, over content and beside it. */
import { VIEWER_DRAWN_LIGHT, VIEWER_DRAWN_OPAQUE, withLook } from './annotations.js';
import { addLook, HIDING, LIGHT, NOTHING, OPAQUE, type Painters, STAMPS } from './looks.js';
import {
  addDrawn,
  addForLater,
  addHalves,
  addMark,
  addNoteWithPopup,
  addOtherLook,
  addText,
  beside,
  freeObject,
  moveAway,
  moveBy,
  moveOver,
  NEVER_VISIBLE,
  outsideRect,
  over,
  redraw,
  remove,
  SOMETIMES_VISIBLE,
  setFlags,
  swap,
  unlistLower,
} from './mark-actions.js';
import { type Box, height, rect, width } from './scene.js';
import {
  blank,
  content,
  cover,
  coverPart,
  marked,
  type SceneEdit,
  type Setup,
  text,
  type Verdict,
} from './scene-edit.js';

type Action = readonly [what: string, edit: SceneEdit['edit']];

const edits = (verdict: Verdict, where: string, setup: Setup, actions: readonly Action[]): SceneEdit[] =>
  actions.map(([what, edit]) => ({ what: `${what} ${where}`, verdict, class: 'annotations', setup, edit }));

const signedMark =
  (painters: Painters, entries: Readonly<Record<string, string>> = {}): Parameters<typeof marked>[1] =>
  (scene, place) => {
    const { entries: own, what } = withLook(painters, cover(place), scene.add, scene.random);
    return [{ mark: scene.mark({ ...own, ...entries }), what }];
  };

const markOnBlank = marked(blank, signedMark(OPAQUE));
const stampOnBlank = marked(blank, signedMark(STAMPS));
const coveredContent = marked(content, signedMark(OPAQUE));
const lightlyMarked = marked(content, signedMark(LIGHT));
const hiddenOverContent = marked(content, signedMark(OPAQUE, { F: '2' }));
const emptyOverContent = marked(content, signedMark(NOTHING));

/** Two opaque marks: the second one hides a part of the first one. */
const overlapping: Setup = marked(blank, (scene, { box }) =>
  [box, { ...box, left: box.left + 30, right: box.right + 30 }].map((area, i) => {
    const look = addLook(
      {
        'its background': size => ({
          content: `${i === 0 ? '1 0 0' : '0 0.6 1'} rg 0 0 ${size.width} ${size.height} re f`,
        }),
      },
      { width: width(area), height: height(area) },
      scene.add,
      scene.random,
    );
    const entries = { Subtype: '/Stamp', Rect: rect(area), F: '4', AP: `<</N ${look.num} 0 R>>` };
    return { mark: scene.mark(entries), what: look.what };
  }),
);

const halves = ({ left, bottom, right, top }: Box): Box[] => [
  { left, bottom, right: left + 40, top },
  { left: left + 60, bottom, right, top },
];
const disjoint: Setup = marked(blank, (scene, { box }) =>
  halves(box).map(half => {
    const { entries, what } = withLook(OPAQUE, half, scene.add, scene.random);
    return { mark: scene.mark(entries), what };
  }),
);

const inTwoSteps = (
  what: string,
  verdict: Verdict,
  setup: Setup,
  edit: SceneEdit['edit'],
  later: SceneEdit['edit'],
): SceneEdit => ({ what, verdict, class: 'annotations', setup, edit, later });

export const MARK_EDITS: readonly SceneEdit[] = [
  ...edits('permitted', 'on blank paper', blank, [
    ['an opaque mark', addMark(OPAQUE, over)],
    ['an opaque mark that viewers draw', addDrawn(VIEWER_DRAWN_OPAQUE)],
    ['a note with its popup', addNoteWithPopup],
    [
      'a mark that is visible in print',
      change => addMark(OPAQUE, over, { F: change.random.pick(SOMETIMES_VISIBLE) })(change),
    ],
  ]),
  ...edits('permitted', 'over content', content, [
    ['a light mark', addMark(LIGHT, over)],
    ['a light mark that viewers draw', addDrawn(VIEWER_DRAWN_LIGHT)],
    ['a mark that paints nothing', addMark(NOTHING, over)],
    ['a mark that is never visible', change => addMark(OPAQUE, over, { F: change.random.pick(NEVER_VISIBLE) })(change)],
  ]),
  ...edits('permitted', 'beside content', content, [['an opaque mark', addMark(OPAQUE, beside)]]),
  ...edits('forbidden', 'over content', content, [
    ['an opaque mark', addMark(HIDING, over)],
    ['two opaque marks', addHalves],
    ['an opaque mark that viewers draw', addDrawn(VIEWER_DRAWN_OPAQUE)],
    ['a mark with an opaque look of another kind', addOtherLook],
    [
      'a mark that is visible in print',
      change => addMark(HIDING, over, { F: change.random.pick(SOMETIMES_VISIBLE) })(change),
    ],
    ['a mark with vertices outside its rectangle', outsideRect],
  ]),
  ...edits('forbidden', 'over a letter', text, [['an opaque mark', addMark(HIDING, coverPart)]]),
  ...edits('permitted', 'over content', lightlyMarked, [
    ['a light mark is removed', remove],
    ['a light mark is hidden', setFlags(NEVER_VISIBLE)],
    ['a light mark is moved away', moveAway],
    ['another light look of a mark', redraw(LIGHT)],
  ]),
  ...edits('forbidden', 'over content', lightlyMarked, [
    ['an opaque look of a light mark', redraw(HIDING)],
    ['an opaque mark over a light mark', addMark(HIDING, over)],
  ]),
  ...edits('forbidden', 'that covered content', coveredContent, [
    ['a mark is removed', remove],
    ['a mark is freed', freeObject],
    ['a mark is hidden', setFlags([...NEVER_VISIBLE, '0'])],
    ['a mark is moved away', moveAway],
    ['a mark without its look', redraw(NOTHING)],
    ['a light look of a mark', redraw(LIGHT)],
  ]),
  ...edits('permitted', 'that covered content', coveredContent, [['a text on a mark', addText]]),
  ...edits('permitted', 'over content', emptyOverContent, [
    ['a mark that painted nothing is removed', remove],
    ['a light look of an empty mark', redraw(LIGHT)],
  ]),
  ...edits('forbidden', 'over content', emptyOverContent, [['an opaque look of an empty mark', redraw(HIDING)]]),
  ...edits('permitted', 'on blank paper', markOnBlank, [
    ['a mark is removed', remove],
    ['a mark is freed', freeObject],
    ['a mark is hidden', setFlags(NEVER_VISIBLE)],
    ['a mark is moved', moveBy(5, -4)],
    ['another look of a mark', redraw(OPAQUE)],
    ['a text on a mark', addText],
    ['a light mark over a mark', addMark(LIGHT, over)],
  ]),
  ...edits('permitted', 'on blank paper', stampOnBlank, [['an opaque mark beside a stamp', addMark(OPAQUE, beside)]]),
  ...edits('forbidden', 'on blank paper', stampOnBlank, [
    ['an opaque mark over a stamp', addMark(HIDING, over)],
    ['an opaque mark that viewers draw over a stamp', addDrawn(VIEWER_DRAWN_OPAQUE)],
  ]),
  ...edits('forbidden', 'over content', hiddenOverContent, [
    ['a hidden mark is shown', setFlags(['0', '4'])],
    ['a hidden mark is printed', setFlags(['36'])],
  ]),
  ...edits('permitted', 'over content', hiddenOverContent, [['a hidden mark is removed', remove]]),
  ...edits('forbidden', 'that overlap', overlapping, [
    ['other order of marks', swap],
    ['the upper one is removed, of marks', remove],
    ['the upper one is moved away, of marks', moveAway],
  ]),
  ...edits('permitted', 'that overlap', overlapping, [['the lower one is removed, of marks', unlistLower]]),
  ...edits('permitted', 'beside each other', disjoint, [['other order of marks', swap]]).map(edit => ({
    ...edit,
    isNeutral: true,
  })),
  inTwoSteps('a new mark is moved over content', 'forbidden', content, addForLater(HIDING, beside), moveOver),
  inTwoSteps('a new mark is moved', 'permitted', blank, addForLater(OPAQUE, over), moveAway),
  inTwoSteps('a new mark is removed', 'permitted', content, addForLater(LIGHT, over), remove),
  inTwoSteps('a new light mark gets an opaque look', 'forbidden', content, addForLater(LIGHT, over), redraw(HIDING)),
  inTwoSteps('a new mark gets another look', 'permitted', blank, addForLater(LIGHT, over), redraw(OPAQUE)),
  inTwoSteps(
    'a new hidden mark is shown',
    'forbidden',
    content,
    addMark(OPAQUE, over, { F: '2' }, false),
    setFlags(['4']),
  ),
];
