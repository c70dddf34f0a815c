/** Objects that are prepared before signing so that a later change of them looks like something else, or like nothing. */
import { describe, expect, test } from 'vitest';
import {
  appearanceStream,
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  sign,
  textAppearance,
} from '../../helpers/form-pdf.js';
import { type Body, stream } from '../../helpers/pdf-writer.js';
import { assessFirst } from './assess.js';

interface Case {
  readonly what: string;
  /** Objects of the document when it is signed. */
  readonly signed: Readonly<Record<number, Body>>;
  readonly attack: Edit;
  /** A similar document and edit that are permitted. */
  readonly twin: { readonly signed?: Readonly<Record<number, Body>>; readonly edit: Edit };
}

const pageWith = (entries: string, annotations = '10 0 R 11 0 R 12 0 R 13 0 R 20 0 R'): string =>
  `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[${annotations}]${entries}>>`;
const catalogWith = (entries: string): string =>
  `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/Metadata 18 0 R${entries}>>`;
const script = '/S/JavaScript/JS(app.alert\\(1\\))';
const link = '<</Subtype/Link/Rect[400 20 500 40]/Dest[4 0 R/Fit]';

/** Signed in the existing field, so that the annotations of the page stay as they are written. */
const signedForm = (objects: Readonly<Record<number, Body>>): FormPdf =>
  formPdf({}, objects).save(sign({ existing: O.approval }));

