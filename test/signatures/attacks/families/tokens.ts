/** Names and numbers that programs read differently: as the key or value of another entry, or in another place. */
import {
  appearanceStream,
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  sign,
} from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Document, Family } from '../attack.js';
import { by, certified, clean, signed } from '../documents.js';
import { attack, white } from './marks.js';

const FORGED = 'BT /F1 12 Tf 50 700 Td (I owe you nothing.) Tj ET';

/** An update with another catalog, under this key of the trailer, behind or before /Root. */
const catalogAs =
  (key: string, isFirst = false) =>
  (): Document => {
    const catalog = clean().writer.size;
    const edit = (draft: Draft): void => {
      draft.set(O.info, '<</Title(Second)>>');
      draft.add(`<</Type/Catalog/Pages ${catalog + 1} 0 R/AcroForm 6 0 R>>`);
      draft.add(`<</Type/Pages/Kids[${catalog + 2} 0 R]/Count 1/MediaBox[0 0 595 842]>>`);
      const page = `/Parent ${catalog + 1} 0 R/Contents ${catalog + 3} 0 R/Resources<</Font<</F1 7 0 R>>>>`;
      draft.add(`<</Type/Page${page}>>`);
      draft.add(stream(FORGED));
    };
    const entry = `/${key} ${catalog} 0 R`;
    const { bytes } = clean().save(edit, { trailer: `/Info 9 0 R${entry}` });
    if (!isFirst) return { bytes };
    const text = bytes.toString('latin1');
    const at = text.lastIndexOf('/Root 1 0 R');
    return { bytes: Buffer.from(`${text.slice(0, at)}${entry}${text.slice(at).replace(entry, '')}`, 'latin1') };
  };

/** Readers end them at the zero byte or at the byte that is white space for them, or read one digit or other characters. */
const ROOTS = ['Root#00', 'Root\x80', 'Root\xff', 'Root#00x', 'R#MFot', 'Root#', 'Root#5'];
const roots = ROOTS.flatMap(key =>
  [false, true].map(isFirst =>
    attack({
      what: `a catalog ${isFirst ? 'before' : 'behind'} /Root as /${key}`,
      clean,
      attacked: catalogAs(key, isFirst),
      twin: catalogAs('XXXX#52oot', isFirst),
      // poppler shows the others
      visible: !isFirst && /[\x80\xff]/.test(key),
    }),
  ),
);

const UNSEEN: Partial<Attack> = { visible: false };

type Row = readonly [what: string, pdf: () => FormPdf, attacked: Edit, twin: Edit, Partial<Attack>?];
const row = ([what, pdf, attacked, twin, more = {}]: Row): Attack =>
  attack({ what, clean: pdf, attacked: () => pdf().save(attacked), twin: () => pdf().save(twin), ...more });

const enter =
  (num: number, entries: string): Edit =>
  draft =>
    draft.enter(num, entries);

const KEYS = ['Rotate#00 90', 'Rotate\x80 90', 'Rotate\xff 180', '#MFotate 90', 'UserUnit\x80 3', '#5xageSize 7'];
const keys = KEYS.map(
  (entry, i): Row => [
    `page: /${entry}`,
    i % 2 ? clean : certified(1),
    enter(O.page, `/${entry}`),
    enter(O.page, '/XX#52 90'),
    { visible: /^Rotate[\x80\xff]/.test(entry) },
  ],
);

const boxed =
  (width: string): Edit =>
  draft =>
    draft.edit(O.pages, body => body.replace('[0 0 595 842]', `[0 0 ${width} 842]`));
const rotated = () =>
  signed({}, formPdf({}, { [O.page]: String(formPdf().objects[O.page]).replace('/Parent', '/Rotate 90/Parent') }));
const turned =
  (angle: string): Edit =>
  draft =>
    draft.edit(O.page, body => body.replace('/Rotate 90', `/Rotate ${angle}`));
const turnedByObject =
  (angle: string): Edit =>
  draft =>
    turned(`${draft.add(angle)} 0 R`)(draft);
const IMAGE = '/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8';
const DARK = '\0\0\0\0';
const pictured = () =>
  signed(
    {},
    formPdf(
      {},
      {
        [O.page]: String(formPdf().objects[O.page]).replace('/Resources<<', '/Resources<</XObject<</Im 30 0 R>>'),
        [O.content]: stream('q 100 0 0 100 300 300 cm /Im Do Q'),
        30: stream(DARK, IMAGE),
      },
    ),
  );
const picture =
  (dict: string): Edit =>
  draft =>
    draft.set(30, stream(DARK, dict));

const NUMBERS: readonly Row[] = [
  ['a page 0 to -+595', clean, boxed('-+595'), boxed('+595')],
  ['an angle of 90.0', rotated, turned('90.0'), turned('450'), UNSEEN],
  ['an angle of 90. that is an object', rotated, turnedByObject('90.'), turnedByObject('90'), UNSEEN],
  ['8.0 bits of an image', pictured, picture(`${IMAGE}.0`), picture(`${IMAGE}/Interpolate false`), UNSEEN],
];

