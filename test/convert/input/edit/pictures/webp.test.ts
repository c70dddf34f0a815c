/** Animated WebP pictures are printed as their first frame. */
import { afterAll, expect, it } from 'vitest';
import { createConverter } from '../../../../../src/convert/index.js';
import { firstFrameOf } from '../../../../../src/convert/input/edit/pictures/webp.js';
import { documents } from '../../../../helpers/documents.js';
import { program, testWith } from '../../../../helpers/requires.js';

const still = Buffer.from(documents.webp('').bytes);
const SIZE = Buffer.from([0, 0, 0, 0, 0, 0]);

function chunk(name: string, ...data: readonly Buffer[]): Buffer {
  const head = Buffer.from(`${name}    `);
  const content = Buffer.concat(data);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** With frames of these chunks. */
function animated(...frames: readonly Buffer[]): Buffer {
  const all = frames.map(frame => chunk('ANMF', Buffer.alloc(6), SIZE, Buffer.alloc(4), frame));
  const head = [Buffer.from('WEBP'), chunk('VP8X', Buffer.from([0x12, 0, 0, 0]), SIZE), chunk('ANIM', Buffer.alloc(6))];
  return chunk('RIFF', ...head, ...all);
}

const converter = createConverter({ workers: 1 });
afterAll(() => converter.close());

async function printsFirstFrame(engine: 'native' | 'wasm'): Promise<void> {
  const bytes = animated(still.subarray(12), Buffer.from('damaged'));
  const { pdf } = await converter.convert({ name: 'a.webp', bytes }, { engine });
  expect(Buffer.from(pdf).toString('latin1')).toContain('/Subtype/Image');
}

testWith('the first frame by native', [program('soffice.bin')], () => printsFirstFrame('native'));
it('the first frame by wasm', () => printsFirstFrame('wasm'));

it('a frame with an alpha channel keeps it', () => {
  const chunks = Buffer.concat([chunk('ALPH', Buffer.from('a')), chunk('VP8 ', Buffer.from('pixels'))]);
  const expected = chunk('RIFF', Buffer.from('WEBP'), chunk('VP8X', Buffer.from([0x10, 0, 0, 0]), SIZE), chunks);
  expect(firstFrameOf(animated(chunks))).toEqual(expected);
});

it.each([
  ['a picture without frames', still],
  ['a frame that is cut off', animated(Buffer.alloc(0)).subarray(0, 60)],
])('%s stays', (_, bytes) => {
  expect(firstFrameOf(bytes)).toBeNull();
});
