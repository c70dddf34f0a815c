/** Visible signatures with text: as poppler shows them on turned pages, and as veraPDF judges signed PDF/A and PDF/UA. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConverter, layOutText } from '../../src/convert/index.js';
import type { Level } from '../../src/convert/output/pdfa/rule.js';
import { createIdentity, type LayOutText, sign, type VisibleSignature } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { accessibleReport } from '../helpers/accessible-report.js';
import { documents } from '../helpers/documents.js';
import { veraPdf } from '../helpers/looks/verapdf.js';
import { describeTools, describeVeraPdf, describeWith, program } from '../helpers/requires.js';
import { document } from './documents.js';
import { png } from './images.js';

const anna = createIdentity('Änne Exämple');
const layOut: LayOutText = (text, widths) => layOutText(text, widths, { engine: 'native' });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-visible-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function saved(name: string, pdf: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, pdf);
  return file;
}

describeTools('as poppler shows it', ['pdftoppm', 'pdftotext', 'soffice.bin'], () => {
  it.each([0, 90, 180, 270])('it is upright on a page that is turned by %d degrees', async turn => {
    const original = document({ page: `/Rotate ${turn}/CropBox[20 10 200 200]` });
    const rect = { x: 20, y: 40, width: 140, height: 50 };
    const visible: VisibleSignature = { page: 1, rect, image: png(255, [40, 40]), layOut };
    const signed = await sign(original, anna, { reason: 'I agree', visible: { ...visible, text: '{name}\n{reason}' } });
    const file = saved(`turned-${turn}.pdf`, signed);
    expect(execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' })).toMatch(/Änne Exämple\s+I agree/);
    execFileSync('pdftoppm', ['-r', '72', '-cropbox', '-singlefile', '-png', file, file]);
    const image = PNG.sync.read(readFileSync(`${file}.png`));
    const at = (x: number, y: number) => [
      ...image.data.subarray(4 * ((image.height - y) * image.width + x)).subarray(0, 3),
    ];
    // 46 x 46 points in the middle of the left 40 %, whose left half is red
    expect(at(22 + 27 - 12, 65)).toEqual([254, 0, 0].map(near));
    expect(at(22 + 27 + 12, 65)).toEqual([0, 0, 254].map(near));
    const dark = (x0: number, x1: number, y0: number, y1: number) => {
      let count = 0;
      for (let x = x0; x < x1; x++) for (let y = y0; y < y1; y++) if (Math.max(...at(x, y)) < 128) count++;
      return count;
    };
    // the text is right of the image, wider than high, and nowhere else
    expect(dark(82, 159, 42, 90)).toBeGreaterThan(20);
    expect(dark(161, 180, 40, 90)).toBe(0);
  });

  it('a text from right to left is at the right, and in its order', async () => {
    const visible = { page: 1, rect: { x: 20, y: 100, width: 160, height: 30 }, text: 'נחתם על ידי\nדנה', layOut };
    const file = saved('hebrew.pdf', await sign(document(), anna, { visible }));
    expect(execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' })).toContain('דנה');
  });

  it('a text without a font for it is refused', async () => {
    const visible = { page: 1, rect: { x: 20, y: 100, width: 160, height: 30 }, text: '\u{1e900}\u{10ffff}', layOut };
    await expect(sign(document(), anna, { visible })).rejects.toThrow(/No font has these characters/);
  });

  it('a text that is too long for its area is refused', async () => {
    const visible = { page: 1, rect: { x: 20, y: 100, width: 20, height: 8 }, layOut };
    await expect(sign(document(), anna, { visible })).rejects.toThrow(/smaller than 3 points/);
  });
});

/** Poppler computes colours of CalRGB with rounding. */
const near = (value: number) =>
  value < 128 ? expect.toSatisfy((v: number) => v < 60) : expect.toSatisfy((v: number) => v > 200);

describeVeraPdf('according to veraPDF', () => {
  describeWith('a PDF', [program('soffice.bin')], () => {
    it('of each level stays one when it is signed, visibly or not', { timeout: 600_000 }, async () => {
      const converter = createConverter({ workers: 1 });
      const made: { path: string; level: Level }[] = [];
      const fixtures = { docx: documents.docx(), report: await accessibleReport() };
      const requests = [
        ['1b', { pdfa: '1b' }, ['invisible', 'visible']],
        ['2b', { pdfa: '2b' }, ['visible', 'certified']],
        ['3b', { pdfa: '3b' }, ['visible']],
        ['ua', { pdfua: true }, ['invisible', 'visible', 'certified']],
      ] as const;
      for (const [level, pdf, kinds] of requests) {
        const { pdf: plain } = await converter.convert(level === 'ua' ? fixtures.report : fixtures.docx, {
          engine: 'native',
          pdf,
        });
        const visible = {
          page: 1,
          rect: { x: 300, y: 20, width: 200, height: 40 },
          image: png(128),
          text: '{name}',
          layOut,
        };
        const options = { invisible: {}, visible: { visible }, certified: { visible, certify: 'fill' } } as const;
        for (const kind of kinds) {
          const signed = await sign(plain, anna, options[kind]);
          expect((await check(signed)).valid).toBe(true);
          made.push({ path: saved(`${level}-${kind}.pdf`, signed), level });
        }
      }
      await converter.close();
      const broken = await veraPdf(folder, made);
      expect(
        made.map(({ path }, i) => [
          path.slice(folder.length + 1),
          ...broken[i]!.map(({ rule, message }) => `${rule} ${message}`),
        ]),
      ).toEqual(made.map(({ path }) => [path.slice(folder.length + 1)]));
    });
  });
});