const square =
  (rect: string, flags = '4'): Edit =>
  draft => {
    const mark = draft.add(`<</Type/Annot/Subtype/Square/P 3 0 R/F ${flags}/Rect[${rect}]/AP<</N ${white(draft)}>>>>`);
    draft.append(O.page, 'Annots', `${mark} 0 R`);
  };
const COMMENT = { accepted: 'valid, with a warning' } as const;
const BESIDE = square('300 300 500 320');
const RECTANGLES = [
  '4294967336 690 300 720',
  '99999999999 690 300 720',
  '18446744073709551656 690 300 720',
  '2147483688 690 300 720',
  '4294967336 4294967986 4294967596 4294968016',
  '40 690 99999999999 99999999999',
  '1000 690 -+1300 720',
  '--300 690 -40 720',
];
/** MuPDF or poppler do, PDFium does not. */
const OTHERS_SHOW = new Set([
  '2147483688 690 300 720',
  '4294967336 4294967986 4294967596 4294968016',
  '40 690 99999999999 99999999999',
  '--300 690 -40 720',
]);
const rectangles = RECTANGLES.map(
  (rect, i): Row => [
    `a rectangle in [${rect}]`,
    i % 2 ? clean : certified(3),
    square(rect),
    BESIDE,
    { ...COMMENT, visible: !OTHERS_SHOW.has(rect) },
  ],
);
const flags: Row = [
  'a rectangle with the flags 2.0 over text',
  certified(3),
  square('40 690 300 720', '2.0'),
  square('300 300 500 320', '2'),
  { ...COMMENT, ...UNSEEN },
];

/** All pages inherit their attributes; null takes their place in some programs. */
const inheriting = () =>
  signed(
    {},
    formPdf(
      {},
      {
        [O.pages]:
          '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 300 842]/CropBox[0 0 300 800]/Rotate 90/Resources<</Font<</F1 7 0 R>>>>>>',
        [O.page]: '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>',
      },
    ),
  );
const INHERITED: readonly (readonly [key: string, same: string])[] = [
  ['Rotate', '90'],
  ['MediaBox', '[0 0 300 842]'],
  ['CropBox', '[0 0 300 800]'],
  ['Resources', '<</Font<</F1 7 0 R>>>>'],
];
const nulls = INHERITED.flatMap(([key, same]): Row[] => [
  [
    `/${key} null on a page that inherits it`,
    inheriting,
    enter(O.page, `/${key} null`),
    enter(O.page, `/${key} ${same}`),
    { visible: key !== 'Resources' },
  ],
  [
    `/${key} that refers to null on a page that inherits it`,
    inheriting,
    draft => draft.enter(O.page, `/${key} ${draft.add('null')} 0 R`),
    draft => draft.enter(O.page, `/${key} ${draft.add(same)} 0 R`),
    { visible: key !== 'Resources' },
  ],
]);

/** Null and no entry differ in some programs: by a reference, or as it stands. */
const withFont = () =>
  signed({}, formPdf({}, { [O.font]: String(formPdf().objects[O.font]).replace('>>', '/FirstChar 32/LastChar 34>>') }));
const mark =
  (entries: (draft: Draft) => string): Edit =>
  draft => {
    const square = `<</Type/Annot/Subtype/Square/P 3 0 R/F 4/Rect[300 300 500 320]/C[1 0 0]${entries(draft)}>>`;
    draft.append(O.page, 'Annots', `${draft.add(square)} 0 R`);
  };
const toNull = (draft: Draft): string => `${draft.add('null')} 0 R`;
const entering =
  (num: number, key: string): Edit =>
  draft =>
    draft.enter(num, `/${key} ${toNull(draft)}`);
const asItIs: Edit = draft => draft.set(O.font, draft.text(O.font));
const NULLS: readonly Row[] = [
  ['/Widths of a font that refers to null', withFont, entering(O.font, 'Widths'), asItIs, UNSEEN],
  ['/Filter null of an image', pictured, picture(`${IMAGE}/Filter null`), picture(`${IMAGE}/Interpolate false`)],
  [
    '/Decode of an image that refers to null',
    pictured,
    draft => picture(`${IMAGE}/Decode ${toNull(draft)}`)(draft),
    picture(`${IMAGE}/Interpolate false`),
    UNSEEN,
  ],
  ['/AP of a rectangle that refers to null', clean, mark(draft => `/AP ${toNull(draft)}`), mark(() => ''), COMMENT],
  ['/CA null of a rectangle', clean, mark(() => '/CA null'), mark(() => '/CA 1'), { ...COMMENT, ...UNSEEN }],
];

/** Signed as a program wrote it. */
const written =
  (num: number, from: string, to: string, more: Readonly<Record<number, string>> = {}) =>
  (): FormPdf =>
    signed({}, formPdf({}, { [num]: String(formPdf().objects[num]).replace(from, to), ...more }));
const rewritten =
  (num: number, from: string, to: string): Edit =>
  draft =>
    draft.edit(num, body => body.replace(from, to));
/** A second signature writes the object again, as it is. */
const signedAgain = (pdf: () => FormPdf, existing?: number): FormPdf =>
  pdf().save(sign({ make: by({}, 'bob'), ...(existing === undefined ? {} : { existing }) }));

