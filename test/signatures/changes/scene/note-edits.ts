/** Edits with icons of notes: viewers draw them at a fixed size, and they may hide a part of a word. */
import { addLook, STAMPS } from './looks.js';
import { type Box, rect, type Scene } from './scene.js';
import { blank, type Changing, marked, type Place, type SceneEdit, type Setup } from './scene-edit.js';

const ICON = 20;

/** One word of about 48 points, from `left` on. */
const word: Setup = scene => {
  const place = blank(scene);
  scene.paint(`BT /F1 12 Tf ${place.box.left} ${place.box.bottom + 12} Td (1,234.56) Tj ET`);
  return { ...place, what: 'a word' };
};

const digit: Setup = scene => {
  const place = blank(scene);
  scene.paint(`BT /F1 12 Tf ${place.box.left} ${place.box.bottom + 12} Td (5 EUR) Tj ET`);
  return { ...place, what: 'a digit' };
};

/** `from`: the distance of the icon from the start of the text. */
const iconAt = ({ left, bottom }: Box, from: number): string =>
  rect({ left: left + from, bottom: bottom + 6, right: left + from + ICON, top: bottom + 6 + ICON });
const note = (place: Pick<Place, 'box'>, from: number) => ({
  Subtype: '/Text',
  Rect: iconAt(place.box, from),
  F: '28',
  Name: '/Comment',
  C: '[1 1 0]',
  Contents: '(Please check)',
});

const addNotes =
  (...starts: readonly number[]) =>
  (change: Changing): undefined => {
    for (const from of starts) change.append(note(change, from));
  };

const addNoteWithText = (change: Changing): string => {
  const { num, what } = addLook(STAMPS, { width: ICON, height: ICON }, change.add, change.random);
  change.append({ ...note(change, 14), AP: `<</N ${num} 0 R>>` });
  return what;
};

const noteOverWord: Setup = marked(word, (scene: Scene, place: Place) => [
  { mark: scene.mark(note(place, 14)), what: 'a note' },
]);

const row = (verdict: SceneEdit['verdict'], what: string, setup: Setup, edit: SceneEdit['edit']): SceneEdit => ({
  what,
  verdict,
  class: 'annotations',
  setup,
  edit,
});

export const NOTE_EDITS: readonly SceneEdit[] = [
  row('permitted', 'a note over a part of a word', word, addNotes(14)),
  row('permitted', 'a note over a part of a word is removed', noteOverWord, change => {
    change.unlist(change.mark);
    return undefined;
  }),
  row('forbidden', 'a note over a whole word', digit, addNotes(-7)),
  row('forbidden', 'notes over a word, side by side', word, addNotes(-4, 15, 34)),
  row('forbidden', 'a note with text of its own over a word', word, addNoteWithText),
];
