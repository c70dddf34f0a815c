/** Many pages, looks, fields and revisions: each of them is cheap. */
import { appearanceStream, type Draft, OBJECTS, textAppearance } from '../form-pdf.js';
import { type Body, deflated, stream } from '../pdf-writer.js';
import { after, before, type CostlyInput, catalog, FREE, make, refs, signedForm, times } from './input.js';

type Objects = Record<number, Body>;

const WIDGET = '/Type/Annot/Subtype/Widget/P 3 0 R/F 4';
const form = (fields: string): Objects => ({
  [OBJECTS.form]: `<</Fields[10 0 R ${fields}]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>`,
});
const objects = (count: number, from: number, body: (i: number) => Body): Objects =>
  Object.fromEntries(times(count, i => [from + i, body(i)]));

/** Pages with this content each, from FREE on. */
const pages = (count: number, content: (i: number) => Body): Objects => ({
  [OBJECTS.pages]: `<</Type/Pages/Kids[3 0 R ${refs(FREE, count)}]/Count ${count + 1}/MediaBox[0 0 595 842]>>`,
  ...objects(
    count,
    FREE,
    i =>
      `<</Type/Page/Parent 2 0 R/Contents ${FREE + count + i} 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[${FREE + 2 * count + i} 0 R]>>`,
  ),
  ...objects(count, FREE + count, content),
  ...objects(count, FREE + 2 * count, () => '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>'),
});

const OPAQUE = appearanceStream('1 1 1 rg 0 0 200 20 re f');
/** A comment on each of the pages. */
const commentEach =
  (count: number, look: () => Body) =>
  (draft: Draft): void => {
    for (const i of times(count, n => n)) {
      const ap = draft.add(look());
      const mark = draft.add(
        `<</Type/Annot/Subtype/FreeText/Contents(x)/Rect[40 690 300 720]/F 4/P ${FREE + i} 0 R/AP<</N ${ap} 0 R>>>>`,
      );
      draft.append(FREE + i, 'Annots', `${mark} 0 R`);
    }
  };

const TEXT = (i: number): Body => stream(`BT /F1 12 Tf 50 700 Td (Page ${i}) Tj ET`);
const LONG = (): Body => deflated('0 0 m 9 9 l S '.repeat(125_000));

const SQUARE = (i: number): string =>
  `<</Type/Annot/Subtype/Square/Rect[${i % 500} 600 ${(i % 500) + 90} 700]/IC[1 1 1]/C[0]/F 4/P 3 0 R>>`;
const squares = (count: number): Objects => ({
  [OBJECTS.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R ${refs(FREE, count)}]>>`,
  ...objects(count, FREE, SQUARE),
});

const fill = (draft: Draft): void => {
  draft
    .edit(OBJECTS.name, body => body.replace('/V(Ann)', '/V(Bob)'))
    .set(OBJECTS.nameAppearance, textAppearance('Bob'));
};

/** Revisions that each fill in a field. */
const filled = (count: number, fields: number, edit: (num: number, i: number) => Objects): CostlyInput => ({
  name: `${count} revisions, each of which fills in one of ${fields} fields`,
  pdf: () => {
    const { writer } = signedForm({ ...form(refs(FREE, fields)), ...objects(fields, FREE, i => field(i, 'x')) });
    for (const i of times(count, n => n)) writer.revision({ objects: edit(FREE + (i % fields), i) });
    return writer.bytes;
  },
});
const field = (i: number, value: string): string => `<</FT/Tx/T(f${i})/V(${value})>>`;

const kids = (count: number, subtype: string): Objects => ({
  ...form(`${FREE} 0 R`),
  [FREE]: `<</FT/Tx/T(many)/V(x)/DA(/Helv 12 Tf 0 g)/Kids[${refs(FREE + 1, count)}]>>`,
  ...objects(
    count,
    FREE + 1,
    i => `<<${subtype}/Parent ${FREE} 0 R/Rect[${i % 500} ${i % 800} 590 ${(i % 800) + 9}]/AP<</N 14 0 R>>>>`,
  ),
  [OBJECTS.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R ${refs(FREE + 1, count)}]>>`,
});

