/**
 * Resources that the form, its fields, their appearances and the page share, as LibreOffice writes them: programs that sign
 * and fill in add their fonts and drawings there. Under a name that something selects, an addition alters what is shown.
 */
import { describe, expect, test } from 'vitest';
import { appearanceStream, type Edit, formPdf, OBJECTS as O, sign } from '../../helpers/form-pdf.js';
import { type Body, stream } from '../../helpers/pdf-writer.js';
import { assessFirst } from './assess.js';

const [FONTS, RESOURCES, EXTRA] = [30, 31, 32];
const TEXT = 'BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET';
const EVIL = '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/Encoding<<>>/CharProcs<<>>>>';
const STANDARD = '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>';

const page = (more = ''): string =>
  `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources 31 0 R/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]${more}>>`;
const field = (entries: string): string =>
  `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(Ann)/Rect[50 500 250 520]/P 3 0 R/F 4/AP<</N 14 0 R>>${entries}>>`;

const SHARED: Readonly<Record<number, Body>> = {
  [O.page]: page(),
  [O.content]: stream(TEXT),
  [O.form]: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR 31 0 R/DA(/Helv 12 Tf 0 g)>>',
  [O.name]: field('/DA(/Helv 12 Tf 0 g)/DR<</Font 30 0 R>>'),
  [O.nameAppearance]: appearanceStream('/Tx BMC q BT /Helv 12 Tf 2 5 Td (Ann) Tj ET Q EMC', ' 31 0 R'),
  [FONTS]: '<</F1 7 0 R/Helv 7 0 R>>',
  [RESOURCES]: '<</Font 30 0 R/ProcSet[/PDF/Text]>>',
};

const font =
  (name: string, body: string): Edit =>
  draft =>
    void draft.enter(FONTS, `/${name} ${draft.add(body)} 0 R`);
const drawing =
  (name: string): Edit =>
  draft =>
    void draft.enter(RESOURCES, `/XObject<</${name} ${draft.add(appearanceStream('0 0 500 800 re f'))} 0 R>>`);
const ofField =
  (name: string, body: string): Edit =>
  draft =>
    void draft.enter(O.amount, `/DR<</Font<</${name} ${draft.add(body)} 0 R>>>>`);

/** In place of what the XObjects state under this name. */
const put =
  (name: string, written: string): Edit =>
  draft => {
    const added = `/${name} ${draft.add(appearanceStream('0 0 500 800 re f'))} 0 R`;
    draft.edit(RESOURCES, body => body.replace(`/${name} ${written}`, added));
  };
/** Beside the form Fm. */
const paint =
  (name: string): Edit =>
  draft => {
    const added = draft.add(appearanceStream('0 0 500 800 re f'));
    draft.edit(RESOURCES, body => body.replace('/XObject<<', `/XObject<</${name} ${added} 0 R`));
  };
const FORM_KEYS = '/Type/XObject/Subtype/Form';
const FORM: Readonly<Record<number, Body>> = {
  [RESOURCES]: '<</Font 30 0 R/XObject<</Fm 32 0 R>>>>',
  [O.content]: stream(`${TEXT} /Fm Do`),
};

interface Case {
  readonly signed?: Readonly<Record<number, Body>>;
  readonly edit: Edit;
}

const PERMITTED: Readonly<Record<string, Case>> = {
  'a font that nothing selects': { edit: font('popplerfont', EVIL) },
  'a drawing that nothing paints': { edit: drawing('FRM') },
  'a font for a new signature field with resources of its own': {
    edit: draft => {
      font('popplerfont', STANDARD)(draft);
      const added = draft.add(
        '<</Type/Annot/Subtype/Widget/FT/Sig/T(New)/Rect[0 0 0 0]/F 132/P 3 0 R/DR<</Font<</Helv 7 0 R>>>>>>',
      );
      draft.append(O.form, 'Fields', `${added} 0 R`).append(O.page, 'Annots', `${added} 0 R`);
    },
  },
  'a font of a field under a name of its own': { edit: ofField('Own', EVIL) },
  'the font of the form in the field': { edit: draft => void draft.enter(O.amount, '/DR<</Font<</Helv 7 0 R>>>>') },
  'a standard font that a field selects': {
    signed: { [O.amount]: field('/DA(/Own 12 Tf 0 g)').replace('(Name)', '(Amount)') },
    edit: font('Own', STANDARD),
  },
  'a name that content finds in resources of its own': {
    signed: {
      [O.secondPage]: `<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F9 7 0 R/F1 7 0 R>>>>>>`,
      [O.secondContent]: stream('BT /F9 12 Tf 50 700 Td (Second page.) Tj ET'),
    },
    edit: font('F9', EVIL),
  },
};

