/** What two PDFs have in common, by poppler: pages, text, pixels. */
import { execFileSync } from 'node:child_process';

const MAX_PAGES = '20';
const poppler = (program, args, encoding = 'utf8') =>
  execFileSync(program, args, { encoding, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });

export function factsOf(pdf) {
  const info = poppler('pdfinfo', [pdf]);
  return {
    pages: Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]),
    size: /^Page size:\s+([\d.]+ x [\d.]+)/m.exec(info)?.[1],
    text: poppler('pdftotext', [pdf, '-']).replace(/\s+/gu, ' ').trim(),
    drawn: poppler('pdftoppm', ['-r', '50', '-gray', '-l', MAX_PAGES, pdf], 'buffer'),
  };
}

/** Mean differences of pixels: another rounding of edges; lines of text that moved by a part of a point. */
const SAME_PIXELS = 0.0005;
const SLIGHT_PIXELS = 0.005;

/** `pixels`: the mean difference of all pixels, 0 to 1; 1 where pages have other sizes. */
export function compare(a, b) {
  const pixels = difference(a.drawn, b.drawn);
  const same = { pages: a.pages === b.pages, text: a.text === b.text, pixels: pixels < SAME_PIXELS };
  return { ...same, difference: pixels, class: classOf(a, b, same, pixels) };
}

/** What kind of difference a document has, the most serious one; null for none. */
function classOf(a, b, same, pixels) {
  if (a.size !== b.size) return 'size of pages';
  if (!same.pages) return 'number of pages';
  if (!same.text) return letters(a.text) === letters(b.text) ? 'spaces or order of the text' : 'text';
  if (same.pixels) return null;
  return pixels < SLIGHT_PIXELS ? 'pixels, slightly' : 'pixels';
}

const letters = text => [...text.replaceAll(' ', '')].sort().join('');

function difference(a, b) {
  if (a.length !== b.length) return 1;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
  return sum / a.length / 255;
}

/** Distinct images, without masks. */
export function imagesIn(pdf) {
  const lines = poppler('pdfimages', ['-list', pdf]).split('\n').slice(2);
  const cells = lines.map(line => line.trim().split(/\s+/)).filter(row => row[2] === 'image');
  return new Set(cells.map(row => row[10])).size;
}

export function fontsIn(pdf) {
  const lines = poppler('pdffonts', [pdf]).split('\n').slice(2).filter(Boolean);
  const embedded = lines.filter(line => /\s(?:yes)\s+(?:yes|no)\s+(?:yes|no)\s+\d+\s+\d+$/.test(line)).length;
  return { embedded, unembedded: lines.length - embedded };
}

/** The first place where two texts differ. */
export function firstDifference(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const cut = text => JSON.stringify(text.slice(Math.max(0, at - 15), at + 30));
  return `${cut(a)} for ${cut(b)}`;
}
