/** Connected components of the ink that a mark hides completely. */
import { describe, expect, test } from 'vitest';
import { erasedComponents } from '../../../src/render/coverage/connected-components.js';

const WIDTH = 10;
const FRAME = { left: 0, top: 0, right: WIDTH, bottom: 4 };

/** A decimal point of 2 x 2 pixels; `strong`: how many of its pixels have much contrast. */
function point(strong: number, lost: number) {
  const pixels = [12, 13, 22, 23];
  const mask = (count: number) => {
    const values = new Uint8Array(WIDTH * 4);
    for (const at of pixels.slice(0, count)) values[at] = 1;
    return values;
  };
  return { text: mask(4), lost: mask(lost), strong: mask(strong), width: WIDTH };
}

describe('a part of the ink', () => {
  test('is erased where most of it is lost', () => {
    expect([...erasedComponents(point(4, 4), [FRAME], 3)]).toEqual([0]);
    expect([...erasedComponents(point(1, 3), [FRAME], 3)]).toEqual([0]);
  });

  test('is not erased where a mark hides less of it', () => {
    expect([...erasedComponents(point(4, 2), [FRAME], 3)]).toEqual([]);
  });

  test('is a speck of a scan where none of it has much contrast', () => {
    expect([...erasedComponents(point(0, 4), [FRAME], 3)]).toEqual([]);
  });
});
