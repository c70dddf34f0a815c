/** Cross-references, objects, streams and filters. */
import { deflateSync } from 'node:zlib';
import { formPdf, OBJECTS, sign } from '../form-pdf.js';
import { deflated, stream } from '../pdf-writer.js';
import { after, before, type CostlyInput, FREE, MINIMAL, make, refs, signedForm, times, unsigned } from './input.js';

const MIB = 2 ** 20;
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);

const xrefStream = (entries: number): CostlyInput =>
  unsigned(`a cross-reference stream for ${entries} entries`, writer =>
    writer
      .revision({ objects: MINIMAL, unfinished: true })
      .raw('9 0 obj\n')
      .raw(
        streamObject(
          deflateSync(zeros(7 * entries)),
          `/Type/XRef/Size ${entries}/W[1 4 2]/Root 1 0 R/Filter/FlateDecode`,
        ),
      )
      .raw(`\nendobj\nstartxref\n${writer.length}\n%%EOF\n`),
  );

function streamObject(data: Buffer, dict: string): Buffer {
  return Buffer.concat([Buffer.from(`<</Length ${data.length}${dict}>>\nstream\n`), data, Buffer.from('\nendstream')]);
}

/** The content of the signed page is decoded when a later revision changes the page. */
const content = (name: string, body: () => ReturnType<typeof stream>): CostlyInput =>
  after(
    name,
    draft => draft.set(OBJECTS.content, stream('q Q')),
    () => ({ [OBJECTS.content]: body() }),
  );

/** The catalog refers to the object FREE, so that it is part of the document. */
const used = { [OBJECTS.catalog]: `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/Extra ${FREE} 0 R>>` };

const lzwBomb = (): Buffer => {
  // code 256 resets the table; each following code repeats the one before and one byte more
  const codes = [256, 65, ...times(3800, i => 258 + i)];
  const bits = codes.map((code, i) => code.toString(2).padStart(widthAt(i), '0')).join('');
  const once = Buffer.from(
    bits
      .padEnd(Math.ceil(bits.length / 8) * 8, '0')
      .match(/.{8}/g)!
      .map(byte => Number.parseInt(byte, 2)),
  );
  return Buffer.concat(times(200, () => once));
};
const widthAt = (i: number): number => (i < 255 ? 9 : i < 767 ? 10 : i < 1791 ? 11 : 12);

