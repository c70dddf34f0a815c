/** The pages of a PDF, counted by docconv, and its words, read by pdftotext where that is installed. */
import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import { openPdf, pageList } from '../../src/pdf/index.js';
import { canUse } from './requires.js';

export async function pageCount(pdf: Uint8Array): Promise<number> {
  const document = await openPdf(pdf);
  const revision = document.revisions.at(-1);
  return (revision && pageList(revision)?.count) ?? 0;
}

/** Expects a PDF with this number of pages and these words; without pdftotext the words are not checked. */
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
