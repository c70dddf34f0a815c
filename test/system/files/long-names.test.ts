/** Names that are as long as a file system permits, and what docconv makes of them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pathOfImage } from '../../../src/convert/outputs.js';
import { replaceFile, replaceFiles } from '../../../src/system/files/files.js';
import { fittingName, fittingPath } from '../../../src/system/files/long-names.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-long-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Of 255 bytes, in letters of one to four bytes. */
const NAMES = ['a', 'ü', '文', '😀'].map(letter => {
  const count = Math.floor(251 / Buffer.byteLength(letter));
  return `${letter.repeat(count).padEnd(count * letter.length + 251 - count * Buffer.byteLength(letter), 'x')}.pdf`;
});

it.each(NAMES)('%s is written and replaced', async name => {
  expect(Buffer.byteLength(name)).toBe(255);
  const path = join(folder, name);
  for (const content of ['1', '2']) await replaceFile(path, temporary => writeFile(temporary, content));
  await replaceFiles(path, async images => {
    await writeFile(join(images, '1'), 'image');
    return new Map([['1', pathOfImage(path, 1, [{ page: 1 }, { page: 10 }])]]);
  });
  const made = readdirSync(folder);
  expect(made.map(each => readFileSync(join(folder, each), 'utf8')).sort()).toEqual(['2', 'image']);
  expect(made.map(each => Buffer.byteLength(each)).sort()).toEqual([expect.any(Number), 255]);
  for (const each of made) rmSync(join(folder, each));
});

it('a name that fits stays as it is', () => {
  expect(fittingPath('/a/b', '.pdf')).toBe('/a/b.pdf');
  expect(fittingPath('x'.repeat(251), '.pdf')).toBe(`${'x'.repeat(251)}.pdf`);
  expect(fittingName('a.tar.gz')).toBe('a.tar.gz');
  expect(fittingName('')).toBe('');
});

it('names that differ at their end only stay different, and one becomes the same again', () => {
  const stems = ['1', '2', '1'].map(end => `${'文'.repeat(84)}${end}`);
  const [first, second, again] = stems.map(stem => fittingPath(`/folder/${stem}`, '.docx'));
  expect(first).not.toBe(second);
  expect(first).toBe(again);
  expect(first).toMatch(/^\/folder\/文+~[\da-f]{8}\.docx$/);
  expect(Buffer.byteLength(basename(first!))).toBeLessThanOrEqual(255);
});
