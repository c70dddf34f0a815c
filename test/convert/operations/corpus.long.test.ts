/** Operations on PDFs of different origin: valid for qpdf, with the text and the pages that the PDF had, in three readers. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, expect } from 'vitest';
import type { Operation } from '../../../src/convert/operation-types.js';
import { createConverter } from '../../../src/index.js';
import {
  arrayOf,
  dictWith,
  isName,
  openPdf,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  pageList,
  Update,
} from '../../../src/pdf/index.js';
import { openPdf as openInPdfium } from '../../../src/render/page-images.js';
import { documents } from '../../helpers/documents.js';
import { formPdf } from '../../helpers/form-pdf.js';
import { describeCorpus, program, testWith } from '../../helpers/requires.js';
import { everySecond } from '../../helpers/selection.js';

const MAX_BYTES = 1_000_000;
/** Each gets every second operation. */
const FROM_CORPUS = Number(process.env.DOCCONV_OPERATIONS ?? 12);
const TOOLS = ['qpdf', 'pdftotext', 'pdftoppm', 'mutool'].map(program);

const image = PNG.sync.write(new PNG({ width: 4, height: 4, fill: true }));
const file = { name: 'a.txt', bytes: Buffer.from('a') };
const OPERATIONS: readonly (readonly Operation[])[] = [
  [{ kind: 'split', ranges: '1-', unify: true }],
  [{ kind: 'rotate', angle: 90 }],
  [{ kind: 'flatten' }],
  [{ kind: 'optimize', quality: 60 }],
  [
    { kind: 'attach', files: [file] },
    { kind: 'metadata', values: { title: 'T' } },
    { kind: 'bookmarks', bookmarks: [{ title: 'B', page: 1 }] },
  ],
  [
    { kind: 'stamp', source: { image }, scale: 5, position: 'tl' },
    { kind: 'watermark', source: { image }, scale: 5 },
  ],
  [{ kind: 'encrypt', ownerPassword: 'owner', allow: ['print'] }],
];

const converter = createConverter({ workers: 2 });
const folder = mkdtempSync(join(tmpdir(), 'docconv-operations-'));
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

describeCorpus('operations on PDFs', 'signed', corpus => {
  const names = readdirSync(corpus).filter(
    name => name.endsWith('.pdf') && statSync(join(corpus, name)).size < MAX_BYTES,
  );
  const step = Math.max(1, Math.floor(names.length / FROM_CORPUS));
  const chosen = names.filter((_, i) => i % step === 0).slice(0, FROM_CORPUS);
  let tried = 0;
  let done = 0;

  testWith(
    'keep pages and text',
    TOOLS,
    async () => {
      const inputs = new Map<string, Uint8Array>(chosen.map(name => [name, readFileSync(join(corpus, name))]));
      for (const [name, bytes] of await madePdfs()) inputs.set(name, bytes);
      const faults: string[] = [];
      for (const [i, [name, bytes]] of [...inputs].entries())
        faults.push(...(await faultsOf(name, bytes, everySecond(OPERATIONS, i))));
      expect(faults).toEqual([]);
      expect(done).toBeGreaterThan(0.8 * tried);
    },
    Math.max(600_000, FROM_CORPUS * 30_000),
  );

  async function faultsOf(name: string, input: Uint8Array, sequences: typeof OPERATIONS): Promise<string[]> {
    const before = await read('before.pdf', input);
    const faults: string[] = [];
    for (const operations of sequences) {
      tried++;
      const label = `${name}, ${operations.map(({ kind }) => kind).join(' ')}`;
      const result = await converter
        .operate({ bytes: input, name }, operations, { breakSignatures: true })
        .catch(error => error);
      if (REFUSALS.includes(result.code)) continue;
      done++;
      if (result instanceof Error) {
        faults.push(`${label}: ${result.message}`);
        continue;
      }
      const bytes: Uint8Array = result.files[0]!.bytes;
      const found = differences(before, await read('after.pdf', bytes), operations);
      if (KEEPING.includes(operations[0]!.kind) && claimsPdfa(input) && !claimsPdfa(bytes)) {
        const isSaid = result.warnings.some(({ code }: { code: string }) => code === 'pdfa_lost');
        if (name.startsWith('PDF/A') || !isSaid) found.push('the claim of PDF/A is lost');
      }
      faults.push(...found.map(each => `${label}: ${each}`));
    }
    return faults;
  }
});

