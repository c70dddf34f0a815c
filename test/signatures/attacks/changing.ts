/** Attacks by what is changed after signing: shadow attacks, and annotations and signatures over certified content. */
import {
  appearanceStream,
  type Draft,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  sign,
  textAppearance,
} from '../../helpers/form-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import type { Attack, Row } from './attack.js';
import { after, annotate, by, certified, clean, fromText, latin1, signed } from './documents.js';

const OVER_TEXT = '/Rect[40 690 300 720]';
const BESIDE = '/Rect[300 300 340 340]';

const change = (what: string, edit: (draft: Draft) => unknown, pdf: () => FormPdf = clean): Attack => ({
  what,
  clean: pdf,
  attacked: () => pdf().save(edit),
  expected: 'TOTAL_FAILED',
  rule: 'changes-after-signing',
});

const page = (contents: string, resources = '') =>
  `<</Type/Page/Parent 2 0 R/Contents[${contents}]/Resources<<${resources}>>/Annots[]>>`;

/** Drawn over the text of page 1; what is shown waits below. */
const overlaid = () => signed({}, formPdf({}, { [O.page]: page('5 0 R 30 0 R'), 30: stream('1 g 0 0 600 800 re f') }));
const pictured = () =>
  signed(
    {},
    formPdf(
      {},
      {
        [O.page]: page('5 0 R 30 0 R', '/XObject<</Im 31 0 R>>'),
        30: stream('/Im Do'),
        31: appearanceStream('1 g 0 0 600 800 re f'),
      },
    ),
  );
/** A second set of pages lies in the signed file, and nothing refers to it. */
const prepared = () =>
  signed(
    {},
    formPdf({}, { 30: '<</Type/Catalog/Pages 31 0 R/AcroForm 6 0 R>>', 31: '<</Type/Pages/Kids[4 0 R]/Count 1>>' }),
  );