/** What the signed revision has: each program goes on reading it as before, unless an update writes it in another way. */
const SIGNED: readonly (readonly [what: string, pdf: () => FormPdf, attacked: Edit, existing?: number])[] = [
  ['an angle of 90.0', written(O.page, '/Parent', '/Rotate 90.0/Parent'), rewritten(O.page, '90.0', '90')],
  ['no angle', written(O.page, '/Parent', '/Rotate 0.0/Parent'), rewritten(O.page, '0.0', '90.0')],
  [
    'an angle of 0.0 where the page would inherit 90',
    written(O.page, '/Parent', '/Rotate 0.0/Parent', {
      [O.pages]: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]/Rotate 90>>',
    }),
    rewritten(O.page, '0.0', '0'),
  ],
  [
    'an angle of 0.0 below a tree that turns',
    written(O.page, '/Parent', '/Rotate 0.0/Parent', {
      4: String(formPdf().objects[4]).replace('/Parent', '/Rotate 0/Parent'),
    }),
    enter(O.pages, '/Rotate 90'),
  ],
  ['a page up to --595', written(O.page, '/Parent', '/CropBox[0 0 --595 842]/Parent'), rewritten(O.page, '--', '-')],
  ['a field with the flags 2.0', written(O.approval, '/F 4', '/F 2.0'), rewritten(O.approval, '2.0', '2'), O.approval],
  [
    'a null /CropBox where the page would inherit one',
    written(O.page, '/Parent', '/CropBox null/Parent', {
      [O.pages]: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]/CropBox[0 0 595 800]>>',
    }),
    rewritten(O.page, '/CropBox null', '/MediaBox null'),
  ],
  ['a font /C#', written(O.page, '/F1 7 0 R', '/F1 7 0 R/C# 7 0 R'), rewritten(O.page, '/C# 7', '/C# 8')],
  [
    'a font /C\x80 before another one',
    written(O.page, '/F1 7 0 R', '/C\x80 8 0 R/C 7 0 R/F1 7 0 R'),
    rewritten(O.page, '/C\x80 8 0 R/C 7 0 R', '/C 7 0 R/C\x80 8 0 R'),
  ],
];
const respelled = SIGNED.map(([what, pdf, attacked, existing]) =>
  attack({
    what: `signed: ${what}`,
    clean: pdf,
    attacked: () => pdf().save(attacked),
    twin: () => signedAgain(pdf, existing),
    visible: what === 'no angle' || what.includes('--595'),
  }),
);
const unnecessary = written(O.page, '/Parent', '/Rotate 0.0/Parent');
const normalised = attack({
  what: 'an angle of 0.0 that becomes 90',
  clean: unnecessary,
  attacked: () => unnecessary().save(rewritten(O.page, '0.0', '90')),
  twin: () => unnecessary().save(rewritten(O.page, '0.0', '0')),
});

const MANY = `/Rotate 0.0/XX[${'--1 '.repeat(99)}]`;
const behindMany = written(O.page, '/Parent', `${MANY}/CropBox[0 0 --595 842]/Parent`);
const many = attack({
  what: 'a page up to --595 behind a hundred others',
  clean: behindMany,
  attacked: () => behindMany().save(rewritten(O.page, '--595', '-595')),
  twin: () => signedAgain(written(O.page, '/Parent', '/CropBox[0 0 --595 842]/Parent')),
});

/** An object that no other refers to in the signed revision, or only private data. */
const planted =
  (rect: string, isPrivate = false) =>
  (): FormPdf =>
    signed(
      {},
      formPdf(
        {},
        {
          ...(isPrivate && {
            [O.page]: String(formPdf().objects[O.page]).replace(
              '/Parent',
              '/PieceInfo<</A<</Private 30 0 R>>>>/Parent',
            ),
          }),
          30: `<</Type/Annot/Subtype/Square/P 3 0 R/F 4/Rect[${rect}]/AP<</N 31 0 R>>>>`,
          31: appearanceStream('1 g 0 0 200 20 re f'),
        },
      ),
    );
const refer: Edit = draft => draft.append(O.page, 'Annots', '30 0 R');
const plants = [false, true].map(isPrivate =>
  attack({
    what: `a signed rectangle in [--300 690 -40 720] that a page shows later${isPrivate ? ', as private data' : ''}`,
    clean: planted('--300 690 -40 720', isPrivate),
    attacked: () => planted('--300 690 -40 720', isPrivate)().save(refer),
    twin: () => planted('300 300 500 320', isPrivate)().save(refer),
    ...COMMENT,
    ...UNSEEN,
  }),
);

export const TOKENS: Family = {
  name: 'names, numbers and nulls that programs read differently',
  clause: 'ISO 32000-2, 7.3.3, 7.3.5, 7.3.7, 7.7.3.4',
  attacks: [
    ...roots,
    ...[...keys, ...NUMBERS, ...rectangles, flags, ...nulls, ...NULLS].map(row),
    ...respelled,
    normalised,
    many,
    ...plants,
  ],
};
