/** Documents that are small on disk and huge when unpacked: a limit refuses them before an engine reads them. */

import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { DEFAULT_LIMITS, type LimitName } from '../../../src/convert/limits.js';
import { bombs } from '../../helpers/documents/bombs.js';
import { documents, FORMAT_NAMES } from '../../helpers/documents.js';
import { PAGE_RULE } from './edit/page-rule.js';

const ALL = bombs();
const refused = (name: string) => ALL.find(bomb => bomb.name === name)!;

describe('a bomb', () => {
  it.each(ALL.filter(({ limit }) => limit !== null))('$kind ($name) is refused: $limit', async bomb => {
    const expected =
      bomb.limit === 'overlap'
        ? { code: 'CORRUPT_DOCUMENT', message: expect.stringContaining('overlaps') }
        : { code: 'LIMIT_EXCEEDED', detail: { limit: bomb.limit } };
    await expect(prepareDocument(bomb.bytes, bomb)).rejects.toMatchObject(expected);
  });

  it('is smaller than 8 MB, except for the one that is not compressed', () => {
    const large = ALL.filter(({ bytes }) => bytes.length > 8 * 1024 * 1024);
    expect(large.map(({ name }) => name)).toEqual(['run.txt']);
  });

  it('is refused without being unpacked completely', async () => {
    for (const name of ['run.docx', 'wide.docx']) {
      const before = process.memoryUsage();
      await prepareDocument(refused(name).bytes, { name }).catch(() => null);
      const after = process.memoryUsage();
      expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(64 * 1024 ** 2);
    }
  });

  it('is refused by the next limit when the first is raised', async () => {
    const limits = { ...DEFAULT_LIMITS, ratio: 10_000 };
    const run = refused('run.docx');
    await expect(prepareDocument(run.bytes, { ...run, limits })).rejects.toMatchObject({
      detail: { limit: 'textBytes' },
    });
    const larger = { ...limits, textBytes: 1024 ** 3 };
    await expect(prepareDocument(run.bytes, { ...run, limits: larger })).rejects.toMatchObject({
      detail: { limit: 'textRun' },
    });
  });
});

/** No engine reads these formats: they are prepared as HTML. */
const TRANSLATED = new Set(['md', 'epub', 'mhtml']);

describe('a limit', () => {
  it('is named in the error, with the actual and the allowed value', async () => {
    const bomb = refused('cells.docx');
    await expect(prepareDocument(bomb.bytes, bomb)).rejects.toMatchObject({
      message: expect.stringMatching(/"tableCells".*200001.*at most 200000/),
      detail: { limit: 'tableCells', actual: 200_001, max: 200_000, part: 'word/document.xml' },
    });
  });

  it.each(FORMAT_NAMES)('accepts an ordinary %s', async format => {
    const { name, bytes } = documents[format]();
    const prepared = await prepareDocument(bytes, { name });
    const text = Buffer.from(prepared.bytes).toString();
    if (TRANSLATED.has(format)) expect(text).toMatch(/^<style>@page [^<]*<\/style><!DOCTYPE html>/);
    else if (format === 'html') expect(text).toBe(PAGE_RULE + Buffer.from(bytes).toString());
    else expect(prepared).toMatchObject({ bytes });
  });

  const lowered: [LimitName, number, string][] = [
    ['entries', 2, 'docx'],
    ['unpackedBytes', 500, 'docx'],
    ['textBytes', 30, 'rtf'],
    ['depth', 3, 'docx'],
    ['depth', 0, 'rtf'],
    ['pixels', 255, 'png'],
    ['pixels', 63, 'jpg'],
    ['pixels', 0, 'gif'],
    ['sheetCells', 3, 'csv'],
    ['sheetCells', 0, 'xlsx'],
    ['sheetCells', 0, 'ods'],
    ['sheetRange', 0, 'fods'],
    ['textRun', 3, 'txt'],
    ['textRun', 3, 'html'],
  ];
  it.each(lowered)('%s of %i refuses a %s that has more', async (limit, max, format) => {
    const { name, bytes } = documents[format as 'docx']();
    const limits = { ...DEFAULT_LIMITS, [limit]: max };
    await expect(prepareDocument(bytes, { name, limits })).rejects.toMatchObject({ detail: { limit, max } });
  });
});