const ROLES: readonly Case[] = [
  {
    what: 'an annotation that is also the action on opening',
    signed: { [O.catalog]: catalogWith('/OpenAction 20 0 R'), [O.link]: `${link}/S/GoTo/D[3 0 R/Fit]>>` },
    attack: draft => draft.edit(O.link, body => body.replace('/S/GoTo', script)),
    twin: {
      signed: { [O.catalog]: catalogWith('/OpenAction[3 0 R/Fit]') },
      edit: draft => draft.enter(O.link, '/Contents(Seen)'),
    },
  },
  {
    what: 'an annotation that is also the next action',
    signed: {
      [O.catalog]: catalogWith('/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next 20 0 R>>'),
      [O.link]: `${link}/S/GoTo>>`,
    },
    attack: draft => draft.edit(O.link, body => body.replace('/S/GoTo', script)),
    twin: {
      signed: { [O.catalog]: catalogWith('/OpenAction<</S/Hide/T 20 0 R>>') },
      edit: draft => draft.enter(O.link, '/Contents(Seen)'),
    },
  },
  {
    what: 'a page that is also an action',
    signed: { [O.catalog]: catalogWith('/OpenAction 4 0 R') },
    attack: draft => draft.enter(O.secondPage, script),
    twin: {
      signed: { [O.catalog]: catalogWith('/OpenAction[4 0 R/Fit]') },
      edit: draft => draft.enter(O.secondPage, '/ACME_Key(app.alert)'),
    },
  },
  {
    what: 'a page in a list of actions',
    signed: { [O.catalog]: catalogWith('/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[4 0 R]>>') },
    attack: draft => draft.enter(O.secondPage, script),
    twin: {
      signed: { [O.catalog]: catalogWith('/OpenAction<</S/GoTo/D[4 0 R/Fit]>>') },
      edit: draft => draft.enter(O.secondPage, '/ACME_Key(app.alert)'),
    },
  },
  {
    what: 'a page in the names of scripts',
    signed: { [O.catalog]: catalogWith('/Names<</JavaScript<</Names[(a) 4 0 R]>>>>') },
    attack: draft => draft.enter(O.secondPage, script),
    twin: {
      signed: { [O.catalog]: catalogWith('/Names<</Dests<</Names[(a)[4 0 R/Fit]]>>/Pages<</Names[(a) 4 0 R]>>>>') },
      edit: draft => draft.enter(O.secondPage, '/ACME_Key(app.alert)'),
    },
  },
  {
    what: 'a page that is also a structure element',
    signed: { [O.document]: '<</Type/StructElem/S/Document/P 19 0 R/K[4 0 R]>>' },
    attack: draft => draft.enter(O.secondPage, '/ActualText(1000)'),
    twin: {
      signed: { [O.document]: '<</Type/StructElem/S/Document/P 19 0 R/Pg 4 0 R/K[0]>>' },
      edit: draft => draft.enter(O.secondPage, '/ACME_Key(1000)'),
    },
  },
  {
    what: 'an annotation that is also a font, under the name of a link',
    signed: {
      [O.secondPage]: '<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</P 20 0 R>>>>>>',
      [O.link]: `${link}/BaseFont/Helvetica>>`,
    },
    attack: draft => draft.edit(O.link, body => body.replace('/Helvetica', '/Symbol')),
    twin: { signed: {}, edit: draft => draft.enter(O.link, '/BaseFont/Symbol') },
  },
  {
    what: 'a page that is also a font',
    signed: {
      [O.page]: pageWith('').replace('/F1 7 0 R', '/F1 7 0 R/P 4 0 R'),
      [O.secondPage]: '<</Type/Page/Parent 2 0 R/Contents 8 0 R/Subtype/Type1/BaseFont/Helvetica>>',
    },
    attack: draft => draft.edit(O.secondPage, body => body.replace('/Helvetica', '/Symbol')),
    twin: { signed: {}, edit: draft => draft.enter(O.secondPage, '/BaseFont/Symbol') },
  },
  {
    what: 'a number of the parent tree that is in use',
    signed: { [O.structure]: '<</Type/StructTreeRoot/K[21 0 R]/ParentTree<</Nums[4[21 0 R]]>>>>' },
    attack: draft => draft.enter(O.secondPage, '/StructParents 4'),
    twin: { edit: draft => draft.enter(O.secondPage, '/StructParents 5') },
  },
  ...['0', '<</Type/OBJR/Obj 13 0 R>>', '<</Type/MCR/S/P/MCID 0>>', '22 0 R'].map(kid => ({
    what: `a page for an element of an element with ${kid}`,
    signed: {
      [O.document]: '<</Type/StructElem/S/Document/P 19 0 R/K[23 0 R]>>',
      22: '<</Type/StructElem/S/Span/P 23 0 R/K 0>>',
      23: `<</Type/StructElem/S/P/P 21 0 R/K[${kid}]>>`,
    },
    attack: (draft: Draft) => void draft.enter(O.document, '/Pg 4 0 R'),
    twin: {
      signed: {
        [O.document]: '<</Type/StructElem/S/Document/P 19 0 R/K[23 0 R]>>',
        22: '<</Type/StructElem/S/Span/P 23 0 R/K 0>>',
        23: `<</Type/StructElem/S/P/P 21 0 R/Pg 3 0 R/K[${kid}]>>`,
      },
      edit: (draft: Draft) => void draft.enter(O.document, '/Pg 4 0 R'),
    },
  })),
  {
    what: 'the catalog that is also an action',
    signed: { [O.catalog]: catalogWith('/OpenAction 1 0 R') },
    attack: draft => draft.enter(O.catalog, script),
    twin: { signed: {}, edit: draft => draft.enter(O.catalog, '/ACME_Key(app.alert)') },
  },
  {
    what: 'an annotation that is also a structure element',
    signed: { [O.document]: '<</Type/StructElem/S/Document/P 19 0 R/K 20 0 R>>', [O.link]: `${link}/S/P/K 0>>` },
    attack: draft => draft.enter(O.link, '/ActualText(1000)'),
    twin: {
      signed: { [O.document]: '<</Type/StructElem/S/Document/P 19 0 R/K<</Type/OBJR/Obj 20 0 R>>>>' },
      edit: draft => draft.enter(O.link, '/Contents(1000)'),
    },
  },
  {
    what: 'private data that is also a resource of the page',
    signed: {
      [O.page]: pageWith('/PieceInfo<</App<</Private 30 0 R>>>>').replace('/F1 7', '/F1 7 0 R/F2 30'),
      30: '<<>>',
    },
    attack: draft => draft.set(30, '<</Type/Font/Subtype/Type3>>'),
    twin: {
      signed: { [O.page]: pageWith('/PieceInfo<</App<</Private 30 0 R>>>>'), 30: '<<>>' },
      edit: draft => draft.set(30, '<</Type/Font/Subtype/Type3>>'),
    },
  },
  {
    what: 'a private scalar that becomes a reference to content',
    signed: { [O.page]: pageWith('/ACME 1') },
    attack: draft => draft.edit(O.page, body => body.replace('/ACME 1', '/ACME 8 0 R')),
    twin: { edit: draft => draft.edit(O.page, body => body.replace('/ACME 1', '/ACME 2')) },
  },
  {
    what: 'a private dictionary with a scalar that changes',
    signed: { [O.catalog]: catalogWith('/ACME<</Key 1>>/ACME_Key 1') },
    attack: draft => draft.edit(O.catalog, body => body.replace('<</Key 1>>', '<</Key 2>>')),
    twin: { edit: draft => draft.edit(O.catalog, body => body.replace('/ACME_Key 1', '/ACME_Key 2')) },
  },
];

