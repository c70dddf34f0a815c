/** Streams that an update writes again: equal only if every reader decodes the same data from them. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Draft, type Edit, formPdf, OBJECTS as O, sign } from '../../helpers/form-pdf.js';
import { type Body, stream } from '../../helpers/pdf-writer.js';
import { assessFirst } from './assess.js';

const DATA = Buffer.from('not really an image \x00\x01\x02\x03');
const HEX = Buffer.from(`${DATA.toString('hex')}>`);
const IMAGE = 30;
const image = (entries: string, data: Uint8Array = DATA): Body =>
  stream(data, `/Type/XObject/Subtype/Image/Width 4/Height 4${entries}`);

/** Objects that the encoding of the image refers to. */
const OTHERS: Readonly<Record<number, Body>> = {
  31: stream('globals'),
  32: stream('other globals'),
  33: '<</K -1/Columns 4>>',
  34: '<</K -1/Columns 4/BlackIs1 true>>',
  35: '/DCTDecode',
  36: '/JPXDecode',
  37: stream('globals'),
  38: '[/ASCIIHexDecode/CCITTFaxDecode]',
  39: '<</K -1/Columns 4>>',
};

/** Signed with this image on the page. */
const signedWith = (body: Body) =>
  formPdf(
    {},
    {
      ...OTHERS,
      [IMAGE]: body,
      [O.page]:
        '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>/XObject<</Im 30 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>',
    },
  ).save(sign({ docMDP: 3 }));

interface Case {
  readonly what: string;
  readonly signed: Body;
  readonly again: Body;
}

const parameters = (filter: string, before: string, after: string, data: Uint8Array = DATA) => ({
  what: `${filter} with ${before || 'no parameters'}, then ${after || 'none'}`,
  signed: image(`/Filter${filter}${before}`, data),
  again: image(`/Filter${filter}${after}`, data),
});

const CHANGED: readonly Case[] = [
  parameters('/CCITTFaxDecode', '/DecodeParms<</K -1>>', '/DecodeParms<</K -1/BlackIs1 true>>'),
  parameters('/CCITTFaxDecode', '', '/DecodeParms<</BlackIs1 true>>'),
  parameters('/CCITTFaxDecode', '/DecodeParms<</BlackIs1 true>>', ''),
  parameters('/CCITTFaxDecode', '/DecodeParms<</BlackIs1 true>>', '/DecodeParms null'),
  parameters('/CCITTFaxDecode', '/DecodeParms 33 0 R', '/DecodeParms 34 0 R'),
  parameters('[/CCITTFaxDecode]', '/DecodeParms[33 0 R]', '/DecodeParms[34 0 R]'),
  parameters('[/CCITTFaxDecode]', '/DecodeParms[<</K -1>>]', '/DecodeParms[<</K 0>>]'),
  parameters('[/CCITTFaxDecode]', '/DecodeParms[<</K -1>>]', '/DecodeParms<</K -1>>'),
  parameters('[/ASCIIHexDecode/CCITTFaxDecode]', '/DecodeParms[null<</K 0>>]', '/DecodeParms[null<</K -1>>]', HEX),
  parameters('[/ASCIIHexDecode/CCITTFaxDecode]', '/DecodeParms[null<</K 0>>]', '/DecodeParms[<</K 0>>null]', HEX),
  parameters('/JBIG2Decode', '/DecodeParms<</JBIG2Globals 31 0 R>>', '/DecodeParms<</JBIG2Globals 32 0 R>>'),
  parameters('[/JBIG2Decode]', '/DecodeParms[<</JBIG2Globals 31 0 R>>]', '/DecodeParms[<</JBIG2Globals 32 0 R>>]'),
  parameters('/JBIG2Decode', '/DecodeParms<</JBIG2Globals 31 0 R>>', '/DecodeParms<<>>'),
  parameters('/JBIG2Decode', '/DecodeParms<</JBIG2Globals 31 0 R>>', '/DecodeParms<</JBIG2Globals 99 0 R>>'),
  parameters('/DCTDecode', '/DecodeParms<</ColorTransform 0>>', '/DecodeParms<</ColorTransform 1>>'),
  parameters('[/DCTDecode/ASCIIHexDecode]', '', '/DecodeParms[<</ColorTransform 0>>null]'),
  { what: 'another image filter', signed: image('/Filter/DCTDecode'), again: image('/Filter/JPXDecode') },
  { what: 'an abbreviated image filter', signed: image('/Filter/DCTDecode'), again: image('/Filter/DCT') },
  { what: 'a filter by reference', signed: image('/Filter/DCTDecode'), again: image('/Filter 36 0 R') },
  {
    what: 'another filter after the image filter',
    signed: image('/Filter[/DCTDecode/ASCIIHexDecode]'),
    again: image('/Filter[/DCTDecode/ASCII85Decode]'),
  },
  {
    what: 'no filter after the image filter',
    signed: image('/Filter[/DCTDecode/FlateDecode]'),
    again: image('/Filter/DCTDecode'),
  },
  { what: 'no filter', signed: image('/Filter/JPXDecode'), again: image('') },
  { what: 'other data', signed: image('/Filter/JPXDecode'), again: image('/Filter/JPXDecode', HEX) },
  { what: 'shorter data', signed: image('/Filter/DCTDecode'), again: image('/Filter/DCTDecode', DATA.subarray(0, 9)) },
  {
    what: 'other parameters of a predictor',
    signed: image('/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 3>>', deflateSync(DATA)),
    again: image('/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>', deflateSync(DATA)),
  },
  {
    what: 'parameters in an array for a single name',
    signed: image('/Filter/FlateDecode', deflateSync(DATA)),
    again: image('/Filter/FlateDecode/DecodeParms[<</Predictor 1>>]', deflateSync(DATA, { level: 1 })),
  },
  {
    what: 'a filter for data that is encrypted in another way',
    signed: image(''),
    again: image('/Filter/Crypt/DecodeParms<</Name/Identity>>'),
  },
  { what: 'data in another file', signed: image(''), again: image('/F(a)') },
  {
    what: 'abbreviated filters, which readers of streams may not know',
    signed: image('/Filter/FlateDecode', deflateSync(DATA)),
    again: image('/Filter/Fl', deflateSync(DATA)),
  },
];