const FORBIDDEN: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    ['99 0 R', 'null', '5'].map(value => [
      `a drawing in place of ${value}`,
      {
        signed: { [RESOURCES]: `<</Font 30 0 R/XObject<</Im9 ${value}>>>>`, [O.content]: stream(`${TEXT} /Im9 Do`) },
        edit: put('Im9', value),
      },
    ]),
  ),
  'a font in place of a reference to nothing': {
    signed: {
      [FONTS]: '<</F1 7 0 R/Helv 7 0 R/F9 99 0 R>>',
      [O.content]: stream(`${TEXT} BT /F9 12 Tf 50 600 Td (1000) Tj ET`),
    },
    edit: draft => void draft.edit(FONTS, body => body.replace('99 0 R', `${draft.add(EVIL)} 0 R`)),
  },
  'a drawing of the page that a form refers to in vain': {
    signed: {
      ...FORM,
      [EXTRA]: stream('/Im9 Do', `${FORM_KEYS}/BBox[0 0 500 800]/Resources<</XObject<</Im9 99 0 R>>>>`),
    },
    edit: paint('Im9'),
  },
  'a drawing that a form without box and resources paints': {
    signed: { ...FORM, [EXTRA]: stream('/Im9 Do', FORM_KEYS) },
    edit: paint('Im9'),
  },
  'a font that an appearance selects which states to be an image': {
    signed: {
      [O.amount]: field('').replace('(Name)', '(Amount)').replace('14 0 R', '32 0 R'),
      [EXTRA]: stream('BT /F9 12 Tf (1000) Tj ET', '/Subtype/Image/BBox[0 0 200 20]'),
    },
    edit: font('F9', EVIL),
  },
  ...Object.fromEntries(
    ['/Subtype/FreeText/Contents(1000)', '/Subtype/Widget/FT/Tx/T(Orphan)/V(1000)'].map(kind => [
      `a font that ${kind.slice(9, 17)} of the page selects`,
      {
        signed: {
          [O.page]: page().replace('20 0 R]', '20 0 R 33 0 R]'),
          33: `<</Type/Annot${kind}/Rect[50 300 250 320]/DA(/F9 12 Tf 0 g)/F 4/P 3 0 R>>`,
        },
        edit: font('F9', EVIL),
      },
    ]),
  ),
  'a drawing in resources that no form has': {
    signed: { [O.form]: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>' },
    edit: drawing('Im9'),
  },
  'a font that the page selects': {
    signed: { [O.content]: stream(`${TEXT} BT /F9 12 Tf 50 600 Td (1000) Tj ET`) },
    edit: font('F9', STANDARD),
  },
  'a font that the page selects by an escaped name': {
    signed: { [O.content]: stream(`${TEXT} BT /F#39 12 Tf 50 600 Td (1000) Tj ET`) },
    edit: font('F9', EVIL),
  },
  'a drawing that the page paints': {
    signed: { [O.content]: stream(`${TEXT} /Im9 Do`) },
    edit: drawing('Im9'),
  },
  'a font that a form without resources selects': {
    signed: {
      [RESOURCES]: '<</Font 30 0 R/XObject<</Fm 32 0 R>>>>',
      [EXTRA]: stream('BT /F9 12 Tf (1000) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 200 20]'),
      [O.content]: stream(`${TEXT} /Fm Do`),
    },
    edit: font('F9', EVIL),
  },
  'a font that the glyphs of another one select': {
    signed: {
      [FONTS]: '<</F1 7 0 R/Helv 7 0 R/F3 32 0 R>>',
      [EXTRA]: EVIL.replace('CharProcs<<>>', 'CharProcs<</a 33 0 R>>'),
      33: stream('500 0 d0 BT /F9 1 Tf (1) Tj ET'),
    },
    edit: font('F9', EVIL),
  },
  'a font where content cannot be read': {
    signed: { [O.secondContent]: stream('BT /F1 12 Tf 50 700 Td (Second page.) Tj ET <</A') },
    edit: font('F9', EVIL),
  },
  'another font under the same name': {
    edit: draft => void draft.edit(FONTS, body => body.replace('/F1 7 0 R', `/F1 ${draft.add(EVIL)} 0 R`)),
  },
  'another font that a field selects': {
    signed: { [O.amount]: field('/DA(/Own 12 Tf 0 g)').replace('(Name)', '(Amount)') },
    edit: font('Own', EVIL),
  },
  'another font in a field than in the form': { edit: ofField('Helv', EVIL) },
  'another standard font in a field than in the form': { edit: ofField('Helv', STANDARD) },
  'no font in a field any more': {
    signed: { [O.name]: field('/DA(/Own 12 Tf 0 g)/DR<</Font<</Own 32 0 R>>>>'), [EXTRA]: STANDARD },
    edit: draft => void draft.edit(O.name, body => body.replace('/DR<</Font<</Own 32 0 R>>>>', '')),
  },
  'an entry of fonts that are also parameters': {
    signed: { [RESOURCES]: '<</Font 30 0 R/ExtGState 30 0 R>>' },
    edit: font('GS9', EVIL),
  },
  'an entry of fonts that are also glyph procedures': {
    signed: {
      [EXTRA]: EVIL.replace('CharProcs<<>>', 'CharProcs 30 0 R'),
      [FONTS]: '<</F1 7 0 R/Helv 7 0 R/F3 32 0 R>>',
    },
    edit: font('a', EVIL),
  },
  'fonts of resources that are also a font': {
    signed: { [FONTS]: '<</F1 7 0 R/Helv 7 0 R/F8 31 0 R>>' },
    edit: drawing('FRM'),
  },
};