const INHERITED: readonly Case[] = [
  {
    what: 'a value that a field inherits from a parent outside the form',
    signed: {
      [O.amount]:
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/Parent 30 0 R/Rect[50 460 250 480]/P 3 0 R/F 4/AP<</N 15 0 R>>>>',
      30: '<</V(100)/DA(/Helv 12 Tf 0 g)>>',
    },
    attack: draft => draft.set(30, '<</V(900)/DA(/Helv 12 Tf 0 g)>>'),
    twin: { edit: draft => draft.enter(O.link, '/Contents(Seen)') },
  },
  {
    what: 'a value that a field inherits from private data',
    signed: {
      [O.page]: pageWith('/PieceInfo<</App<</Private 30 0 R>>>>'),
      [O.amount]:
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/Parent 30 0 R/Rect[50 460 250 480]/P 3 0 R/F 4/AP<</N 15 0 R>>>>',
      30: '<</V(100)/DA(/Helv 12 Tf 0 g)>>',
    },
    attack: draft => draft.set(30, '<</V(900)/DA(/Helv 12 Tf 0 g)>>'),
    twin: {
      signed: { [O.page]: pageWith('/PieceInfo<</App<</Private 30 0 R>>>>'), 30: '<</V(100)>>' },
      edit: draft => draft.set(30, '<</V(900)>>'),
    },
  },
  {
    what: 'a value that a field inherits from another field',
    signed: {
      [O.amount]:
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/Parent 10 0 R/Rect[50 460 250 480]/P 3 0 R/F 4/AP<</N 15 0 R>>>>',
    },
    attack: draft => {
      draft.edit(O.name, body => body.replace('/V(Ann)', '/V(Bob)'));
      draft.set(O.nameAppearance, textAppearance('Bob'));
    },
    twin: {
      signed: {
        [O.form]: '<</Fields[30 0 R 10 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
        [O.amount]: '<</Type/Annot/Subtype/Widget/Parent 30 0 R/Rect[50 460 250 480]/P 3 0 R/F 4/AP<</N 15 0 R>>>>',
        30: '<</FT/Tx/T(Amount)/V(100)/Kids[11 0 R]>>',
      },
      edit: draft => {
        draft.edit(30, body => body.replace('/V(100)', '/V(200)'));
        draft.set(O.amountAppearance, textAppearance('200'));
      },
    },
  },
  {
    what: 'a rotation that a page inherits from a parent outside the page tree',
    signed: {
      [O.secondPage]: '<</Type/Page/Parent 30 0 R/Contents 8 0 R>>',
      30: '<</Type/Pages/Parent 31 0 R>>',
      31: '<<>>',
    },
    attack: draft => draft.set(31, '<</Rotate 180>>'),
    twin: { edit: draft => draft.enter(O.link, '/Contents(Seen)') },
  },
];

const formWithDrawing =
  '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R>>/XObject<</FRM 30 0 R>>>>/DA(/Helv 12 Tf 0 g)>>';
const drawing = appearanceStream('0 0 m 9 9 l S');
const redraw: Edit = draft => draft.set(30, appearanceStream('BT /Helv 12 Tf (900) Tj ET'));

/** Fields that paint a drawing of the form, or only contain similar text. */
const FORM_DRAWINGS: readonly Case[] = [
  [
    'of a field without resources',
    { [O.nameAppearance]: stream('/FRM Do', '/Subtype/Form/BBox[0 0 200 20]') },
    { [O.nameAppearance]: stream('/Tx BMC EMC', '/Subtype/Form/BBox[0 0 200 20]') },
  ],
  [
    'of a state without resources',
    { [O.agreeOff]: stream('/FRM Do', '/Subtype/Form/BBox[0 0 200 20]') },
    { [O.agreeOff]: appearanceStream('/FRM Do') },
  ],
  [
    'of a default appearance',
    { [O.form]: formWithDrawing.replace('0 g', '0 g /FRM Do') },
    { [O.form]: formWithDrawing.replace('0 g', '0 g /Done 1 Tf') },
  ],
].map(([what, signed, clean]) => ({
  what: `a drawing of the form, ${what}`,
  signed: { [O.form]: formWithDrawing, 30: drawing, ...(signed as Record<number, Body>) },
  attack: redraw,
  twin: { signed: { [O.form]: formWithDrawing, 30: drawing, ...(clean as Record<number, Body>) }, edit: redraw },
}));