const EQUAL: readonly Case[] = [
  parameters('/CCITTFaxDecode', '/DecodeParms<</K -1/Columns 4>>', '/DecodeParms<</Columns +4/K -1>>'),
  parameters('/CCITTFaxDecode', '/DecodeParms<</K -1/Columns 4>>', '/DecodeParms 33 0 R'),
  parameters('/CCITTFaxDecode', '/DecodeParms 33 0 R', '/DecodeParms 39 0 R'),
  parameters('[/CCITTFaxDecode]', '/DecodeParms[33 0 R]', '/DecodeParms[<</K -1/Columns 4>>]'),
  parameters('[/ASCIIHexDecode/CCITTFaxDecode]', '/DecodeParms[null 33 0 R]', '/DecodeParms[null 39 0 R]', HEX),
  parameters('/JBIG2Decode', '/DecodeParms<</JBIG2Globals 31 0 R>>', '/DecodeParms<</JBIG2Globals 37 0 R>>'),
  parameters('/DCTDecode', '', '/DecodeParms null'),
  { what: 'a filter by reference', signed: image('/Filter/DCTDecode'), again: image('/Filter 35 0 R') },
  {
    what: 'a list of filters by reference',
    signed: image('/Filter[/ASCIIHexDecode/CCITTFaxDecode]', HEX),
    again: image('/Filter 38 0 R', HEX),
  },
  { what: 'one filter in a list', signed: image('/Filter/JPXDecode'), again: image('/Filter[/JPXDecode]') },
  {
    what: 'an image that is wrapped in another encoding',
    signed: image('/Filter/DCTDecode'),
    again: image('/Filter[/ASCIIHexDecode/DCTDecode]', HEX),
  },
  {
    what: 'another level of compression',
    signed: image('/Filter/FlateDecode', deflateSync(DATA, { level: 0 })),
    again: image('/Filter/FlateDecode', deflateSync(DATA, { level: 9 })),
  },
  { what: 'compression', signed: image(''), again: image('/Filter/FlateDecode', deflateSync(DATA)) },
  { what: 'no compression', signed: image('/Filter/FlateDecode', deflateSync(DATA)), again: image('') },
  {
    what: 'a name of a crypt filter that stays',
    signed: image('/Filter/Crypt/DecodeParms<</Name/Identity>>'),
    again: image('/Filter/Crypt/DecodeParms<</Name/Identity>>'),
  },
];

