/**
 * What LibreOffice keeps of a document changes no later one: pairs for each kind of state that was found, and documents in
 * random order through one worker, each compared with its PDF from a process of its own.
 * DOCCONV_SEQUENCE=500: as many documents of the corpus.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { EngineName, PdfOptions } from '../../../src/convert/index.js';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import type { DocconvError } from '../../../src/errors.js';
import { compared, deletedBy, insertedBy, linked, tabbed, withSymbol } from '../../helpers/documents/traces.js';
import { documents } from '../../helpers/documents.js';
import { describeCorpus, describeWith, program } from '../../helpers/requires.js';
import { embedded } from '../engine-setup.js';
import { printsTheSame, withConverter } from '../neighbours.helper.js';

interface Input {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly pdf?: Omit<PdfOptions, 'to'>;
}

const swedish = { pdf: { locale: 'sv-SE' } };
const annotated = { pdf: { comments: 'annotations' } } as const;

/** In this order; each document but the first of a row would print what one before it has left. */
const TEXTS: readonly Input[] = [
  ...[documents.txt('plain'), insertedBy('Ada'), insertedBy('Bob')],
  ...[{ ...deletedBy('Eve'), ...annotated }, deletedBy('Flo'), insertedBy('Bob')],
];
const TURNS: Readonly<Record<string, readonly Input[]>> = {
  native: [
    ...TEXTS,
    ...[compared(), { ...compared(), ...swedish }, compared()],
    ...[tabbed(), { ...tabbed(), ...swedish }, tabbed()],
    linked(),
  ],
  soffice: [insertedBy('Ada'), insertedBy('Bob')],
  wasm: [documents.txt('plain'), insertedBy('Ada'), withSymbol('A'), withSymbol(null)],
};

const convert = (engine: EngineName, inputs: readonly Input[], isolation: 'warm' | 'document') =>
  withConverter({ isolation }, async converter => {
    const pdfs: Uint8Array[] = [];
    for (const { name, bytes, pdf = {} } of inputs) {
      const refused = ({ code }: DocconvError) => ({ pdf: Buffer.from(code) });
      pdfs.push((await converter.convert({ name, bytes }, { engine, pdf }).catch(refused)).pdf);
    }
    return pdfs;
  });

/**
 * Names those that print something else in turn than in processes of their own, and print the same in two of these. The first
 * one has no other before it.
 */
async function differing(engine: EngineName, inputs: readonly Input[]): Promise<string[]> {
  const distinct = [...new Set(inputs.slice(1))];
  const alone = await convert(engine, distinct, 'document');
  const found: string[] = [];
  for (const [i, pdf] of (await convert(engine, inputs, 'warm')).entries()) {
    if (i === 0) continue;
    const input = inputs[i]!;
    const expected = alone[distinct.indexOf(input)]!;
    if (await printsTheSame(pdf, expected)) continue;
    const [again] = await convert(engine, [input], 'document'); // it may print the time
    if (await printsTheSame(again!, expected)) found.push(`${i}: ${input.name}`);
  }
  return found;
}

const LIBREOFFICE = program('soffice.bin');

for (const [engine, requirement] of [
  ['native', LIBREOFFICE],
  ['wasm', embedded],
] as const)
  describeWith(`one worker of the engine ${engine}`, [requirement], () => {
    it('prints each document as a process of its own', { timeout: 600_000 }, async () => {
      expect(await differing(engine, TURNS[engine]!)).toEqual([]);
    });
  });

describeWith('documents in one call of soffice', [LIBREOFFICE], () => {
  it('have the colours of their own authors', async () => {
    const inputs = TURNS.soffice!;
    const pdfs = (isolation: 'warm' | 'document') =>
      withConverter({ isolation }, converter =>
        Promise.all(inputs.map(async input => (await converter.convert(input, { engine: 'soffice' })).pdf)),
      );
    const [together, apart] = [await pdfs('warm'), await pdfs('document')];
    for (const [i, pdf] of together.entries()) expect(await printsTheSame(pdf, apart[i]!)).toBe(true);
  });
});

it.each([
  ['insertions', insertedBy('Ada'), ['authors']],
  ['deletions and comments', deletedBy('Ada'), ['authors']],
  ['symbols of formulas', withSymbol('A'), ['symbols']],
  ['formulas without symbols', withSymbol(null), []],
  ['changes in RTF', { name: 'a.rtf', bytes: Buffer.from('{\\rtf1{\\*\\revtbl{Ada;}}\\revised x}') }, ['authors']],
  ['nothing', documents.docx(), []],
])('finds %s', async (_, { name, bytes }, traces) => {
  expect(await prepareDocument(bytes, { name })).toMatchObject({ traces });
});

/** Documents of the corpus in random order, the same in every run. */
const LENGTH = Number(process.env.DOCCONV_SEQUENCE ?? 16);

describeCorpus('a sequence of the corpus through one worker', 'office', folder => {
  describeWith('of the engine native', [LIBREOFFICE], () => {
    it(`prints ${LENGTH} documents as processes of their own`, { timeout: 60_000 + LENGTH * 20_000 }, async () => {
      const inputs = randomly(filesBelow(folder), LENGTH);
      expect(await differing('native', inputs)).toEqual([]);
    });
  });
});

function filesBelow(folder: string): Input[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /^\.(?:doc|xls|ppt)[xm]?$|^\.(?:rtf|html|od[tsp])$/.test(extname(entry.name)))
    .map(({ parentPath, name }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
}

function randomly<Item>(items: readonly Item[], count: number): Item[] {
  let seed = 1;
  return Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return items[(seed >> 8) % items.length]!;
  });
}
