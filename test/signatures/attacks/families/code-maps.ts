/** Looks whose font translates codes to other characters than it shows: a /ToUnicode map that cannot be read says nothing. */
import { type FormPdf, formPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { type Body, stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { signed } from '../documents.js';
import { attack } from './marks.js';

const HEAD = '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange';
const map = (body: string): Body => stream(`${HEAD} ${body} endcmap end`);
/** The glyphs 1 and 2 are '1' and '0'; 3 is '9'. */
const chars = (...pairs: string[]): string => `${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar`;
const TRUE_MAP = chars('<0001> <0031>', '<0002> <0030>', '<0003> <0039>');

const FONT =
  '<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/ToUnicode 30 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600>>]>>';
const look = (codes: string): Body =>
  stream(
    `/Tx BMC q BT /C0 12 Tf 0 g 2 5 Td <${codes}> Tj ET Q EMC`,
    '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</C0 31 0 R>>>>',
  );

/** The amount is 100; the look shows these codes. */
const form = (toUnicode: Body, codes: string): FormPdf =>
  formPdf(
    {},
    {
      [O.form]: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R/C0 31 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
      [O.amountAppearance]: look(codes),
      30: toUnicode,
      31: FONT,
    },
  );

const TRUTH = '000100020002';
const LIE = '000300030003';
/** The look is written anew with other glyphs, which the map may translate to the value. */
const maps: readonly (readonly [what: string, map: Body])[] = [
  ['codes of an odd length', map(chars('<0001> <0031>', '<0002> <0030>', '<003> <031>'))],
  ['texts of an odd length', map(chars('<0001> <0031>', '<0002> <0030>', '<0003> <003>'))],
  ['a section without an end', map('2 beginbfchar <0001> <0031> <0002> <0030> 1 beginbfchar <0003> <0031>')],
  ['two texts for one code', map(chars('<0001> <0031>', '<0002> <0030>', '<0003> <0031>', '<0003> <0039>'))],
  [
    'a range in reverse',
    map(`${chars('<0001> <0031>', '<0002> <0030>')} 1 beginbfrange <0003> <0001> <0031> endbfrange`),
  ],
  ['a range without a text', map(`${chars('<0001> <0031>', '<0002> <0030>')} 1 beginbfrange <0003> <0003> endbfrange`)],
  ['no entry for the code', map(chars('<0001> <0031>', '<0002> <0030>'))],
  ['empty texts', map(chars('<0001> <0031>', '<0002> <0030>', '<0003> <>'))],
  ['no map', stream('')],
];

const lies = ([what, toUnicode]: (typeof maps)[number], i: number): Attack => {
  const options = i % 2 === 0 ? {} : { docMDP: 2 };
  const clean = () => signed(options, form(toUnicode, TRUTH));
  const again = look(TRUTH);
  return attack({
    what: `other glyphs, with a map that has ${what}`,
    clean,
    attacked: () => clean().save(draft => draft.set(O.amountAppearance, look(LIE))),
    twin: () =>
      signed(options, form(map(TRUE_MAP), TRUTH)).save(draft =>
        draft.edit(O.amount, body => body.replace('/N 15 0 R', `/N ${draft.add(again)} 0 R`)),
      ),
  });
};

export const CODE_MAPS: Family = {
  name: 'looks in fonts whose codes are unclear',
  clause: 'ISO 32000-2, 9.7.5, 9.10.3',
  attacks: maps.map(lies),
};