/** The value of a field, or the metadata, is a stream that is also painted. */
const paintedValue = () =>
  signed(
    {},
    formPdf({}, { [O.name]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V 5 0 R/Rect[50 500 250 520]/P 3 0 R>>` }),
  );
const paintedMetadata = () => signed({}, formPdf({}, { [O.page]: page('5 0 R 18 0 R') }));
/** The first page was written, written otherwise, and written as at first, before it was signed. */
const rewritten = () => {
  const base = formPdf();
  const other = base.save(draft => draft.set(O.content, stream('BT (Other) Tj ET')));
  const offset = other.writer.offsets.get(O.content)!;
  return {
    pdf: signed(
      {},
      other.save(draft => draft.set(O.content, base.objects[O.content]!)),
    ),
    offset,
  };
};

/** The same content under another generation: references to the first find nothing. */
function regenerated() {
  const text = latin1(clean().save(draft => draft.set(O.content, draft.get(O.content))));
  const object = text.lastIndexOf('5 0 obj');
  const entry = text.lastIndexOf(' 00000 n');
  return fromText(`${text.slice(0, object)}5 1 obj${text.slice(object + 7, entry)} 00001 n${text.slice(entry + 8)}`);
}

const mark = (what: string, entries: string | ((draft: Draft) => string)) =>
  change(what, annotate(entries), certified(3));
const opaque = (draft: Draft) => `/AP<</N ${draft.add(appearanceStream('1 g 0 0 200 20 re f'))} 0 R>>`;

/** Bob signs visibly what Ann certified. */
const countersigned = (rect: string): FormPdf =>
  certified(2)().save({
    prepare(draft) {
      const appearance = opaque(draft);
      sign({ rect }).prepare(draft);
      draft.enter(draft.next - 1, appearance);
    },
    make: by({}, 'bob'),
  });

export const CHANGING: readonly Row[] = [
  {
    number: 5,
    name: 'shadow: hide',
    attacks: [
      change('an overlay is freed', draft => draft.set(30, null), overlaid),
      change('an overlay becomes something else', draft => draft.set(30, '<</Type/Nothing>>'), overlaid),
      change('the image of an overlay is freed', draft => draft.set(31, null), pictured),
      {
        ...change('content under another generation', () => {}),
        attacked: regenerated,
      },
    ],
  },
  {
    number: 6,
    name: 'shadow: hide and replace',
    attacks: [
      {
        ...change('another catalog is switched in', () => {}, prepared),
        attacked: () => prepared().save(() => {}, { root: 30 }),
      },
      change(
        'other pages are switched in',
        draft => draft.edit(O.catalog, body => body.replace('/Pages 2 0 R', '/Pages 31 0 R')),
        prepared,
      ),
      {
        ...change('the cross-reference leads to another object', () => {}),
        attacked: () => {
          const pdf = clean();
          return pdf.save(() => {}, { misplaced: { [O.content]: pdf.writer.offsets.get(O.secondContent)! } });
        },
      },
      {
        ...change(
          'the cross-reference leads to an older object of that number',
          () => {},
          () => rewritten().pdf,
        ),
        attacked: () => {
          const { pdf, offset } = rewritten();
          return pdf.save(() => {}, { misplaced: { [O.content]: offset } });
        },
      },
    ],
  },
  {
    number: 7,
    name: 'shadow: replace',
    attacks: [
      change('another look for the same value', draft => draft.set(O.amountAppearance, textAppearance('999'))),
      change('another look of its own', draft =>
        draft.edit(O.amount, body => body.replace('/N 15 0 R', `/N ${draft.add(textAppearance('999'))} 0 R`)),
      ),
      change('another font for the same look', draft =>
        draft.edit(O.font, body => body.replace('/Helvetica', '/Evil')),
      ),
      change('other letters in the font', draft =>
        draft.edit(O.font, body => body.replace('/WinAnsiEncoding', '<</Differences[48/nine]>>')),
      ),
      {
        ...change('a new value that is shown otherwise', draft =>
          draft.edit(O.amount, body =>
            body.replace('(100)', '(200)').replace('/N 15 0 R', `/N ${draft.add(textAppearance('two'))} 0 R`),
          ),
        ),
        expected: 'valid, with a warning',
        rule: 'changes-without-doubt',
      },
    ],
  },
  {
    number: 10,
    name: 'evil annotation',
    attacks: [
      mark('a text over the content', `/Subtype/FreeText${OVER_TEXT}/Contents(Paid)`),
      mark('a stamp over the content', draft => `/Subtype/Stamp${OVER_TEXT}${opaque(draft)}`),
      mark('a filled square over the content', `/Subtype/Square${OVER_TEXT}/IC[1 1 1]`),
      ...['Redact', 'FileAttachment', 'Movie', '3D', 'Hologram'].map(kind =>
        mark(`/${kind}, even beside the content`, `/Subtype/${kind}${BESIDE}`),
      ),
      {
        ...mark('a text over the content, where overlays are tolerated', ''),
        attacked: () => ({
          bytes: certified(3)().save(annotate(`/Subtype/FreeText${OVER_TEXT}/Contents(Paid)`)).bytes,
          options: { tolerateOverlays: true },
        }),
        expected: 'valid, with a warning',
        rule: 'changes-without-doubt',
      },
      {
        ...mark('a stamp that covers nothing', `/Subtype/Stamp${BESIDE}`),
        expected: 'valid, with a warning',
        rule: 'changes-without-doubt',
      },
    ],
  },
  {
    number: 11,
    name: 'sneaky signature',
    attacks: [
      {
        ...change('a signature over the content', () => {}, certified(2)),
        attacked: () => countersigned('[40 690 300 720]'),
      },
      {
        ...change('an empty place for one over the content', () => {}, certified(2)),
        attacked: after(draft => {
          const field = draft.add(
            `<</Type/Annot/Subtype/Widget/FT/Sig/T(Evil)${OVER_TEXT}/P 3 0 R/F 4${opaque(draft)}>>`,
          );
          draft.append(O.form, 'Fields', `${field} 0 R`).append(O.page, 'Annots', `${field} 0 R`);
        }, certified(2)),
      },
      {
        ...change('a signature over the content, where overlays are tolerated', () => {}, certified(2)),
        attacked: () => ({ bytes: countersigned('[40 690 300 720]').bytes, options: { tolerateOverlays: true } }),
        expected: 'valid, with a warning',
        rule: 'changes-without-doubt',
      },
      {
        ...change('a visible signature beside the content', () => {}, certified(2)),
        attacked: () => countersigned('[300 300 400 350]'),
        expected: 'valid, with a warning',
        rule: 'changes-without-doubt',
      },
    ],
  },
  {
    number: 12,
    name: 'pages added or removed',
    attacks: [
      change('a page more', draft => draft.append(O.pages, 'Kids', '4 0 R')),
      change('a new page', draft =>
        draft.append(O.pages, 'Kids', `${draft.add('<</Type/Page/Parent 2 0 R/Contents 8 0 R>>')} 0 R`),
      ),
      change('a page less', draft => draft.edit(O.pages, body => body.replace(' 4 0 R', ''))),
      change('another order', draft => draft.edit(O.pages, body => body.replace('3 0 R 4 0 R', '4 0 R 3 0 R'))),
      change('another page in its place', draft => draft.set(O.secondPage, draft.get(O.page))),
    ],
  },
  {
    number: 13,
    name: 'an object on a second path',
    attacks: [
      change('a value that is painted too', draft => draft.set(O.content, stream('BT (Paid) Tj ET')), paintedValue),
      change(
        'metadata that are painted too',
        draft => draft.set(O.metadata, stream('BT (Paid) Tj ET')),
        paintedMetadata,
      ),
      change('a look that becomes content', draft =>
        draft.edit(O.page, body => body.replace('/Contents 5 0 R', '/Contents 16 0 R')),
      ),
    ],
  },
];
