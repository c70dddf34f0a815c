/** What edits do to marks: add, remove, move, hide, show, reorder and redraw them. */
import { drawnByViewers, type ViewerDrawn, withLook } from './annotations.js';
import { addLook, HIDING, NOTHING, type Painters } from './looks.js';
import { type Box, height, inset, rect, width } from './scene.js';
import { besideContent, type Changing, cover, type SceneEdit } from './scene-edit.js';

/** Adds a mark that a later revision changes. */
export const addForLater =
  (painters: Painters, where: (change: Changing) => Box): SceneEdit['edit'] =>
  change => {
    change.append(withLook(painters, where(change), change.add, change.random).entries, false);
    return undefined;
  };
export const addMark =
  (
    painters: Painters,
    where: (change: Changing) => Box,
    entries: Readonly<Record<string, string>> = {},
    mayBeDirect = true,
  ): SceneEdit['edit'] =>
  change => {
    const { entries: own, what } = withLook(painters, where(change), change.add, change.random);
    change.append({ ...own, ...entries }, mayBeDirect);
    return `${own.Subtype}: ${what}`;
  };
export const addDrawn =
  (drawn: ViewerDrawn): SceneEdit['edit'] =>
  change => {
    const { entries, what } = drawnByViewers(drawn, cover(change), change.random);
    change.append(entries);
    return what;
  };
export const over = (change: Changing): Box => cover(change);
export const beside = ({ place }: Changing): Box => besideContent(place.cell);

/** The flags of 12.5.3 with which it is visible at least in print or under the pointer. */
export const SOMETIMES_VISIBLE = ['36', '288', '292'];
export const NEVER_VISIBLE = ['2', '6', '32', '38'];

export const redraw =
  (painters: Painters): SceneEdit['edit'] =>
  change => {
    const size = { width: width(cover(change)), height: height(cover(change)) };
    const { num, what } = addLook(painters, size, change.add, change.random);
    change.change(change.mark, { AP: `<</N ${num} 0 R>>`, AS: undefined });
    return what;
  };
export const setFlags =
  (flags: readonly string[]): SceneEdit['edit'] =>
  change => {
    const F = change.random.pick(flags);
    change.change(change.mark, { F });
    return `/F ${F}`;
  };
export const moveBy =
  (x: number, y: number): SceneEdit['edit'] =>
  change => {
    const { left, bottom, right, top } = cover(change);
    change.change(change.mark, {
      Rect: rect({ left: left + x, bottom: bottom + y, right: right + x, top: top + y }),
    });
    return undefined;
  };
export const moveAway: SceneEdit['edit'] = change => {
  const box = cover(change);
  const { left, bottom } = inset(change.scene.cell(), 5);
  change.change(change.mark, { Rect: rect({ left, bottom, right: left + width(box), top: bottom + height(box) }) });
  return undefined;
};
export const moveOver: SceneEdit['edit'] = change => void change.change(change.mark, { Rect: rect(cover(change)) });
export const remove: SceneEdit['edit'] = change => {
  change.unlist(change.mark);
  if (change.random.chance(0.5)) change.draft.set(change.mark.num, null);
  return undefined;
};
export const freeObject: SceneEdit['edit'] = change => void change.draft.set(change.mark.num, null);
export const unlistLower: SceneEdit['edit'] = change => void change.unlist(change.place.marks[0]!);
export const addText: SceneEdit['edit'] = change =>
  void change.change(change.mark, { Contents: '(Seen)', M: '(D:2026)' });

export const swap: SceneEdit['edit'] = ({ scene, draft, place }) => {
  const [first, second] = place.marks.map(({ num }) => `${num} 0 R`);
  scene.list(draft, items => items.map(item => (item === first ? second! : item === second ? first! : item)));
  return undefined;
};

/** The look is not the normal one, or belongs to a state that is not selected. */
export const addOtherLook: SceneEdit['edit'] = change => {
  const box = over(change);
  const size = { width: width(box), height: height(box) };
  const opaque = addLook(HIDING, size, change.add, change.random);
  const empty = addLook(NOTHING, size, change.add, change.random);
  const AP = change.random.pick([
    `<</N ${empty.num} 0 R/R ${opaque.num} 0 R>>`,
    `<</N ${empty.num} 0 R/D ${opaque.num} 0 R>>`,
    `<</N<</On ${opaque.num} 0 R/Off ${empty.num} 0 R>>>>`,
  ]);
  change.append({ Subtype: '/Stamp', Rect: rect(box), F: '4', AP, AS: '/Off' });
  return `${opaque.what} in ${AP}`;
};

export const outsideRect: SceneEdit['edit'] = change => {
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

/** The second one is not covered by the first one: each of them hides one half of the content. */
export const addHalves: SceneEdit['edit'] = change => {
  const { left, bottom, right, top } = over(change);
  const middle = (left + right) / 2;
  const boxes = [
    { left, bottom, right: middle, top },
    { left: middle, bottom, right, top },
  ];
  const marks = boxes.map(box => withLook(HIDING, box, change.add, change.random));
  for (const { entries } of marks) change.append(entries);
  return marks.map(({ what }) => what).join(' and ');
};

export const addNoteWithPopup: SceneEdit['edit'] = change => {
  const { left, bottom } = change.box;
  const area = rect({ left, bottom, right: left + 20, top: bottom + 20 });
  const note = change.append({ Subtype: '/Text', Rect: area, F: '28', Contents: '(Please check)', NM: '(note)' });
  if (note === 0) return undefined;
  const parent = change.random.chance(0.5) ? { Parent: `${note} 0 R` } : {};
  change.append({ Subtype: '/Popup', Rect: rect(inset(change.box, 2)), Open: 'false', ...parent });
  return undefined;
};