const PARTS: readonly Case[] = [
  {
    what: 'the file of an attachment',
    signed: {
      [O.link]: '<</Subtype/FileAttachment/Rect[400 20 500 40]/FS 30 0 R>>',
      30: '<</F(a)/EF<</F 31 0 R>>>>',
      31: stream('a'),
    },
    attack: draft => draft.set(31, stream('b')),
    twin: { signed: {}, edit: draft => draft.enter(O.link, '/Contents(Seen)') },
  },
  {
    what: 'the appearance of an annotation of an unknown type',
    signed: {
      [O.link]: '<</Subtype/Hologram/Rect[400 20 500 40]/AP<</N 30 0 R>>>>',
      30: appearanceStream('0 0 m 9 9 l S'),
    },
    attack: draft => draft.set(30, appearanceStream('0 0 m 8 8 l S')),
    twin: {
      signed: {
        [O.link]: '<</Subtype/Stamp/Rect[400 20 500 40]/AP<</N 30 0 R>>>>',
        30: appearanceStream('0 0 m 9 9 l S'),
      },
      edit: draft => draft.set(30, appearanceStream('0 0 m 8 8 l S')),
    },
  },
  {
    what: 'the appearance of a widget that belongs to no field',
    signed: {
      [O.page]: pageWith('', '10 0 R 11 0 R 12 0 R 13 0 R 20 0 R 31 0 R'),
      30: appearanceStream('0 0 m 9 9 l S'),
      31: '<</Subtype/Widget/FT/Tx/T(Lost)/Rect[400 20 500 40]/AP<</N 30 0 R>>>>',
    },
    attack: draft => draft.set(30, appearanceStream('0 0 m 8 8 l S')),
    twin: { edit: draft => draft.enter(O.link, '/Contents(Seen)') },
  },
  {
    what: 'the action of a direct annotation',
    signed: {
      [O.page]: pageWith('', `10 0 R 11 0 R 12 0 R 13 0 R <</Subtype/Link/Rect[9 9 20 20]/A 30 0 R>>`),
      30: '<</S/URI/URI(a)>>',
    },
    attack: draft => draft.set(30, '<</S/URI/URI(b)>>'),
    twin: { signed: {}, edit: draft => draft.enter(O.link, '/Contents(Seen)') },
  },
  {
    what: 'a direct annotation of a type that is not permitted',
    signed: { [O.page]: pageWith('', `10 0 R 11 0 R 12 0 R 13 0 R <</Subtype/Redact/Rect[9 9 20 20]>>`) },
    attack: draft => draft.edit(O.page, body => body.replace('Rect[9 9 20 20]', 'Rect[9 9 30 30]')),
    twin: {
      signed: { [O.page]: pageWith('', `10 0 R 11 0 R 12 0 R 13 0 R <</Subtype/Text/NM(a)/Rect[9 9 20 20]>>`) },
      edit: draft => draft.edit(O.page, body => body.replace('/NM(a)', '/NM(a)/Contents(Seen)')),
    },
  },
  ...FORM_DRAWINGS,
  {
    what: 'an object that a page already refers to and that did not exist',
    signed: { [O.page]: pageWith('').replace('/Contents 5 0 R', '/Contents[5 0 R 40 0 R]') },
    attack: draft => draft.set(40, stream('BT /F1 12 Tf 50 600 Td (more) Tj ET')),
    twin: { edit: draft => draft.enter(O.link, '/Contents(Seen)') },
  },
  {
    what: 'one of two fields with the same name and another type',
    signed: {
      [O.form]: '<</Fields[10 0 R 11 0 R 13 0 R 30 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
      30: '<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(Name)/Rect[50 300 250 320]/P 3 0 R/F 4>>',
    },
    attack: draft => draft.edit(O.name, body => body.replace('/V(Ann)', '/V(Bob)')),
    twin: {
      signed: {
        [O.form]: '<</Fields[10 0 R 11 0 R 13 0 R 30 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
        30: '<</Type/Annot/Subtype/Widget/FT/Btn/T(Other)/Rect[50 300 250 320]/P 3 0 R/F 4>>',
      },
      edit: draft => draft.enter(O.link, '/Contents(Seen)'),
    },
  },
];

