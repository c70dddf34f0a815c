/** What the pages of a PDF show: words with their places, and pictures. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';

/** Points that a word may be away from its place. */
const NEAR = 4;

/** Words of each page with their left and upper edges. */
export function wordsOf(pdf) {
  const text = execFileSync('pdftotext', ['-bbox', pdf, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const pages = text.split('<page ').slice(1);
  return pages.map(page =>
    [...page.matchAll(/<word xMin="([^"]+)" yMin="([^"]+)".*>(.*)<\/word>/g)].map(([, x, y, word]) => ({
      word,
      x: +x,
      y: +y,
    })),
  );
}

const isNear = a => b => a.word === b.word && Math.abs(a.x - b.x) < NEAR && Math.abs(a.y - b.y) < NEAR;

/** Of two pages, the first of which is that of Office. */
export function compared(office, own = []) {
  const present = new Set(own.map(({ word }) => word));
  const misplaced = office.filter(word => !own.some(isNear(word)));
  return {
    words: office.length,
    onPage: office.filter(({ word }) => present.has(word)).length,
    near: office.length - misplaced.length,
    misplaced: misplaced.map(word => displaced(word, own)),
  };
}

/** With the distance to the nearest equal word, where the page has one. */
function displaced(word, own) {
  const equal = own.filter(other => other.word === word.word);
  const distances = equal.map(({ x, y }) => ({ dx: x - word.x, dy: y - word.y }));
  const [nearest] = distances.sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy));
  return { ...word, ...nearest };
}

/** The pages as grey pictures with 72 dots per inch. */
export function greyPages(pdf) {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    execFileSync('pdftoppm', ['-r', '72', '-gray', pdf, join(folder, 'p')], { stdio: 'ignore' });
    const names = readdirSync(folder).sort();
    return names.map(name => greyPicture(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A portable graymap. */
function greyPicture(bytes) {
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1'));
  return { width: +width, height: +height, pixels: bytes.subarray(header.length) };
}

const BLOCK = 8;
const INK = 250;
/** Of SSIM, for pixels from 0 to 255. */
const [C1, C2] = [6.5, 58.5];

/** The mean structural similarity of the blocks in which either page has ink, as ../shared/tools/score-golden.py counts it. */
export function similarity(office, own) {
  if (!own) return 0;
  const all = [];
  for (let top = 0; top + BLOCK <= office.height; top += BLOCK)
    for (let left = 0; left + BLOCK <= office.width; left += BLOCK) {
      const [a, b] = [office, own].map(page => blockOf(page, left, top));
      if (Math.min(...a, ...b) < INK) all.push(similarBlocks(a, b));
    }
  return all.length > 0 ? meanOf(all) : 1;
}

/** White beyond the edges. */
function blockOf({ width, height, pixels }, left, top) {
  return Array.from({ length: BLOCK * BLOCK }, (_, i) => {
    const [x, y] = [left + (i % BLOCK), top + Math.floor(i / BLOCK)];
    return x < width && y < height ? pixels[y * width + x] : 255;
  });
}

function similarBlocks(a, b) {
  const [ma, mb] = [meanOf(a), meanOf(b)];
  const covariance = (one, other) => meanOf(one[0].map((value, i) => (value - one[1]) * (other[0][i] - other[1])));
  const [va, vb, both] = [covariance([a, ma], [a, ma]), covariance([b, mb], [b, mb]), covariance([a, ma], [b, mb])];
  return ((2 * ma * mb + C1) * (2 * both + C2)) / ((ma ** 2 + mb ** 2 + C1) * (va + vb + C2));
}

export const meanOf = values => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Pages side by side in one PNG; one that a PDF does not have is left white. */
export function sideBySide(pdfs, page) {
  const pictures = pdfs.map(pdf => drawn(pdf, page));
  const width = pictures.reduce((sum, picture) => sum + picture.width + GAP, 0);
  const all = new PNG({ width, height: Math.max(...pictures.map(({ height }) => height)) });
  all.data.fill(255);
  let left = 0;
  for (const picture of pictures) {
    PNG.bitblt(picture, all, 0, 0, picture.width, picture.height, left, 0);
    left += picture.width + GAP;
  }
  return PNG.sync.write(all);
}

const GAP = 8;

/** pdftoppm writes nothing for a page that does not exist. */
function drawn(pdf, page) {
  const options = ['-r', '60', '-f', `${page}`, '-l', `${page}`, '-png', '-singlefile'];
  const { stdout } = spawnSync('pdftoppm', [...options, pdf], { maxBuffer: 2 ** 28 });
  return stdout?.length > 0 ? PNG.sync.read(stdout) : new PNG({ width: 500, height: 1 });
}