const names = (levels: number): Objects => ({
  ...catalog(`/Names<</AP ${FREE} 0 R>>`),
  ...objects(levels, FREE, i => `<</Kids[${FREE + i + 1} 0 R]>>`),
  [FREE + levels]: '<</Names[(a) 16 0 R]>>',
});

export const MANY: readonly CostlyInput[] = [
  after(
    '100 pages of 500,000 operations, each with a new comment',
    commentEach(100, () => OPAQUE),
    () => pages(100, LONG),
    3,
  ),
  after(
    '100 pages, each with a new covering comment',
    commentEach(100, () => OPAQUE),
    () => pages(100, TEXT),
    3,
  ),
  after('100 new looks of 500,000 operations', commentEach(100, LONG_LOOK), () => pages(100, TEXT), 3),
  after(
    '2,000 pages, each with a new comment',
    commentEach(2000, () => OPAQUE),
    () => pages(2000, TEXT),
    3,
  ),
  after(
    '10,000 overlapping annotations in reverse order',
    draft =>
      draft.edit(OBJECTS.page, body =>
        body.replace(
          refs(FREE, 10_000),
          refs(FREE, 10_000)
            .split(' 0 R')
            .map(part => part.trim())
            .filter(Boolean)
            .reverse()
            .map(num => `${num} 0 R`)
            .join(' '),
        ),
      ),
    () => squares(10_000),
    3,
  ),
  after(
    '10,000 opaque annotations removed',
    draft => draft.edit(OBJECTS.page, body => body.replace(refs(FREE, 10_000), '')),
    () => squares(10_000),
    3,
  ),
  after(
    '10,000 opaque annotations moved',
    draft => {
      for (const i of times(10_000, n => n)) draft.edit(FREE + i, body => body.replace('600', '610'));
    },
    () => squares(10_000),
    3,
  ),
  after(
    '10,000 widgets of one field',
    draft => draft.edit(FREE, body => body.replace('/V(x)', '/V(y)')).set(OBJECTS.nameAppearance, textAppearance('y')),
    () => kids(10_000, WIDGET),
  ),
  after(
    '100,000 widgets of one field',
    draft => draft.edit(FREE, body => body.replace('/V(x)', '/V(y)')).set(OBJECTS.nameAppearance, textAppearance('y')),
    () => kids(100_000, WIDGET),
  ),
  filled(10_000, 10_000, (num, i) => ({ [num]: field(num - FREE, `y${i}`) })),
  filled(10_000, 1, (num, i) => ({ [num]: field(0, `y${i}`) })),
  {
    name: '2,000 revisions, each of which fills in a field with a look',
    pdf: () => {
      const { writer, objects: all } = signedForm();
      for (const i of times(2000, n => n))
        writer.revision({
          objects: {
            [OBJECTS.name]: String(all[OBJECTS.name]).replace('(Ann)', `(${i})`),
            [OBJECTS.nameAppearance]: textAppearance(`${i}`),
          },
        });
      return writer.bytes;
    },
  },
  {
    name: '1,000 revisions, each of which adds a comment',
    pdf: () => {
      let annots = '10 0 R';
      const { writer } = signedForm({}, 3);
      for (const i of times(1000, n => n)) {
        annots += ` ${FREE + i} 0 R`;
        writer.revision({
          objects: {
            [FREE + i]: SQUARE(i),
            [OBJECTS.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[${annots}]>>`,
          },
        });
      }
      return writer.bytes;
    },
  },
  {
    name: '200 signatures, each with a visible field over the one before',
    pdf: () => {
      let pdf = signedForm();
      for (const i of times(200, n => n)) pdf = pdf.save({ prepare: draft => signPrepare(draft, i), make });
      return pdf.bytes;
    },
  },
  after('default appearances of 10 MB', draft =>
    draft
      .edit(OBJECTS.name, body =>
        body.replace('(Ann)', '(Bob)').replace('/Helv 12 Tf 0 g', `${'0 g '.repeat(2_500_000)}/Helv 12 Tf`),
      )
      .set(OBJECTS.nameAppearance, textAppearance('Bob')),
  ),
  after(
    'a name tree of 100,000 levels',
    draft => draft.set(FREE + 100_000, '<</Names[(a) 16 0 R(b) 17 0 R]>>'),
    () => names(100_000),
  ),
  after(
    'a name tree with 100,000 icons, to which one is added',
    draft => draft.edit(FREE, body => body.replace(']>>', '(z) 16 0 R]>>')),
    () => ({
      ...catalog(`/Names<</AP ${FREE} 0 R>>`),
      [FREE]: `<</Names[${times(100_000, i => `(i${String(i).padStart(6, '0')}) 16 0 R`).join(' ')}]>>`,
    }),
  ),
  after(
    'a parent tree with 200,000 entries, to which one is added',
    draft => draft.edit(19, body => body.replace('/Nums[', '/Nums[999999 21 0 R ')),
    () => ({
      19: `<</Type/StructTreeRoot/K[21 0 R]/ParentTree<</Nums[${times(200_000, i => `${i} 21 0 R`).join(' ')}]>>/ParentTreeNextKey 200000>>`,
    }),
  ),
  after(
    'role maps with 100,000 types',
    draft => draft.edit(19, body => body.replace('/RoleMap<<', '/RoleMap<</New/P')),
    () => ({
      19: `<</Type/StructTreeRoot/K[21 0 R]/RoleMap<<${times(100_000, i => `/T${i}/P`).join('')}>>/ParentTree<</Nums[]>>/ParentTreeNextKey 0>>`,
    }),
  ),
  after('1,000 fonts with 10,000 widths each', fill, () => ({
    ...objects(
      1000,
      FREE,
      () => `<</Type/Font/Subtype/TrueType/BaseFont/X/FirstChar 0/LastChar 9999/Widths[${'500 '.repeat(10_000)}]>>`,
    ),
    [OBJECTS.form]: `<</Fields[10 0 R]/DR<</Font<</Helv 7 0 R ${times(1000, i => `/F${i} ${FREE + i} 0 R`).join('')}>>>>/DA(/Helv 12 Tf 0 g)>>`,
  })),
  after('50,000 words obj in a later stream', draft =>
    draft.set(OBJECTS.metadata, stream('1 0 obj '.repeat(1_500_000), '/Type/Metadata/Subtype/XML')),
  ),
  after('10 MB of digits before the word obj', draft =>
    draft.set(
      OBJECTS.metadata,
      stream(`${'1'.repeat(5_000_000)} ${' '.repeat(5_000_000)}obj obj`, '/Type/Metadata/Subtype/XML'),
    ),
  ),
  after('the word trailer 1,000,000 times', draft =>
    draft.set(OBJECTS.metadata, stream('trailer '.repeat(1_000_000), '/Type/Metadata/Subtype/XML')),
  ),
  before('a document with 200,000 bookmarks', () => ({
    ...catalog(`/Outlines ${FREE} 0 R`),
    [FREE]: `<</First ${FREE + 1} 0 R/Count 200000>>`,
    ...objects(200_000, FREE + 1, i => `<</Title(x)/Parent ${FREE} 0 R/Next ${FREE + i + 2} 0 R>>`),
  })),
];

function LONG_LOOK(): Body {
  return appearanceStream('0 0 m 9 9 l S '.repeat(125_000));
}

function signPrepare(draft: Draft, i: number): void {
  const value = draft.add(
    `<</Type/Sig/SubFilter/ETSI.CAdES.detached/M(D:20260601110000Z)/Filter/Adobe.PPKLite/ByteRange[0 0000000000 0000000000 0000000000]/Contents <${'0'.repeat(18_000)}>>>`,
  );
  const ap = draft.add(appearanceStream('1 g 0 0 200 20 re f'));
  const num = draft.add(`<<${WIDGET}/FT/Sig/T(S${i})/V ${value} 0 R/Rect[300 300 400 400]/AP<</N ${ap} 0 R>>>>`);
  draft.append(OBJECTS.form, 'Fields', `${num} 0 R`).append(OBJECTS.page, 'Annots', `${num} 0 R`);
}