for (const [group, cases] of Object.entries({
  'a second role': ROLES,
  'a value from a parent': INHERITED,
  'a part': PARTS,
}))
  describe(`${group} that is changed`, () => {
    for (const { what, signed, attack, twin } of cases) {
      test(`${what}: not permitted`, async () => {
        const verdict = await assessFirst(signedForm(signed).save(attack));
        expect(verdict).toMatchObject({ after: 'content', allowed: false });
      });

      test(`${what}: the permitted twin`, async () => {
        const document = signedForm(twin.signed ?? signed);
        expect(await assessFirst(document.save(twin.edit))).toMatchObject({ allowed: true });
      });
    }
  });

describe('generation numbers', () => {
  /** The last revision, with another generation number for an object that it writes. */
  const withGeneration = ({ bytes }: FormPdf, num: number, end: number): Buffer => {
    const text = bytes.toString('latin1');
    const object = text.indexOf(`\n${num} 0 obj`, end - 1) + 1;
    const entry = text.indexOf(`${String(object).padStart(10, '0')} 00000 n`, object);
    const changed = Buffer.from(bytes);
    changed.write(`${num} 1 obj`, object, 'latin1');
    changed.write(`${String(object).padStart(10, '0')} 00001 n`, entry, 'latin1');
    return changed;
  };
  const stamp = '<</Subtype/Stamp/Rect[40 690 300 720]/AP<</N 16 0 R>>>>';
  const generation = (signed: Readonly<Record<number, Body>>, num: number, body: Body): Buffer => {
    const document = formPdf({}, signed).save(sign());
    return withGeneration(
      document.save(draft => void draft.set(num, body)),
      num,
      document.writer.length,
    );
  };

  test('an object is a change where references with its generation number had no target', async () => {
    const signed = { [O.page]: pageWith('').replace('/Contents 5 0 R', '/Contents[5 0 R 40 1 R]'), 40: 'null' };
    const verdict = await assessFirst(generation(signed, 40, stream('BT /F1 12 Tf 50 600 Td (more) Tj ET')));
    expect(verdict).toMatchObject({ after: 'content', allowed: false });
  });

  test('an object that replaces another for readers that ignore generation numbers is a change', async () => {
    const signed = { [O.page]: pageWith('').replace('/Contents 5 0 R', '/Contents[5 0 R 40 0 R]'), 40: 'null' };
    const verdict = await assessFirst(generation(signed, 40, stream('BT /F1 12 Tf 50 600 Td (more) Tj ET')));
    expect(verdict).toMatchObject({ after: 'content', allowed: false });
    expect(await assessFirst(generation({}, O.link, stamp))).toMatchObject({ after: 'content', allowed: false });
  });

  test('a number that is used again without a reference that remains is none', async () => {
    const document = formPdf().save(sign());
    const removed = document.save(draft => draft.edit(O.page, body => body.replace(' 20 0 R', '')).set(O.link, null));
    const reused = removed.save(draft => draft.set(O.link, '<</Type/DSS>>').enter(O.catalog, '/DSS 20 1 R'));
    const verdict = await assessFirst(withGeneration(reused, O.link, removed.writer.length));
    expect(verdict).toMatchObject({ allowed: true });
  });
});

describe('object streams', () => {
  const packed = { xref: 'stream', packed: [30] } as const;
  const members = (first: string): Body => stream('30 0 /A /B ', `/Type/ObjStm/N 1/First ${first}`);

  test('a number in the dictionary of an object stream is part of its members', async () => {
    const base = formPdf(
      { xref: 'stream', misplaced: { 30: { container: 31, index: 0 } } },
      {
        [O.page]: pageWith('/Dur 30 0 R'),
        31: members('32 0 R'),
        32: '5',
      },
    ).save(sign(), { xref: 'stream' });
    const moved = base.save(draft => void draft.set(32, '8'));
    expect(await assessFirst(moved)).toMatchObject({ after: 'content', allowed: false });
  });

  test('an object stream that did not exist adds its members', async () => {
    const base = formPdf(
      { xref: 'stream', misplaced: { 30: { container: 31, index: 0 } } },
      {
        [O.page]: pageWith('/Dur 30 0 R'),
      },
    ).save(sign(), { xref: 'stream' });
    expect(await assessFirst(base.save(draft => void draft.set(31, members('5'))))).toMatchObject({ allowed: false });
  });

  test('an object stream with the same members is no change', async () => {
    const base = formPdf(
      { xref: 'stream', misplaced: { 30: { container: 31, index: 0 } } },
      {
        [O.page]: pageWith('/Dur 30 0 R'),
        31: members('5'),
      },
    ).save(sign(), { xref: 'stream' });
    const again = base.save(draft => void draft.set(31, stream('30 0  /A ', '/Type/ObjStm/N 1/First 5')), {
      xref: 'stream',
    });
    expect(await assessFirst(again)).toMatchObject({ after: 'none', allowed: true });
    expect(await assessFirst(base.save(draft => void draft.set(30, '/A'), packed))).toMatchObject({ allowed: true });
  });
});