/** Of PDFs that are damaged, need a password, or have another protection than passwords. */
const REFUSALS: readonly unknown[] = [
  'PASSWORD_NEEDED',
  'CORRUPT_DOCUMENT',
  'NOT_A_PDF',
  'UNSUPPORTED_FORMAT',
  'ENCRYPTION_UNSUPPORTED',
];

/** What never breaks a rule of PDF/A. */
const KEEPING: readonly Operation['kind'][] = ['split', 'rotate', 'optimize'];
const claimsPdfa = (pdf: Uint8Array): boolean => Buffer.from(pdf).includes('pdfaid:part');

interface Reading {
  /** Exit code: 3 are warnings. */
  readonly check: number | null;
  readonly characters: string;
  readonly pictures: Readonly<Record<(typeof READERS)[number], readonly Picture[]>>;
}

const READERS = ['poppler', 'MuPDF', 'PDFium'] as const;

/** Of the first pages. */
interface Picture {
  readonly size: string;
  /** Mean darkness of the pixels, 0 to 1: it does not depend on the rotation. */
  readonly ink: number;
}

const PAGES = 2;
const RESOLUTION = 20;

async function read(name: string, bytes: Uint8Array): Promise<Reading> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const text = spawnSync('pdftotext', [path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
  const drawn = await withoutBareFields(bytes).catch(() => bytes);
  const drawnPath = join(folder, 'drawn.pdf');
  writeFileSync(drawnPath, drawn);
  const [last, resolution] = [String(PAGES), String(RESOLUTION)];
  const poppler = ['-r', resolution, '-l', last, '-png', drawnPath];
  return {
    check: spawnSync('qpdf', ['--check', path]).status,
    // hyphens at the end of a line, and marks of direction, depend on the rotation
    characters: [...text.replace(/[\s\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069-]/g, '')].sort().join(''),
    pictures: {
      poppler: pictures(out => spawnSync('pdftoppm', [...poppler, join(out, 'p')])),
      MuPDF: pictures(out =>
        spawnSync('mutool', ['draw', '-q', '-r', resolution, '-o', join(out, 'p-%d.png'), drawnPath, `1-${last}`]),
      ),
      PDFium: await picturesOfPdfium(drawn),
    },
  };
}

/** Readers draw a sign of their own where a field has no appearance; its size depends on the rotation of the page. */
async function withoutBareFields(pdf: Uint8Array): Promise<Uint8Array> {
  const { latest } = await openPdf(pdf);
  const update = new Update(latest);
  let isChanged = false;
  for (const { ref, dict } of pageList(latest)!.pages.slice(0, PAGES)) {
    const items = latest.getArray(dict, 'Annots')?.items ?? [];
    const kept = items.filter(item => !isBareField(latest, item));
    if (!ref || kept.length === items.length) continue;
    update.replace(ref, dictWith(dict, { Annots: arrayOf(kept) }));
    isChanged = true;
  }
  return isChanged ? update.appendTo(pdf) : pdf;
}

function isBareField(revision: PdfRevision, item: PdfObject): boolean {
  const annotation = revision.resolve(item);
  const isField = annotation instanceof PdfDict && isName(annotation.get('Subtype'), 'Widget');
  return isField && !annotation.has('AP');
}

function pictures(draw: (out: string) => void): Picture[] {
  const out = mkdtempSync(join(folder, 'pictures-'));
  draw(out);
  const all = readdirSync(out)
    .sort()
    .map(name => PNG.sync.read(readFileSync(join(out, name))));
  rmSync(out, { recursive: true });
  return all.map(pictureOf);
}

function pictureOf({ width, height, data }: { width: number; height: number; data: Uint8Array }): Picture {
  const dark = data.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + 255 - value), 0);
  return { size: [width, height].sort((a, b) => a - b).join(' x '), ink: dark / (width * height * 3 * 255) };
}

