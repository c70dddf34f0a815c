/** Changes after signing: shadow attacks, and annotations and signatures over certified content. */
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
import type { Row, RowAttack } from './attack.js';
import { after, annotate, by, certified, clean, fromText, latin1, signed } from './documents.js';

const OVER_TEXT = '/Rect[40 690 300 720]';
const BESIDE = '/Rect[300 300 340 340]';

const change = (what: string, edit: (draft: Draft) => unknown, pdf: () => FormPdf = clean): RowAttack => ({
  what,
  clean: pdf,
  attacked: () => pdf().save(edit),
  expected: 'TOTAL_FAILED',
  rule: 'changes-after-signing',
});

const page = (contents: string, resources = '') =>
  `<</Type/Page/Parent 2 0 R/Contents[${contents}]/Resources<<${resources}>>/Annots[]>>`;

/** A white rectangle covers the text of page 1. */
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
/** The signed file contains a second page tree to which nothing refers. */
const prepared = () =>
  signed(
    {},
    formPdf({}, { 30: '<</Type/Catalog/Pages 31 0 R/AcroForm 6 0 R>>', 31: '<</Type/Pages/Kids[4 0 R]/Count 1>>' }),
  );
/** The value of a field, or the metadata, is also page content. */
const paintedValue = () =>
  signed(
    {},
    formPdf({}, { [O.name]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V 5 0 R/Rect[50 500 250 520]/P 3 0 R>>` }),
  );
const paintedMetadata = () => signed({}, formPdf({}, { [O.page]: page('5 0 R 18 0 R') }));
/** Before signing, the content of the first page was replaced and then restored. */
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

/** The same content with another generation number: references to the first are null. */
function regenerated() {
  const text = latin1(clean().save(draft => draft.set(O.content, draft.get(O.content))));
  const object = text.lastIndexOf('5 0 obj');
  const entry = text.lastIndexOf(' 00000 n');
  return fromText(`${text.slice(0, object)}5 1 obj${text.slice(object + 7, entry)} 00001 n${text.slice(entry + 8)}`);
}

const mark = (what: string, entries: string | ((draft: Draft) => string)) =>
  change(what, annotate(entries), certified(3));
const opaque = (draft: Draft) => `/AP<</N ${draft.add(appearanceStream('1 g 0 0 200 20 re f'))} 0 R>>`;

/** Certified by Ann, with a visible signature by Bob. */
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
    visible: true,
    twin: () => overlaid().save(draft => draft.set(30, draft.get(30))),
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
    visible: true,
    twin: () => prepared().save(draft => draft.enter(O.catalog, '/Version/2.0')),
    attacks: [
      {
        ...change('the trailer refers to another catalog', () => {}, prepared),
        attacked: () => prepared().save(() => {}, { root: 30 }),
      },
      change(
        'the catalog refers to other pages',
        draft => draft.edit(O.catalog, body => body.replace('/Pages 2 0 R', '/Pages 31 0 R')),
        prepared,
      ),
      {
        ...change('the cross-reference has the offset of another object', () => {}),
        attacked: () => {
          const pdf = clean();
          return pdf.save(() => {}, { misplaced: { [O.content]: pdf.writer.offsets.get(O.secondContent)! } });
        },
      },
      {
        ...change(
          'the cross-reference has the offset of an older version of the object',
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
    visible: true,
    twin: after(draft =>
      draft.edit(O.amount, body =>
        body.replace('(100)', '(200)').replace('/N 15 0 R', `/N ${draft.add(textAppearance('200'))} 0 R`),
      ),
    ),
    attacks: [
      change('another appearance for the same value', draft => draft.set(O.amountAppearance, textAppearance('999'))),
      change('a new appearance object', draft =>
        draft.edit(O.amount, body => body.replace('/N 15 0 R', `/N ${draft.add(textAppearance('999'))} 0 R`)),
      ),
      change('another font for the same appearance', draft =>
        draft.edit(O.font, body => body.replace('/Helvetica', '/Evil')),
      ),
      change('other glyphs in the font', draft =>
        draft.edit(O.font, body => body.replace('/WinAnsiEncoding', '<</Differences[48/nine]>>')),
      ),
      {
        ...change('a new value with an appearance that shows another text', draft =>
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
    visible: true,
    twin: after(annotate(`/Subtype/Text${BESIDE}/Contents(Seen)`), certified(3)),
    accepted: 'valid, with a warning',
    attacks: [
      mark('a free text over the content', `/Subtype/FreeText${OVER_TEXT}/Contents(Paid)`),
      mark('a stamp over the content', draft => `/Subtype/Stamp${OVER_TEXT}${opaque(draft)}`),
      mark('a filled square over the content', `/Subtype/Square${OVER_TEXT}/IC[1 1 1]`),
      ...['Redact', 'FileAttachment', 'Movie', '3D', 'Hologram'].map(kind =>
        mark(`/${kind} beside the content`, `/Subtype/${kind}${BESIDE}`),
      ),
      {
        ...mark('a free text over the content, overlays tolerated', ''),
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
    visible: true,
    twin: () => certified(2)().save(sign({ make: by({}, 'bob') })),
    attacks: [
      {
        ...change('a signature over the content', () => {}, certified(2)),
        attacked: () => countersigned('[40 690 300 720]'),
      },
      {
        ...change('an empty signature field over the content', () => {}, certified(2)),
        attacked: after(draft => {
          const field = draft.add(
            `<</Type/Annot/Subtype/Widget/FT/Sig/T(Evil)${OVER_TEXT}/P 3 0 R/F 4${opaque(draft)}>>`,
          );
          draft.append(O.form, 'Fields', `${field} 0 R`).append(O.page, 'Annots', `${field} 0 R`);
        }, certified(2)),
      },
      {
        ...change('a signature over the content, overlays tolerated', () => {}, certified(2)),
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
    visible: true,
    twin: after(draft => draft.set(O.pages, draft.get(O.pages)).set(O.secondPage, draft.get(O.secondPage))),
    attacks: [
      change('an existing page is added again', draft => draft.append(O.pages, 'Kids', '4 0 R')),
      change('an added page', draft =>
        draft.append(O.pages, 'Kids', `${draft.add('<</Type/Page/Parent 2 0 R/Contents 8 0 R>>')} 0 R`),
      ),
      change('a removed page', draft => draft.edit(O.pages, body => body.replace(' 4 0 R', ''))),
      change('another order', draft => draft.edit(O.pages, body => body.replace('3 0 R 4 0 R', '4 0 R 3 0 R'))),
      change('a replaced page', draft => draft.set(O.secondPage, draft.get(O.page))),
    ],
  },
  {
    number: 13,
    name: 'an object with two uses',
    visible: true,
    twin: after(draft =>
      draft.set(
        O.metadata,
        stream('<x:xmpmeta xmlns:x="adobe:ns:meta/">other</x:xmpmeta>', '/Type/Metadata/Subtype/XML'),
      ),
    ),
    attacks: [
      change(
        'a field value that is also page content',
        draft => draft.set(O.content, stream('BT (Paid) Tj ET')),
        paintedValue,
      ),
      change(
        'metadata that is also page content',
        draft => draft.set(O.metadata, stream('BT (Paid) Tj ET')),
        paintedMetadata,
      ),
      change('an appearance that becomes page content', draft =>
        draft.edit(O.page, body => body.replace('/Contents 5 0 R', '/Contents 16 0 R')),
      ),
    ],
  },
];