const verdictOf = async ({ signed = {}, edit }: Case) =>
  assessFirst(
    formPdf({}, { ...SHARED, ...signed })
      .save(sign({ existing: O.approval }))
      .save(edit),
  );

describe('resources that are shared', () => {
  test.each(Object.entries(PERMITTED))('may get %s', async (_, found) => {
    expect(await verdictOf(found)).toMatchObject({ allowed: true });
  });

  test.each(Object.entries(FORBIDDEN))('may not get %s', async (_, found) => {
    expect(await verdictOf(found)).toMatchObject({ allowed: false });
  });
});

/** U+2713 for the code 1, or another character. */
const mark = (character: string): Readonly<Record<number, Body>> => ({
  [O.agreeYes]: appearanceStream('/Tx BMC q BT 0 0 0 rg /F3 12 Tf 2 5 Td <01> Tj ET Q EMC', '<</Font<</F3 30 0 R>>>>'),
  30: '<</Type/Font/Subtype/TrueType/BaseFont/AAAAAA+Symbols/FirstChar 1/LastChar 1/Widths[787]/ToUnicode 31 0 R>>',
  31: stream(`1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <01> <${character}> endbfchar`),
});
const ticked =
  (look: Body): Edit =>
  draft => {
    draft.edit(O.agree, body =>
      body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes').replace('16 0 R', `${draft.add(look)} 0 R`),
    );
  };
const CHECK = appearanceStream(
  'q BT 0 g 4 4 Td /ZaDb 16 Tf (4) Tj ET Q',
  '<</Font<</ZaDb<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>>>',
);

describe('a check box whose symbol is of a font in the document', () => {
  const assessed = (character: string, look: Body) =>
    assessFirst(
      formPdf({}, mark(character))
        .save(sign({ existing: O.approval }))
        .save(ticked(look)),
    );

  test('may be drawn with the symbols of viewers', async () => {
    expect(await assessed('2713', CHECK)).toMatchObject({ after: 'form-filling', allowed: true });
  });

  test.each(['004E', '2610'])('may not, where it states U+%s', async character => {
    expect(await assessed(character, CHECK)).toMatchObject({ allowed: false });
  });

  test('may not, where the symbol was shown when the document was signed', async () => {
    const shown = {
      ...mark('2717'),
      [O.agree]:
        '<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Yes/AS/Yes/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>>>',
    };
    const redrawn: Edit = draft => void draft.edit(O.agree, body => body.replace('16 0 R', `${draft.add(CHECK)} 0 R`));
    const verdict = await assessFirst(
      formPdf({}, shown)
        .save(sign({ existing: O.approval }))
        .save(redrawn),
    );
    expect(verdict).toMatchObject({ allowed: false });
  });

  test('may not be drawn with another font that states a check mark', async () => {
    const look = appearanceStream('BT 0 g 4 4 Td /F4 16 Tf <01> Tj ET', '<</Font<</F4 30 0 R>>>>');
    expect(await assessed('2713', look)).toMatchObject({ allowed: false });
  });
});

describe('a signature field', () => {
  test('that only the page lists breaks a rule, which the message names with the likely cause', async () => {
    const signed = formPdf().save(sign({ existing: O.approval }));
    const unlisted = signed.save(draft => {
      const value = draft.add('<</Type/Sig/Filter/A/SubFilter/ETSI.CAdES.detached/ByteRange[0 1 2 3]/Contents<00>>>');
      const widget = draft.add(
        `<</Type/Annot/Subtype/Widget/FT/Sig/T(Second)/V ${value} 0 R/Rect[0 0 0 0]/F 132/P 3 0 R>>`,
      );
      draft.append(O.page, 'Annots', `${widget} 0 R`);
    });
    const { allowed, changes } = await assessFirst(unlisted);
    expect(allowed).toBe(false);
    expect(changes.map(({ message }) => message).join()).toMatch(
      /12\.7\.3.*the likely cause is an error of the program/,
    );
  });
});