/** The image is written again in its object, or as another object that replaces it. */
const WAYS: readonly (readonly [string, (body: Body) => Edit])[] = [
  ['in its object', body => draft => void draft.set(IMAGE, body)],
  [
    'in another object',
    body => draft => {
      const num = draft.add(body);
      draft.edit(O.page, page => page.replace(`/Im ${IMAGE} 0 R`, `/Im ${num} 0 R`));
    },
  ],
];

describe('a stream whose data is', () => {
  for (const [way, edit] of WAYS) {
    for (const { what, signed, again } of CHANGED)
      test(`changed, ${way}: ${what}`, async () => {
        const verdict = await assessFirst(signedWith(signed).save(edit(again)));
        expect(verdict).toMatchObject({ after: 'content', allowed: false });
      });
    for (const { what, signed, again } of EQUAL)
      test(`equal, ${way}: ${what}`, async () => {
        expect(await assessFirst(signedWith(signed).save(edit(again)))).toMatchObject({ after: 'none', allowed: true });
      });
  }
});

describe('an object of the encoding', () => {
  const rows: readonly (readonly [string, Body, number, Body])[] = [
    ['globals', image('/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals 31 0 R>>'), 31, stream('other')],
    ['parameters', image('/Filter/CCITTFaxDecode/DecodeParms 33 0 R'), 33, '<</K 0>>'],
    ['parameters in a list', image('/Filter[/CCITTFaxDecode]/DecodeParms[33 0 R]'), 33, '<</K 0>>'],
    ['filter', image('/Filter 35 0 R'), 35, '/JPXDecode'],
    ['filter in a list', image('/Filter[35 0 R]'), 35, '/JPXDecode'],
    ['length', image('/Length 40 0 R'), 40, '8'],
  ];
  for (const [what, body, num, changed] of rows)
    test(`that changes is a change of the stream: ${what}`, async () => {
      const signed = formPdf(
        {},
        {
          ...OTHERS,
          40: String(DATA.length),
          [IMAGE]: body,
          [O.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</XObject<</Im 30 0 R>>>>/Annots[10 0 R 20 0 R]>>`,
        },
      ).save(sign());
      const edit = (draft: Draft) => void draft.set(num, changed);
      expect(await assessFirst(signed.save(edit))).toMatchObject({ after: 'content', allowed: false });
    });

  test('a length that is written again with its stream is none', async () => {
    const base = formPdf({}, { [O.nameAppearance]: lengthBy(40, 'Ann'), 40: '80' });
    const filled = base.save(sign()).save(draft => {
      draft.edit(O.name, body => body.replace('/V(Ann)', '/V(Robert)'));
      draft.set(O.nameAppearance, lengthBy(40, 'Robert')).set(40, '81');
    });
    expect(await assessFirst(filled)).toMatchObject({ after: 'form-filling', allowed: true });
  });

  test('a length that two streams share is one of the other stream', async () => {
    const base = formPdf({}, { [O.nameAppearance]: lengthBy(40, 'Ann'), [O.content]: lengthBy(40, 'I owe'), 40: '80' });
    const filled = base.save(sign()).save(draft => {
      draft.edit(O.name, body => body.replace('/V(Ann)', '/V(Robert)'));
      draft.set(O.nameAppearance, lengthBy(40, 'Robert')).set(40, '81');
    });
    expect(await assessFirst(filled)).toMatchObject({ after: 'content', allowed: false });
  });
});

/** An appearance of 80 bytes, or 81 for a name that is not Ann. */
function lengthBy(num: number, text: string): Body {
  const data = `BT /Helv 12 Tf 2 5 Td (${text}) Tj ET`.padEnd(text === 'Robert' ? 81 : 80);
  return stream(
    data,
    `/Length ${num} 0 R/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 7 0 R>>>>`,
  );
}