describe('comments', () => {
  const highlight = `<</Subtype/Highlight/T(Ann)/Rect[300 300 320 320]/P 3 0 R>>`;
  const signed = formPdf(
    {},
    { [O.page]: pageWith('', '10 0 R 11 0 R 12 0 R 13 0 R 20 0 R 30 0 R'), 30: highlight },
  ).save(sign());

  test('may get a pop-up window', async () => {
    const opened = signed.save(draft => {
      const popup = draft.add('<</Type/Annot/Subtype/Popup/Parent 30 0 R/Rect[400 300 500 400]>>');
      draft.enter(30, `/Popup ${popup} 0 R`).append(O.page, 'Annots', `${popup} 0 R`);
    });
    expect(await assessFirst(opened)).toMatchObject({ after: 'annotations', allowed: true });
  });

  test('of one author replace each other', async () => {
    const replaced = signed.save(draft => {
      const note = draft.add('<</Type/Annot/Subtype/Text/T(Ann)/Rect[500 800 520 820]/P 3 0 R>>');
      draft.edit(O.page, body => body.replace('30 0 R', `${note} 0 R`));
    });
    expect(await assessFirst(replaced)).toMatchObject({ after: 'annotations', allowed: true });
  });

  test('that are hidden are reported so', async () => {
    const { changes } = await assessFirst(signed.save(draft => draft.enter(30, '/F 2')));
    expect(changes.map(({ message }) => message)).toEqual(['page 1: a comment or markup annotation was hidden']);
    const shown = signed
      .save(draft => draft.enter(30, '/F 2'))
      .save(draft => draft.edit(30, body => body.replace('/F 2', '/F 4')));
    expect((await assessFirst(shown)).changes.at(-1)!.message).toContain('was shown');
  });
});

describe('icons of comments in the names of the document', () => {
  const icon = appearanceStream('0 0 m 9 9 l S');
  const signed = formPdf(
    {},
    {
      [O.catalog]: catalogWith('/Names 30 0 R'),
      30: '<</AP 31 0 R>>',
      31: '<</Kids[32 0 R]>>',
      32: '<</Names[(b) 33 0 R]/Limits[(b)(b)]>>',
      33: icon,
    },
  ).save(sign());
  const rows: readonly (readonly [string, Edit, boolean])[] = [
    ['one more', draft => void draft.set(32, `<</Names[(a) ${draft.add(icon)} 0 R(b) 33 0 R]/Limits[(a)(b)]>>`), true],
    [
      'another node',
      draft => {
        const node = draft.add(`<</Names[(c) ${draft.add(icon)} 0 R]/Limits[(c)(c)]>>`);
        draft.set(31, `<</Kids[32 0 R ${node} 0 R]>>`);
      },
      true,
    ],
    ['a changed one', draft => void draft.set(33, appearanceStream('0 0 9 9 re f')), false],
    [
      'another one under its name',
      draft => void draft.set(32, `<</Names[(b) ${draft.add(appearanceStream('n'))} 0 R]>>`),
      false,
    ],
    [
      'a second one under its name',
      draft => void draft.set(32, `<</Names[(b) ${draft.add(icon)} 0 R(b) 33 0 R]>>`),
      false,
    ],
    ['a removed one', draft => void draft.set(32, '<</Names[]>>'), false],
    ['scripts beside them', draft => draft.enter(30, '/JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>'), false],
  ];
  for (const [what, edit, allowed] of rows)
    test(what, async () => {
      expect(await assessFirst(signed.save(edit))).toMatchObject({
        after: allowed ? 'annotations' : 'content',
        allowed,
      });
    });
});
