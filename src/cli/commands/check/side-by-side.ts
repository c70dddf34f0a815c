/** `docconv check --side-by-side`: the pages that changed after a signature, drawn for the HTML report. */
import { readFile } from 'node:fs/promises';
import { toDocconvError } from '../../../errors.js';
import { type Comparison, comparePages } from '../../../render/index.js';
import type { SideBySide } from '../../../report/index.js';
import {
  changedPages,
  extractRevision,
  type PagePair,
  type Signer,
  type VerificationResult,
} from '../../../signatures/index.js';
import { numberList } from '../../output/number-list.js';
import type { Services } from '../../services.js';

/** Of one picture, in pixels: sharp on paper at half a page's width. */
const WIDTH = 900;
const PAGES_PER_SIGNATURE = 10;
const PAGES_PER_REPORT = 100;
const COMPARED_PER_SIGNATURE = 40;
const TIMEOUT_MS = 30_000;
/** Both states of a file are held in memory, twice. */
const MAX_BYTES = 128 << 20;

export type Drawer = (
  source: string | Uint8Array,
  result: VerificationResult,
  password: string | undefined,
) => Promise<(SideBySide | null)[]>;

/** Draws for one report. Rejects with CANCELLED alone: whatever else fails is a sentence in the report. */
export function createDrawer({ signal }: Services): Drawer {
  let left = PAGES_PER_REPORT;
  return async (source, result, password) => {
    const drawings: (SideBySide | null)[] = [];
    for (const [i, signer] of result.signers.entries()) {
      const most = Math.min(PAGES_PER_SIGNATURE, left);
      const task = { source, result, signer, number: i + 1, most, signal, ...(password !== undefined && { password }) };
      const drawing = mayLookDifferent(signer) ? await drawAfter(task) : null;
      left -= drawing?.pairs.length ?? 0;
      drawings.push(drawing);
    }
    return drawings;
  };
}

/** Validation data and timestamps show nowhere. */
const mayLookDifferent = ({ changesAfter }: Signer): boolean => changesAfter !== 'none' && changesAfter !== 'archival';

interface Task {
  source: string | Uint8Array;
  result: VerificationResult;
  signer: Signer;
  /** 1 = first. */
  number: number;
  /** Pages that may be drawn. */
  most: number;
  signal: AbortSignal;
  password?: string;
}

async function drawAfter(task: Task): Promise<SideBySide> {
  try {
    return await draw(task);
  } catch (thrown) {
    const error = toDocconvError(thrown);
    if (error.code === 'CANCELLED') throw error;
    return { pairs: [], notes: [`The pages cannot be drawn: ${error.message}`] };
  }
}

async function draw(task: Task): Promise<SideBySide> {
  const { source, result, signer, number, most, ...options } = task;
  if (result.document.size > MAX_BYTES)
    return { pairs: [], notes: ['The file is too large for its pages to be drawn.'] };
  const changes = result.document.changes.filter(
    change => change.afterField === signer.field && change.class !== 'archival',
  );
  const signed = await collect(await extractRevision(source, number, options));
  const now = typeof source === 'string' ? await readFile(source) : source;
  const candidates = await changedPages(source, signer, changes, options);
  const chosen = mostTelling(candidates);
  const comparison = await comparePages(signed, now, chosen, { ...options, width: WIDTH, most, timeoutMs: TIMEOUT_MS });
  return toldOf(candidates, chosen, comparison);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

/** Those of which something is said come first when there are too many; the order stays the file's. */
function mostTelling(candidates: readonly PagePair[]): PagePair[] {
  const isTold = ({ before, after, changes }: PagePair) => changes.length > 0 || before === null || after === null;
  const byWeight = [...candidates.filter(isTold), ...candidates.filter(pair => !isTold(pair))];
  const chosen = new Set(byWeight.slice(0, COMPARED_PER_SIGNATURE));
  return candidates.filter(pair => chosen.has(pair));
}

function toldOf(
  candidates: readonly PagePair[],
  chosen: readonly PagePair[],
  { pages, problem }: Comparison,
): SideBySide {
  const looking = (look: string) => chosen.filter((_, i) => pages[i]?.look === look);
  const pairs = pages.flatMap((page, i) =>
    page.look === 'different' ? [{ ...page, changes: chosen[i]!.changes }] : [],
  );
  const same = looking('same').filter(({ changes }) => changes.length > 0);
  const beyond = candidates.filter(pair => !chosen.slice(0, pages.length).includes(pair));
  const notes = [
    about(same, 'was changed, but looks as it did.', 'were changed, but look as they did.'),
    about(
      looking('left-out'),
      'looks different, too, and is left out here.',
      'look different, too, and are left out here.',
    ),
    problem,
    about(beyond, 'was not compared.', 'were not compared.'),
    pairs.length === 0 && problem === null && same.length === 0 ? 'No page looks different.' : null,
  ];
  return { pairs, notes: notes.filter(note => note !== null) };
}

function about(pairs: readonly PagePair[], singular: string, plural: string): string | null {
  if (pairs.length === 0) return null;
  const list = numberList(pairs.map(({ before, after }) => after ?? before ?? 0));
  return pairs.length === 1 ? `Page ${list} ${singular}` : `Pages ${list} ${plural}`;
}
