/** Limits as a setting, and the limits of the finished PDF. */
import { afterEach, describe, expect, inject, it } from 'vitest';
import { type Converter, createConverter } from '../../src/convert/index.js';
import { parseLimits } from '../../src/convert/limits.js';

const TWO_PAGES = { name: 'two.txt', bytes: Buffer.from('line\n'.repeat(80)) };

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
  const settings = { cache: inject('engineCache'), workers: 1 };
  let converter: Converter;
  afterEach(() => converter.close());

  it.each([
    ['outputBytes', { outputBytes: 1000 }],
    ['pages', { pages: 1 }],
  ])('is refused beyond %s', async (limit, limits) => {
    converter = createConverter({ limits, ...settings });
    await expect(converter.convert(TWO_PAGES)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', detail: { limit } });
  });

  it('is accepted with as many pages as allowed', async () => {
    converter = createConverter({ limits: { pages: 2 }, ...settings });
    await expect(converter.convert(TWO_PAGES)).resolves.toBeDefined();
  });
});
