/** Footnotes of Markdown: texts of a large or hostile shape. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { Warnings } from '../../../src/convert/warnings.js';

const prepare = (text: string) => prepareDocument(Buffer.from(text), { name: 'notes.md', warnings: new Warnings() });

/** In seconds of processor time. */
async function timeOf(text: string): Promise<number> {
  const start = process.cpuUsage();
  await prepare(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

describe('A text with footnotes', () => {
  it.each([
    ['paragraphs without notes', 'A paragraph of some forty-five characters.\n\n'.repeat(20_000)],
    ['paragraphs with one note', `${'A paragraph of some forty-five characters.\n\n'.repeat(20_000)}a[^1]\n\n[^1]: b`],
    ['mentions that do not end', '[^'.repeat(10_000)],
    ['labels that do not end', '[^aaaaaaaa'.repeat(8000)],
    ['many notes', Array.from({ length: 10_000 }, (_, i) => `a[^${i}]\n\n[^${i}]: b\n\n`).join('')],
    ['notes in notes', '[^1]: '.repeat(5000)],
    ['notes of many lines', `a[^1]\n\n[^1]: b\n${'c\n'.repeat(50_000)}`],
  ])('%s', { timeout: 60_000 }, async (_what, text) => {
    expect(await timeOf(text)).toBeLessThan(5);
  });

  it.each([
    ['quotes', '> '.repeat(20_000)],
    ['lines of a note', `a[^1]\n\n[^1]: b\n${'c\n'.repeat(5_000_000)}`],
  ])('an error names the limit for too many %s', { timeout: 60_000 }, async (_what, text) => {
    await expect(prepare(text)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });
});
