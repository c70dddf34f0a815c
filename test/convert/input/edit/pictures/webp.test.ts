/** Animated WebP pictures are printed as their first frame. */
import { afterAll, expect, it } from 'vitest';
import { createConverter } from '../../../../../src/convert/index.js';
import { firstFrameOf } from '../../../../../src/convert/input/edit/pictures/webp.js';
import { animatedWebp, FRAME_SIZE, webpChunk } from '../../../../helpers/documents/pictures.js';
import { documents } from '../../../../helpers/documents.js';
import { program, testWith } from '../../../../helpers/requires.js';

const still = Buffer.from(documents.webp('').bytes);
const converter = createConverter({ workers: 1 });
afterAll(() => converter.close());

async function printsFirstFrame(engine: 'native' | 'wasm'): Promise<void> {
  const bytes = animatedWebp(still.subarray(12), Buffer.from('damaged'));
  const { pdf } = await converter.convert({ name: 'a.webp', bytes }, { engine });
  expect(Buffer.from(pdf).toString('latin1')).toContain('/Subtype/Image');
}

testWith('the first frame by native', [program('soffice.bin')], () => printsFirstFrame('native'));
it('the first frame by wasm', () => printsFirstFrame('wasm'));

it('a frame with an alpha channel keeps it', () => {
  const chunks = Buffer.concat([webpChunk('ALPH', Buffer.from('a')), webpChunk('VP8 ', Buffer.from('pixels'))]);
  const expected = webpChunk(
    'RIFF',
    Buffer.from('WEBP'),
    webpChunk('VP8X', Buffer.from([0x10, 0, 0, 0]), FRAME_SIZE),
    chunks,
  );
  expect(firstFrameOf(animatedWebp(chunks))).toEqual(expected);
});

it.each([
  ['a picture without frames', still],
  ['a frame that is cut off', animatedWebp(Buffer.alloc(0)).subarray(0, 60)],
])('%s stays', (_, bytes) => {
  expect(firstFrameOf(bytes)).toBeNull();
});
