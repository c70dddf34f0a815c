/** Marks that hide content only together, on pages that are turned or cropped, or over several revisions. */
import { type Draft, type Edit, type FormPdf, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { at, attack, look, marked, NOTHING, type Rect, TEXT, WHITE, white } from '../marks.js';
import { stamp } from '../stamps.js';

const together = (
  what: string,
  edits: (rect: Rect) => readonly Edit[],
  stated: Partial<Attack> = {},
  pdf: () => FormPdf = TEXT.pdf,
  over = TEXT.over,
  beside = TEXT.beside,
): Attack => {
  const clean = () => signed({ docMDP: 3 }, pdf());
  const all =
    (rect: Rect): Edit =>
    draft => {
      for (const edit of edits(rect)) edit(draft);
    };
  return attack({
    what,
    clean,
    attacked: () => clean().save(all(over)),
    twin: () => clean().save(all(beside)),
    accepted: 'valid, with a warning',
    ...stated,
  });
};
const strips =
  (count: number, width: number) =>
  ([left, bottom, right, top]: Rect): Rect[] =>
    Array.from({ length: count }, (_, i) => {
      const y = bottom + ((top - bottom) * i) / count;
      return [left, y, right, y + width] as const;
    });
const columns =
  (count: number) =>
  ([left, bottom, right, top]: Rect): Rect[] =>
    Array.from(
      { length: count },
      (_, i) => [left + ((right - left) * i) / count, bottom, left + ((right - left) * (i + 1)) / count, top] as const,
    );
const yellow = (rect: Rect): Edit =>
  marked(
    draft =>
      `/Subtype/Highlight${at(rect)}/QuadPoints[0 0 0 0 0 0 0 0]/AP<</N ${look(draft, '/G gs 0.6 0.6 0 rg 0 0 200 20 re f', '/ExtGState<</G<</BM/Multiply>>>>')}>>`,
  );
const thinLine = ([a, b, c, d]: Rect): Edit =>
  marked(() => `/Subtype/Line${at([a, b, c, d])}/F 4/L[${a} ${(b + d) / 2} ${c} ${(b + d) / 2}]/C[1 1 1]/BS<</W 1>>`);
const thinLook = (rect: Rect): Edit =>
  marked(
    draft => `/Subtype/Ink${at(rect)}/F 4/InkList[[0 0 1 1]]/AP<</N ${look(draft, '1 G 20 w 0 10 m 200 10 l S')}>>`,
  );

const turned = (entries: string) => () =>
  formPdf(
    {},
    {
      [O.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]${entries}>>`,
    },
  );

const MARKS: readonly Attack[] = [
  together('narrow strips', rect => strips(12, 2.2)(rect).map(one => stamp(one))),
  together('stamps beside each other', rect => columns(40)(rect).map(one => stamp(one))),
  together('tiny squares', rect => columns(60)(rect).flatMap(one => strips(4, 7)(one).map(tile => stamp(tile)))),
  together('a stack of highlighters', rect => Array.from({ length: 12 }, () => yellow(rect))),
  together('thin white looks', rect => strips(60, 0.6)(rect).map(thinLook)),
  together('thin white lines', rect => strips(30, 1)(rect).map(thinLine), { visible: false }),
  together('a stamp on a turned page', rect => [stamp(rect)], {}, turned('/Rotate 90')),
  together('a stamp on a page that is turned over', rect => [stamp(rect)], {}, turned('/Rotate 180')),
  together('a stamp on a page in other units', rect => [stamp(rect)], {}, turned('/UserUnit 2')),
  together('a stamp on a cropped page', rect => [stamp(rect)], {}, turned('/CropBox[20 250 580 800]')),
  together('a stamp on a page with another origin', rect => [stamp(rect)], {}, turned('/MediaBox[-100 -100 595 842]')),
  together(
    'a link with a thick border',
    rect => [marked(() => `/Subtype/Link${at(rect)}/Dest[4 0 R/Fit]/C[1 1 1]/Border[0 0 30]`)],
    { visible: false },
  ),
];

/** Several revisions: each alone hides nothing. */
const steps = (what: string, revisions: (rect: Rect) => readonly Edit[], stated: Partial<Attack> = {}): Attack => {
  const clean = () => signed({ docMDP: 3 }, TEXT.pdf());
  const all = (rect: Rect) => revisions(rect).reduce((pdf, edit) => pdf.save(edit), clean());
  return attack({
    what,
    clean,
    attacked: () => all(TEXT.over),
    twin: () => all(TEXT.beside),
    accepted: 'valid, with a warning',
    ...stated,
  });
};
const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<>>';
const REVISIONS: readonly Attack[] = [
  steps('an empty look that the next revision fills', rect => [
    marked(draft => `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${NOTHING(draft)}>>`),
    draft => draft.set(O.document + 3, stream(WHITE, FORM)),
  ]),
  steps('a stamp beside the text that the next revision moves', rect => [
    stamp([300, 500, 500, 520]),
    draft => draft.edit(O.document + 4, body => body.replace(/\/Rect\[[^\]]*\]/, at(rect))),
  ]),
  steps('strips in several revisions', rect => strips(10, 3)(rect).map(one => stamp(one))),
  steps('a hidden stamp that the next revision shows', rect => [
    marked(draft => `/Subtype/Stamp/F 6${at(rect)}/AP<</N ${white(draft)}>>`),
    draft => draft.edit(O.document + 4, body => body.replace('/F 6', '/F 4')),
  ]),
  steps('an inner form that the next revision fills', rect => [
    draft => {
      draft.add(stream('n', FORM));
      marked(
        inner =>
          `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${look(inner, '/Fm Do', `/XObject<</Fm ${O.document + 3} 0 R>>`)}>>`,
      )(draft);
    },
    draft => draft.set(O.document + 3, stream(WHITE, FORM)),
  ]),
  steps('a mark that comes, goes and comes again', rect => [
    stamp(rect),
    draft => draft.edit(O.page, body => body.replace(` ${O.document + 4} 0 R`, '')),
    draft => draft.append(O.page, 'Annots', `${O.document + 4} 0 R`),
  ]),
];
/** A large drawing with text in two corners; marks in both of them must not make it too large to be rendered. */
const corners = (width: number, height: number): Attack => {
  const [first, second]: Rect[] = [
    [18, 15, 90, 35],
    [width - 102, height - 45, width - 30, height - 25],
  ];
  const text = `BT /F1 12 Tf 20 20 Td (Corner one) Tj ET BT /F1 12 Tf ${width - 100} ${height - 40} Td (Corner two) Tj ET`;
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>`;
  const clean = () => signed({ docMDP: 3 }, formPdf({}, { [O.page]: page, [O.content]: stream(text) }));
  const light = (rect: Rect): Edit =>
    marked(
      draft =>
        `/Subtype/Highlight${at(rect)}/F 4/QuadPoints[0 0 0 0 0 0 0 0]/AP<</N ${look(draft, '/G gs 1 1 0 rg 0 0 200 20 re f', '/ExtGState<</G<</BM/Multiply>>>>')}>>`,
    );
  const both =
    (last: Edit): Edit =>
    draft => {
      light(first!)(draft);
      last(draft);
    };
  return attack({
    what: `marks in two corners of a page of ${width} x ${height}`,
    clean,
    attacked: () => clean().save(both(stamp(second!))),
    twin: () => clean().save(both(light(second!))),
    accepted: 'valid, with a warning',
  });
};

/** Two stamps, or one stamp, on two pages with one empty look that is filled later; page 2 shows text at the second place. */
const TWO_PAGES = {
  [O.secondPage]: '<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[]>>',
};
const FIRST = O.document + 1;
const stampOn = (draft: Draft, rect: Rect, ...pages: number[]): void => {
  const mark = draft.add(`<</Type/Annot/Subtype/Stamp/F 4${at(rect)}/AP<</N ${FIRST} 0 R>>>>`);
  for (const page of pages) draft.append(page, 'Annots', `${mark} 0 R`);
};
const shared = (what: string, attacked: (draft: Draft) => void, twin: (draft: Draft) => void): Attack => {
  const clean = (place: Edit) =>
    signed(
      { docMDP: 3 },
      formPdf({}, TWO_PAGES).save(draft => {
        draft.add(stream('n', FORM));
        place(draft);
      }),
    );
  const fill: Edit = draft => draft.set(FIRST, stream(WHITE, FORM));
  return attack({
    what,
    clean: () => clean(attacked),
    attacked: () => clean(attacked).save(fill),
    twin: () => clean(twin).save(fill),
    accepted: 'valid, with a warning',
  });
};
const SHARED: readonly Attack[] = [
  shared(
    'a look of stamps on two pages',
    draft => {
      stampOn(draft, TEXT.beside, O.page);
      stampOn(draft, TEXT.over, O.secondPage);
    },
    draft => {
      stampOn(draft, TEXT.beside, O.page);
      stampOn(draft, TEXT.beside, O.secondPage);
    },
  ),
  shared(
    'one stamp on two pages',
    draft => stampOn(draft, TEXT.over, O.secondPage, O.page),
    draft => stampOn(draft, TEXT.beside, O.secondPage, O.page),
  ),
];

export const COMBINED: Family = {
  name: 'marks that hide content together',
  clause: 'ISO 32000-2, 12.5.2, 12.5.5',
  attacks: [...MARKS, ...REVISIONS, corners(1191, 1684), corners(2384, 3370), corners(3370, 4768), ...SHARED],
};
