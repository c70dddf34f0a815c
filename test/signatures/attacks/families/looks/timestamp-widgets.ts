/** Widgets of document timestamps that are visible: a certification permits a timestamp, but not what its widget covers. */
import { type Draft, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { pki, signed } from '../../documents.js';
import { attack, look, NOTHING, TEXT, WHITE, white } from '../marks.js';
import { filledWith, timestamp, visibleSigning } from './covered-looks.js';

type Widget = readonly [what: string, entries: (draft: Draft) => string, visible?: boolean];

const WIDGETS: readonly Widget[] = [
  ['a filled look', filledWith(WHITE)],
  ['an image', draft => `/AP<</N ${look(draft, 'q 200 0 0 20 0 0 cm BI /W 1/H 1/CS/G/BPC 8/F/AHx ID ff> EI Q')}>>`],
  ['white text', filledWith('1 g BT /Helv 60 Tf -5 -10 Td (MMMMMM) Tj ET')],
  ['a thick stroke', filledWith('20 w 1 G 0 10 m 200 10 l S')],
  ['a form in its look', draft => `/AP<</N ${look(draft, '/Fm Do', `/XObject<</Fm ${white(draft)}>>`)}>>`],
  ['a selected state', draft => `/AS/On/AP<</N<</On ${white(draft)}/Off ${NOTHING(draft)}>>>>`],
  ['a look for the pointer over it', draft => `/AP<</N ${NOTHING(draft)}/R ${white(draft)}>>`, false],
  ['a background that viewers draw', () => '/MK<</BG[1 1 1]>>', false],
  ['text that claims to be the document', filledWith('BT /Helv 20 Tf (Paid Paid Paid) Tj ET')],
  [
    'a compressed look without resources',
    draft => `/AP<</N ${draft.add(stream(WHITE, '/Subtype/Form/BBox[0 0 200 20]'))} 0 R>>`,
  ],
];

const stamps =
  (level: 1 | 2 | 3) =>
  ([what, entries, visible = true]: Widget, i: number): Attack => {
    const clean = () => signed({ docMDP: level });
    const isBeside = i % 2 === 1;
    return attack({
      what: `${what}, P=${level}`,
      clean,
      attacked: () => clean().save(timestamp(TEXT.over, entries)),
      twin: () => clean().save(timestamp(isBeside ? TEXT.beside : [0, 0, 0, 0], isBeside ? entries : () => '')),
      accepted: isBeside ? 'valid, with a warning' : 'valid',
      visible,
    });
  };

/** Without certification, too: a timestamp is no approval of what its widget shows. */
const UNCERTIFIED = WIDGETS.slice(0, 4).map(([what, entries], i): Attack => {
  const clean = () => signed(i === 3 ? { fieldMDP: '/Action/Include/Fields[(Name)]' } : {});
  const over = i === 2 ? ([48, 458, 80, 482] as const) : TEXT.over;
  return attack({
    what: `${what}, without certification`,
    clean,
    attacked: () => clean().save(timestamp(over, entries)),
    twin: () => clean().save(timestamp(TEXT.beside, entries)),
    accepted: 'valid, with a warning',
  });
});

const onSecondPage: Attack = (() => {
  const clean = () =>
    signed(
      { docMDP: 1 },
      formPdf(
        {},
        { [O.secondPage]: '<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[]>>' },
      ),
    );
  const save = (rect: typeof TEXT.over) => () => {
    const signing = visibleSigning(rect, filledWith(WHITE), {
      timestamp: true,
      make: bytes => pki.timestamp('tsa', bytes),
    });
    return clean().save({
      make: signing.make,
      prepare(draft) {
        signing.prepare(draft);
        const field = draft.next - 2;
        draft.edit(field, body => body.replace('/P 3 0 R', '/P 4 0 R'));
        draft.edit(O.page, body => body.replace(` ${field} 0 R]`, ']'));
        draft.append(O.secondPage, 'Annots', `${field} 0 R`);
      },
    });
  };
  return attack({
    what: 'on another page, P=1',
    clean,
    attacked: save(TEXT.over),
    twin: save(TEXT.beside),
    accepted: 'valid, with a warning',
  });
})();

export const TIMESTAMP_WIDGETS: Family = {
  name: 'visible document timestamps over content',
  clause: 'ISO 32000-2, 12.8.2.2.2, 12.8.5',
  attacks: [
    ...WIDGETS.map(stamps(1)),
    ...WIDGETS.slice(0, 4).map(stamps(2)),
    ...WIDGETS.slice(4, 7).map(stamps(3)),
    ...UNCERTIFIED,
    onSecondPage,
  ],
};
