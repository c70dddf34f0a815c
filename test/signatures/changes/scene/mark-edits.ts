/** Edits that add, remove, move, hide, show, reorder and redraw marks, over content and beside it. */
import { drawnByViewers, VIEWER_DRAWN_LIGHT, VIEWER_DRAWN_OPAQUE, withLook } from './annotations.js';
import { addLook, LIGHT, NOTHING, OPAQUE, type Painters, STAMPS } from './looks.js';
import { type Box, height, inset, rect, width } from './scene.js';
import {
  besideContent,
  blank,
  type Changing,
  content,
  cover,
  marked,
  type SceneEdit,
  type Setup,
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
        'its ground': size => ({
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

const addMark =
  (
    painters: Painters,
    where: (change: Changing) => Box,
    entries: Readonly<Record<string, string>> = {},
  ): SceneEdit['edit'] =>
  change => {
    const { entries: own, what } = withLook(painters, where(change), change.add, change.random);
    change.append({ ...own, ...entries });
    return `${own.Subtype}: ${what}`;
  };
const addDrawn =
  (drawn: typeof VIEWER_DRAWN_LIGHT): SceneEdit['edit'] =>
  change => {
    const { entries, what } = drawnByViewers(drawn, cover(change), change.random);
    change.append(entries);
    return what;
  };
const over = (change: Changing): Box => cover(change);
const beside = ({ place }: Changing): Box => besideContent(place.cell);

/** The flags of 12.5.3 with which it is visible at least in print or under the pointer. */
const SOMETIMES_VISIBLE = ['36', '288', '292'];
const NEVER_VISIBLE = ['2', '6', '32', '38'];

const redraw =
  (painters: Painters): SceneEdit['edit'] =>
  change => {
    const size = { width: width(cover(change)), height: height(cover(change)) };
    const { num, what } = addLook(painters, size, change.add, change.random);
    change.change(change.mark, { AP: `<</N ${num} 0 R>>`, AS: undefined });
    return what;
  };
const setFlags =
  (flags: readonly string[]): SceneEdit['edit'] =>
  change => {
    const F = change.random.pick(flags);
    change.change(change.mark, { F });
    return `/F ${F}`;
  };
const moveBy =
  (x: number, y: number): SceneEdit['edit'] =>
  change => {
    const { left, bottom, right, top } = cover(change);
    change.change(change.mark, {
      Rect: rect({ left: left + x, bottom: bottom + y, right: right + x, top: top + y }),
    });
    return undefined;
  };
const moveAway: SceneEdit['edit'] = change => {
  const box = cover(change);
  const { left, bottom } = inset(change.scene.cell(), 5);
  change.change(change.mark, { Rect: rect({ left, bottom, right: left + width(box), top: bottom + height(box) }) });
  return undefined;
};
const remove: SceneEdit['edit'] = change => {
  change.unlist(change.mark);
  if (change.random.chance(0.5)) change.draft.set(change.mark.num, null);
  return undefined;
};
const freeObject: SceneEdit['edit'] = change => void change.draft.set(change.mark.num, null);
const unlistLower: SceneEdit['edit'] = change => void change.unlist(change.place.marks[0]!);
const addText: SceneEdit['edit'] = change => void change.change(change.mark, { Contents: '(Seen)', M: '(D:2026)' });

const swap: SceneEdit['edit'] = ({ scene, draft, place }) => {
  const [first, second] = place.marks.map(({ num }) => `${num} 0 R`);
  scene.list(draft, items => items.map(item => (item === first ? second! : item === second ? first! : item)));
  return undefined;
};

/** The look is not the normal one, or belongs to a state that is not selected. */
const addOtherLook: SceneEdit['edit'] = change => {
  const box = over(change);
  const size = { width: width(box), height: height(box) };
  const opaque = addLook(OPAQUE, size, change.add, change.random);
  const empty = addLook(NOTHING, size, change.add, change.random);
  const AP = change.random.pick([
    `<</N ${empty.num} 0 R/R ${opaque.num} 0 R>>`,
    `<</N ${empty.num} 0 R/D ${opaque.num} 0 R>>`,
    `<</N<</On ${opaque.num} 0 R/Off ${empty.num} 0 R>>>>`,
  ]);
  change.append({ Subtype: '/Stamp', Rect: rect(box), F: '4', AP, AS: '/Off' });
  return `${opaque.what} in ${AP}`;
};

const outsideRect: SceneEdit['edit'] = change => {
  const box = over(change);
  const middle = (box.bottom + box.top) / 2;
  const away = rect({ left: 20, bottom: 5, right: 30, top: 15 });
  const style = `<</W ${height(box)}>>`;
  const line = `${box.left} ${middle} ${box.right} ${middle}`;
  change.append(
    change.random.pick([
      { Subtype: '/Line', Rect: away, F: '4', L: `[${line}]`, C: '[1 1 1]', BS: style },
      { Subtype: '/Ink', Rect: away, F: '4', InkList: `[[${line}]]`, C: '[1 1 1]', BS: style },
      { Subtype: '/PolyLine', Rect: away, F: '4', Vertices: `[${line}]`, C: '[1 1 1]', BS: style },
    ]),
  );
  return undefined;
};

const addNoteWithPopup: SceneEdit['edit'] = change => {
  const { left, bottom } = change.box;
  const area = rect({ left, bottom, right: left + 20, top: bottom + 20 });
  const note = change.append({ Subtype: '/Text', Rect: area, F: '28', Contents: '(Please check)', NM: '(note)' });
  if (note === 0) return undefined;
  const parent = change.random.chance(0.5) ? { Parent: `${note} 0 R` } : {};
  change.append({ Subtype: '/Popup', Rect: rect(inset(change.box, 2)), Open: 'false', ...parent });
  return undefined;
};

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
    ['an opaque mark', addMark(OPAQUE, over)],
    ['an opaque mark', addMark(OPAQUE, over)],
    ['an opaque mark that viewers draw', addDrawn(VIEWER_DRAWN_OPAQUE)],
    ['a mark with an opaque look of another kind', addOtherLook],
    [
      'a mark that is visible in print',
      change => addMark(OPAQUE, over, { F: change.random.pick(SOMETIMES_VISIBLE) })(change),
    ],
    ['a mark with vertices outside its rectangle', outsideRect],
  ]),
  ...edits('permitted', 'over content', lightlyMarked, [
    ['a light mark is removed', remove],
    ['a light mark is hidden', setFlags(NEVER_VISIBLE)],
    ['a light mark is moved away', moveAway],
    ['another light look of a mark', redraw(LIGHT)],
  ]),
  ...edits('forbidden', 'over content', lightlyMarked, [
    ['an opaque look of a light mark', redraw(OPAQUE)],
    ['an opaque mark over a light mark', addMark(OPAQUE, over)],
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
  ...edits('forbidden', 'over content', emptyOverContent, [['an opaque look of an empty mark', redraw(OPAQUE)]]),
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
    ['an opaque mark over a stamp', addMark(OPAQUE, over)],
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
];
