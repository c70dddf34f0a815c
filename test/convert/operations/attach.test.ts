/** Attaching keeps the files that a PDF has, whatever the keys of their name tree are. */
import { afterAll, expect, it } from 'vitest';
import { createConverter } from '../../../src/index.js';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';

const converter = createConverter({ workers: 1 });
afterAll(() => converter.close());

/** Attached files, by keys of the name tree that say nothing about their names. */
function withFiles(...files: readonly (readonly [key: string, name: string])[]): Uint8Array {
  const specifications = files.map(([key, name]) => `(${key})<</Type/Filespec/F(${name})/UF(${name})/EF<</F 4 0 R>>>>`);
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${specifications.join(' ')}]>>>>>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>',
    3: '<</Type/Page/Parent 2 0 R>>',
    4: stream('data', '/Type/EmbeddedFile'),
  };
  return new PdfWriter().revision({ objects }).bytes;
}

it.each([
  ['a key is the name of the new file', [['new.txt', 'b.txt']], ['b.txt', 'new.txt']],
  // biome-ignore format: a row
  ['keys are equal', [['k', 'a.txt'], ['k', 'b.txt']], ['a.txt', 'b.txt', 'new.txt']],
  // biome-ignore format: a row
  ['names are equal', [['k', 'a.txt'], ['l', 'a.txt']], ['a.txt', 'a.txt', 'new.txt']],
] as const)('keeps attached files where %s', async (_, files, expected) => {
  const attached = [{ name: 'new.txt', bytes: Buffer.from('x') }];
  const source = { bytes: withFiles(...files), name: 'a.pdf' };
  const { files: made } = await converter.operate(source, [{ kind: 'attach', files: attached }]);
  const { attachments } = await converter.describe({ bytes: made[0]!.bytes, name: 'a.pdf' });
  expect(attachments.map(({ name }) => name).sort()).toEqual(expected);
});