export const STRUCTURE: readonly CostlyInput[] = [
  xrefStream(5_000_000),
  xrefStream(50_000_000),
  { name: 'a later cross-reference stream for 5,000,000 entries', pdf: () => laterXref(5_000_000) },
  {
    name: '10,000 revisions after the signature',
    pdf: () => {
      const { writer } = signedForm();
      for (const i of times(10_000, index => index))
        writer.revision({ objects: { [OBJECTS.info]: `<</Title(${i})>>` } });
      return writer.bytes;
    },
  },
  {
    name: '3,000 revisions, each with 100 changed objects',
    pdf: () => {
      const { writer } = signedForm();
      for (const i of times(3000, index => index)) {
        writer.revision({ objects: Object.fromEntries(times(100, n => [FREE + n, `(${i})`])) });
      }
      return writer.bytes;
    },
  },
  {
    name: 'an empty revision, 100,000 times %%EOF',
    pdf: () => Buffer.concat([signedForm().bytes, Buffer.from('startxref\n1\n%%EOF\n'.repeat(100_000))]),
  },
  before('an array of 2,000,000 levels', () => ({ [FREE]: '['.repeat(2_000_000), ...used })),
  before('dictionaries of 400 levels in 5,000 objects', () => ({
    ...used,
    [FREE]: `[${refs(FREE + 1, 5000)}]`,
    ...Object.fromEntries(times(5000, i => [FREE + 1 + i, `${'<</A'.repeat(400)} 1 ${'>>'.repeat(400)}`])),
  })),
  after(
    'a chain of 200,000 objects, re-pointed',
    draft => draft.set(FREE, '[2]'),
    () => ({
      ...used,
      ...Object.fromEntries(times(200_000, i => [FREE + i, `[${FREE + 1 + i} 0 R ${FREE + 2 + i} 0 R]`])),
    }),
  ),
  after(
    'two equal graphs with 2^40 paths, re-pointed',
    draft => draft.edit(OBJECTS.catalog, body => body.replace(`${FREE} 0 R`, `${FREE + 100} 0 R`)),
    () => ({ ...used, ...graph(FREE), ...graph(FREE + 100) }),
  ),
  objectStream('an object stream of 600 MB', '/N 10/First 10', () => zeros(600 * MIB)),
  objectStream('an object stream that states 1,000,000,000 objects', '/N 1000000000/First 10', () =>
    Buffer.from('999 0 2 5 (a) (b)'),
  ),
  objectStream('an object stream with 1,000,000 objects', '/N 1000000/First 15000000', () =>
    Buffer.from(
      `${times(1_000_000, i => `${999 + i} ${i} `)
        .join('')
        .padEnd(15_000_000)}${' 1'.repeat(1_000_000)}`,
    ),
  ),
  content('a content stream of 1 GB', () => deflated(zeros(1000 * MIB))),
  content('a content stream of 1 GB, deflated twice', () => ({
    dict: '/Filter[/FlateDecode/FlateDecode]',
    data: deflateSync(deflateSync(zeros(1000 * MIB))),
  })),
  content('1,000 filters', () => stream('00>'.repeat(1000), `/Filter[${'/ASCIIHexDecode'.repeat(1000)}]`)),
  content('100 times deflated', () => ({
    dict: `/Filter[${'/FlateDecode'.repeat(100)}]`,
    data: times(100, i => i).reduce<Buffer>(data => deflateSync(data), zeros(10 * MIB)),
  })),
  content('LZW that expands 2,000 times', () => stream(lzwBomb(), '/Filter/LZWDecode')),
  content('run lengths that expand 64 times', () => stream(Buffer.alloc(16 * MIB, 0x81), '/Filter/RunLengthDecode')),
  content('a predictor with 2,000,000,000 columns', () =>
    deflated(zeros(MIB), '/DecodeParms<</Predictor 12/Columns 2000000000/Colors 4/BitsPerComponent 16>>'),
  ),
  content('a predictor over 400 MB with one column', () =>
    deflated(zeros(400 * MIB), '/DecodeParms<</Predictor 12/Columns 1>>'),
  ),
  {
    name: 'no cross-reference, 1,000,000 objects',
    pdf: () => Buffer.from(`%PDF-1.7\n${times(1_000_000, i => `${i + 1} 0 obj\n<<>>\nendobj\n`).join('')}`),
  },
  {
    name: 'no cross-reference, 20,000 object streams',
    pdf: () => {
      const one = streamObject(
        deflateSync(Buffer.from('1 0 <</Type/Catalog>>')),
        '/Type/ObjStm/N 1/First 4/Filter/FlateDecode',
      );
      const parts = times(20_000, i =>
        Buffer.concat([Buffer.from(`\n${i + 10} 0 obj\n`), one, Buffer.from('\nendobj\n')]),
      );
      return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts]);
    },
  },
  { name: '50 MB of spaces', pdf: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50 * MIB, 0x20)]) },
  {
    name: '50 MB of parentheses',
    pdf: () => Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n'), Buffer.alloc(50 * MIB, 0x28)]),
  },
];

function graph(from: number): Record<number, string> {
  return Object.fromEntries(
    times(41, i => [from + i, i === 40 ? '(end)' : `[${from + i + 1} 0 R ${from + i + 1} 0 R]`]),
  );
}

function objectStream(name: string, dict: string, data: () => Buffer): CostlyInput {
  return {
    name,
    pdf: () =>
      formPdf(
        { xref: 'stream', misplaced: { 999: { container: FREE, index: 0 } } },
        {
          [OBJECTS.catalog]: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/Extra 999 0 R>>',
          [FREE]: deflated(data(), `/Type/ObjStm${dict}`),
        },
      ).save(sign({ make })).bytes,
  };
}

/** Behind a signed revision. */
function laterXref(entries: number): Buffer {
  const { writer } = signedForm();
  const body = streamObject(
    deflateSync(zeros(7 * entries)),
    `/Type/XRef/Size ${entries}/W[1 4 2]/Root 1 0 R/Prev ${writer.xrefs.at(-1)}/Filter/FlateDecode`,
  );
  const at = writer.length;
  return writer.raw('900 0 obj\n').raw(body).raw(`\nendobj\nstartxref\n${at}\n%%EOF\n`).bytes;
}