async function picturesOfPdfium(bytes: Uint8Array): Promise<Picture[]> {
  const document = await openInPdfium(bytes).catch(() => null);
  if (!document) return [];
  const found: Picture[] = [];
  for (let page = 0; page < Math.min(PAGES, document.pages); page++) {
    const bitmap = await document.render(page, { scale: RESOLUTION / 72 }, 1_000_000);
    if (typeof bitmap !== 'string') found.push(pictureOf(bitmap));
  }
  return found;
}

/** Parts of the ink, of the page and of the characters. */
const TOLERANCE = { ink: 0.1, page: 0.002, characters: 0 };
/** At a low resolution, readers draw thin borders otherwise on a rotated page; they find other spaces in its text. */
const ROTATED = { ink: 0.4, page: 0.005, characters: 0.01 };

function differences(before: Reading, after: Reading, operations: readonly Operation[]): string[] {
  const has = (kind: Operation['kind']) => operations.some(each => each.kind === kind);
  const tolerance = has('rotate') ? ROTATED : TOLERANCE;
  const found: string[] = [];
  if (after.check !== 0 && after.check !== before.check)
    found.push(`qpdf ends with ${after.check}, before ${before.check}`);
  // pdftotext reads more of a damaged PDF once it is rebuilt
  const mayGrow = has('flatten') || before.check !== 0;
  const isKept = mayGrow
    ? after.characters.length >= before.characters.length
    : after.characters === before.characters ||
      Math.abs(after.characters.length - before.characters.length) < tolerance.characters * before.characters.length;
  if (!isKept) found.push(`${after.characters.length} characters, before ${before.characters.length}`);
  for (const reader of READERS) {
    const [old, now] = [before.pictures[reader], after.pictures[reader]];
    // what was damaged may be readable now
    if (old.length > 0 && old.length !== now.length)
      found.push(`${now.length} pages in ${reader}, before ${old.length}`);
    for (const [i, { size, ink }] of old.entries()) {
      const picture = now[i];
      if (!picture) continue;
      if (picture.size !== size) found.push(`page ${i + 1} has ${picture.size} in ${reader}, before ${size}`);
      const allowed = ink * tolerance.ink + tolerance.page;
      const isSame = picture.ink >= ink - allowed && (has('stamp') || picture.ink <= ink + allowed);
      if (!isSame) found.push(`ink ${picture.ink.toFixed(4)} on page ${i + 1} in ${reader}, before ${ink.toFixed(4)}`);
    }
  }
  return found;
}

async function madePdfs(): Promise<[string, Uint8Array][]> {
  const convert = async (name: 'docx' | 'odt' | 'pptx', pdf = {}) =>
    (await converter.convert(documents[name](), { pdf })).pdf;
  const plain = await convert('docx');
  const form = formPdf().bytes;
  return [
    ['docx', plain],
    ['slides', await convert('pptx')],
    ['PDF/A-1b', await convert('odt', { pdfa: '1b' })],
    ['PDF/A-2b', await convert('docx', { pdfa: '2b' })],
    ['PDF/UA', await convert('odt', { pdfua: true })],
    ['form', form],
    ['linearized', byQpdf(plain, '--linearize')],
    ['encrypted', byQpdf(form, '--encrypt', '', 'owner', '256', '--')],
    ['object streams', byQpdf(form, '--object-streams=generate')],
    ['broken', Buffer.from(plain.subarray(0, plain.length - 200))],
  ];
}

function byQpdf(pdf: Uint8Array, ...args: string[]): Uint8Array {
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')];
  writeFileSync(from, pdf);
  execFileSync('qpdf', [...args, from, to]);
  return readFileSync(to);
}
