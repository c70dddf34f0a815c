/**
 * Documents that are made to be costly to inspect: the time grows with their size, not with its square. Processor time, as
 * other processes delay the clock; a quadratic step takes many times the bound at this size.
 */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { COSTLY_DOCUMENTS } from '../../helpers/costly-documents/index.js';

const SIZE = 250_000;
const MAX_MS = 2000;
/** costly-documents.long.test.ts has all of them. */
const EVERY = 3;

describe.each(Object.entries(COSTLY_DOCUMENTS))('a document that is costly to inspect: %s', (_, all) => {
  it.each(all.filter((_, i) => i % EVERY === 0))('$name', async ({ file, make, password, landscape = false }) => {
    const bytes = make(SIZE);
    const before = process.cpuUsage();
    const outcome = await prepareDocument(bytes, { name: file, password, pdf: { landscape } }).then(
      () => null,
      (error: unknown) => error,
    );
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(MAX_MS);
    if (outcome !== null) expect(outcome).toHaveProperty('code', expect.stringMatching(/^[A-Z_]+$/));
  });
});
