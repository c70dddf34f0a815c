/** What a reader sees of a PDF: its pages, counted by docconv, and its words, read by poppler where that is installed. */
import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import { openPdf, pageList } from '../../src/pdf/index.js';
import { canUse } from './requires.js';

export async function pageCount(pdf: Uint8Array): Promise<number> {
  const document = await openPdf(pdf);
  const revision = document.revisions.at(-1);
  return (revision && pageList(revision)?.count) ?? 0;
}

/** Fails unless it is a PDF of so many pages with these words; without pdftotext the words are not looked for. */
export async function expectPdf(pdf: Uint8Array, text: string, pages = 1): Promise<void> {
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(await pageCount(pdf)).toBe(pages);
  if (canUse('pdftotext')) expect(await wordsOf(pdf)).toContain(text);
}

/** White space as single blanks. */
export function wordsOf(pdf: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('pdftotext', ['-', '-'], { encoding: 'utf8' }, (error, words) => {
      if (error) reject(error);
      else resolve(words.replace(/\s+/g, ' '));
    });
    child.stdin?.end(pdf);
  });
}
