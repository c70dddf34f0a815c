/** Limits as a setting, and the limits of the finished PDF. */
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createConverter } from '../../src/convert/index.js';
import { parseLimits } from '../../src/convert/limits.js';

const textOf = (text: string) => ({ name: 'a.txt', bytes: Buffer.from(text) });

describe('limits in a setting', () => {
  it('are read by name', () => {
    expect(parseLimits('pixels=400000000, nesting = 3')).toEqual({ pixels: 400_000_000, nesting: 3 });
  });

  it('are the defaults when the setting is empty', () => expect(parseLimits('')).toEqual({}));

  it.each(['pixel=5', 'pixels=', 'pixels=-1', 'pixels', 'toString=1', '=3'])('refuse %s', text => {
    expect(() => parseLimits(text)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});

describe('a finished PDF', () => {
  const limits = { pages: 2, outputBytes: 15_000 };
  const converter = createConverter({ limits, cache: inject('engineCache'), workers: 1 });
  afterAll(() => converter.close());

  it('is accepted with as many pages as allowed', async () => {
    await expect(converter.convert(textOf('line\n'.repeat(80)))).resolves.toBeDefined();
  });

  it.each([
    ['pages', 'line\n'.repeat(140)],
    ['outputBytes', String.fromCharCode(...Array.from({ length: 350 }, (_, i) => 0xa1 + i))], // as many glyphs of a font
  ])('is refused beyond %s', async (limit, text) => {
    await expect(converter.convert(textOf(text))).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', detail: { limit } });
  });
});
