/** Icons of notes: they are exempt only without text of their own, and where they do not hide what is below them. */
import { type Draft, type Edit, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { at, attack, covering, look, marked, type Rect, TEXT } from '../marks.js';

/** A short amount that an icon of 20 points covers, and a long line that it does not. */
const NUMBER: Rect = [48, 695, 72, 719];
const icon =
  (rect: Rect, content: string, more = '/Name/Note') =>
  (draft: Draft): string =>
    `/Subtype/Text/Contents(Seen)${more}/F 28${at(rect)}/AP<</N ${look(draft, content)}>>`;
const ICON = '1 1 0 rg 0 0 200 20 re f 0 G 10 w 0 0 200 20 re S';

const noteScene = (name: string, over: Rect) => ({ ...TEXT, name, over });
const several =
  (...rects: Rect[]) =>
  (): Edit =>
  draft => {
    for (const rect of rects) marked(icon(rect, ICON))(draft);
  };

export const NOTE_ICONS: Family = {
  name: 'icons of notes that hide content',
  clause: 'ISO 32000-2, 12.5.6.4',
  attacks: [
    covering('a note with text of its own', TEXT, rect =>
      marked(
        icon(
          [rect[0] + 10, rect[1], rect[0] + 150, rect[3]],
          '1 g 0 0 200 20 re f 0 g BT /Helv 10 Tf 5 5 Td (Paid) Tj ET',
        ),
      ),
    ),
    covering('a small note with text of its own', TEXT, rect =>
      marked(
        icon(
          [rect[0] + 8, rect[1] + 5, rect[0] + 38, rect[1] + 28],
          '1 g 0 0 200 20 re f 0 g BT /Helv 18 Tf 5 5 Td (You owe) Tj ET',
        ),
      ),
    ),
    covering('a large icon', noteScene('over text', [48, 690, 148, 720]), rect => marked(icon(rect, ICON))),
    covering('a wide icon', noteScene('over text', [48, 695, 230, 715]), rect => marked(icon(rect, ICON))),
    wholeWord('one icon over a short number', several(NUMBER)),
    wholeWord('two icons over one number', several([40, 692, 60, 716], [58, 692, 78, 716])),
    overLine(
      'a row of icons over the text',
      several(...[0, 20, 40, 60, 80, 100, 120, 140].map((x): Rect => [48 + x, 694, 68 + x, 714])),
    ),
    overLine(
      'two icons beside each other over one word',
      several([48, 694, 68, 714], [68, 694, 88, 714], [88, 694, 108, 714]),
    ),
  ],
};

/** The page shows only a short number. */
function wholeWord(what: string, edit: () => Edit): Attack {
  const pdf = () =>
    signed(
      { docMDP: 3 },
      formPdf({}, { [O.content]: { dict: '', data: Buffer.from('BT /F1 12 Tf 50 700 Td (100) Tj ET') } }),
    );
  const corner = several([66, 706, 86, 726]);
  return attack({
    what,
    clean: pdf,
    attacked: () => pdf().save(edit()),
    twin: () => pdf().save(corner()),
    accepted: 'valid, with a warning',
  });
}

/** One icon over a part of the line is what reviewers do. */
function overLine(what: string, edit: () => Edit): Attack {
  const pdf = () => signed({ docMDP: 3 }, formPdf());
  const one = several([195, 708, 215, 728]);
  return attack({
    what,
    clean: pdf,
    attacked: () => pdf().save(edit()),
    twin: () => pdf().save(one()),
    accepted: 'valid, with a warning',
  });
}
