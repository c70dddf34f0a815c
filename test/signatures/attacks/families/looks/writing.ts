/** Looks that are the same to a viewer but written in another way. */
import { deflateSync } from 'node:zlib';
import { type Draft, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import {
  at,
  attack,
  type Covering,
  covering,
  look,
  marked,
  NOTHING,
  type Rect,
  TEXT,
  varied,
  WHITE,
  white,
} from '../marks.js';
import { stamp } from '../stamps.js';

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 200 20]';

/** The entries of a stamp except /Rect. */
type Written = readonly [what: string, entries: (draft: Draft) => string, options?: Covering];

const filtered =
  (filter: string, data: (content: Buffer) => Uint8Array, more = '') =>
  (draft: Draft): string =>
    `/AP<</N ${draft.add(stream(data(Buffer.from(WHITE)), `${FORM}/Resources<<>>/Filter${filter}${more}`))} 0 R>>`;
const hex = (content: Buffer): Buffer => Buffer.from(`${content.toString('hex')}>`);
const runLength = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([content.length - 1]), content, Buffer.from([128])]);

const WAYS: readonly Written[] = [
  ['a direct /AP', draft => `/AP<</N ${white(draft)}>>`],
  ['an indirect /AP', draft => `/AP ${draft.add(`<</N ${white(draft)}>>`)} 0 R`],
  ['a selected state', draft => `/AS/On/AP<</N<</On ${white(draft)}/Off ${NOTHING(draft)}>>>>`],
  [
    'states in their own object',
    draft => `/AS/On/AP<</N ${draft.add(`<</On ${white(draft)}/Off ${NOTHING(draft)}>>`)} 0 R>>`,
  ],
  [
    'a state that is not selected',
    draft => `/AS/Off/AP<</N<</On ${white(draft)}/Off ${NOTHING(draft)}>>>>`,
    { visible: false },
  ],
  [
    'states without a selected one',
    draft => `/AP<</N<</On ${white(draft)}/Off ${NOTHING(draft)}>>>>`,
    { visible: false },
  ],
  ['a look for the pointer over it', draft => `/AP<</N ${NOTHING(draft)}/R ${white(draft)}>>`, { visible: false }],
  ['a look for a pressed button', draft => `/AP<</N ${NOTHING(draft)}/D ${white(draft)}>>`, { visible: false }],
  [
    'a state for the pointer over it',
    draft => `/AS/On/AP<</N ${NOTHING(draft)}/R<</On ${white(draft)}>>>>`,
    { visible: false },
  ],
  ['no resources', draft => `/AP<</N ${draft.add(stream(WHITE, FORM))} 0 R>>`],
  [
    'indirect resources',
    draft => `/AP<</N ${draft.add(stream(WHITE, `${FORM}/Resources ${draft.add('<<>>')} 0 R`))} 0 R>>`,
  ],
  ['/FlateDecode', filtered('/FlateDecode', deflateSync)],
  ['two filters', filtered('[/ASCIIHexDecode/FlateDecode]', content => hex(deflateSync(content)))],
  ['/ASCIIHexDecode', filtered('/ASCIIHexDecode', hex)],
  ['/RunLengthDecode', filtered('/RunLengthDecode', runLength)],
  ['an indirect filter', draft => filtered(` ${draft.add('/ASCIIHexDecode')} 0 R`, hex)(draft)],
  [
    'an indirect /BBox',
    draft => `/AP<</N ${draft.add(stream(WHITE, `/Subtype/Form/BBox ${draft.add('[0 0 200 20]')} 0 R`))} 0 R>>`,
  ],
  [
    'a small /BBox that is scaled',
    draft => `/AP<</N ${draft.add(stream('1 g 0 0 1 1 re f', '/Subtype/Form/BBox[0 0 1 1]'))} 0 R>>`,
  ],
  [
    'a rotated /Matrix',
    draft =>
      `/AP<</N ${draft.add(stream('1 g 0 0 20 200 re f', '/Subtype/Form/BBox[0 0 20 200]/Matrix[0 -1 1 0 0 0]'))} 0 R>>`,
  ],
  [
    'a /Matrix that moves it',
    draft => `/AP<</N ${draft.add(stream(WHITE, `${FORM}/Matrix[1 0 0 1 9000 9000]`))} 0 R>>`,
  ],
  ['a name and a date', draft => `/NM(a)/M(D:2026)/T(Ann)/AP<</N ${white(draft)}>>`],
  [
    'form type and transparency group',
    draft => `/AP<</N ${look(draft, WHITE, '', '/FormType 1/Group<</S/Transparency>>')}>>`,
  ],
  ['the flag NoZoom', draft => `/F 12/AP<</N ${white(draft)}>>`],
  ['the flags ReadOnly and Locked', draft => `/F 196/AP<</N ${white(draft)}>>`],
];

const written = ([what, entries, options]: Written, i: number): Attack =>
  covering(`a stamp with ${what}`, TEXT, rect => marked(draft => `/Subtype/Stamp${at(rect)}${entries(draft)}`), {
    ...varied(i),
    ...options,
  });

/** How the annotation itself is written. */
const PLACES: readonly Attack[] = [
  covering(
    'a direct annotation',
    TEXT,
    rect => draft => void draft.append(O.page, 'Annots', `<</Subtype/Stamp${at(rect)}/AP<</N ${white(draft)}>>>>`),
  ),
  covering('an annotation in another list', TEXT, rect => draft => {
    const mark = draft.add(`<</Subtype/Stamp${at(rect)}/AP<</N ${white(draft)}>>>>`);
    const list = draft.add(`[${/\/Annots\[([^\]]*)\]/.exec(draft.text(O.page))![1]} ${mark} 0 R]`);
    draft.edit(O.page, body => body.replace(/\/Annots\[[^\]]*\]/, `/Annots ${list} 0 R`));
  }),
  covering('corners in another order', TEXT, ([a, b, c, d]) => stamp([c, d, a, b])),
  covering('an indirect rectangle', TEXT, rect =>
    marked(draft => `/Subtype/Stamp/Rect ${draft.add(`[${rect.join(' ')}]`)} 0 R/AP<</N ${white(draft)}>>`),
  ),
  covering('an annotation that is listed twice', TEXT, rect => draft => {
    stamp(rect)(draft);
    draft.append(O.page, 'Annots', `${draft.next - 1} 0 R`);
  }),
  covering('an annotation of another page', TEXT, rect => draft => {
    stamp(rect)(draft);
    draft.edit(draft.next - 1, body => body.replace('/P 3 0 R', '/P 4 0 R'));
  }),
  covering('an annotation without /P', TEXT, rect => draft => {
    stamp(rect)(draft);
    draft.edit(draft.next - 1, body => body.replace('/P 3 0 R', ''));
  }),
  packed('an annotation in an object stream', 'stream'),
  packed('an annotation in the object stream of a hybrid file', 'hybrid'),
];

/** The annotation and the page are in an object stream. */
function packed(what: string, xref: 'stream' | 'hybrid'): Attack {
  const pdf = () => signed({ docMDP: 3 }, TEXT.pdf());
  const save = (rect: Rect) => () => pdf().save(stamp(rect), { xref, packed: [O.page, pdf().writer.size + 1] });
  return attack({
    what,
    clean: pdf,
    attacked: save(TEXT.over),
    twin: save(TEXT.beside),
    accepted: 'valid, with a warning',
  });
}

export const WAYS_TO_WRITE: Family = {
  name: 'each way to write a look',
  clause: 'ISO 32000-2, 7.4, 8.10.2, 12.5.2, 12.5.5',
  attacks: [...WAYS.map(written), ...PLACES],
};
