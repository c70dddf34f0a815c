/** `docconv check --side-by-side`: renders the pages that changed after a signature, for the HTML report. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { toDocconvError } from '../../../errors.js';
import { enumerated, message } from '../../../messages/index.js';
import { type Comparison, comparePages } from '../../../render/index.js';
import type { SideBySide } from '../../../report/index.js';
import {
  changedPages,
  extractRevision,
  isVisible,
  mostRelevant,
  type PagePair,
  type Signer,
  type VerificationResult,
} from '../../../signatures/index.js';
import type { Context } from '../../context.js';
import type { Opening } from '../../input/password.js';

/** Image width in pixels: sharp when printed at half the width of a page. */
const WIDTH = 900;
const PAGES_PER_SIGNATURE = 10;
const PAGES_PER_REPORT = 100;
const TIMEOUT_MS = 30_000;
/** Both revisions are held in memory, twice. */
const MAX_BYTES = 128 << 20;

export type Drawer = (
  source: string | Uint8Array,
  result: VerificationResult,
  opening: Opening,
) => Promise<(SideBySide | null)[]>;

/** Renders for one report. Rejects with CANCELLED only: other errors become a note in the report. */
export function createDrawer({ signal }: Context): Drawer {
  let left = PAGES_PER_REPORT;
  return async (source, result, opening) => {
    const drawings: (SideBySide | null)[] = [];
    for (const [i, signer] of result.signers.entries()) {
      const most = Math.min(PAGES_PER_SIGNATURE, left);
      const task = { source, result, signer, number: i + 1, most, signal, ...opening };
      const drawing = mayLookDifferent(signer) ? await drawAfter(task) : null;
      left -= drawing?.pairs.length ?? 0;
      drawings.push(drawing);
    }
    return drawings;
  };
}

/** Validation data and timestamps are not visible. */
const mayLookDifferent = ({ changesAfter }: Signer): boolean => changesAfter !== 'none' && changesAfter !== 'archival';

interface Task extends Opening {
  source: string | Uint8Array;
  result: VerificationResult;
  signer: Signer;
  /** 1 = first. */
  number: number;
  /** Maximum number of pages to render. */
  most: number;
  signal: AbortSignal;
}

async function drawAfter(task: Task): Promise<SideBySide> {
  try {
    return await draw(task);
  } catch (thrown) {
    const error = toDocconvError(thrown);
    if (error.code === 'CANCELLED') throw error;
    return { pairs: [], notes: [message('pages.not-rendered', { cause: error.message })] };
  }
}

async function draw(task: Task): Promise<SideBySide> {
  const { source, result, signer, number, most, ...options } = task;
  if (result.document.size > MAX_BYTES) return { pairs: [], notes: [message('pages.too-large')] };
  const changes = result.document.changes.filter(change => change.afterField === signer.field && isVisible(change));
  const signed = await buffer(await extractRevision(source, number, options));
  const now = typeof source === 'string' ? await readFile(source) : source;
  const candidates = await changedPages(source, signer, changes, options);
  const chosen = mostRelevant(candidates);
  const comparison = await comparePages(signed, now, chosen, {
    ...options,
    width: WIDTH,
    maxPages: most,
    timeoutMs: TIMEOUT_MS,
  });
  return describeComparison(candidates, chosen, comparison);
}

function describeComparison(
  candidates: readonly PagePair[],
  chosen: readonly PagePair[],
  { pages, problem }: Comparison,
): SideBySide {
  const withLook = (look: string) => chosen.filter((_, i) => pages[i]?.look === look);
  const pairs = pages.flatMap((page, i) =>
    page.look === 'different' ? [{ ...page, changes: chosen[i]!.changes }] : [],
  );
  const same = withLook('same').filter(({ changes }) => changes.length > 0);
  const notCompared = candidates.filter(pair => !chosen.slice(0, pages.length).includes(pair));
  const notes = [
    about('pages.same', same),
    about('pages.left-out', withLook('left-out')),
    problem,
    about('pages.not-compared', notCompared),
    pairs.length === 0 && problem === null && same.length === 0 ? message('pages.none-differs') : null,
  ];
  return { pairs, notes: notes.filter(note => note !== null) };
}

type AboutPages = 'pages.same' | 'pages.left-out' | 'pages.not-compared';

function about(id: AboutPages, pairs: readonly PagePair[]): string | null {
  if (pairs.length === 0) return null;
  const pages = numberList(pairs.map(({ before, after }) => after ?? before ?? 0));
  return message(id, { pages, count: pairs.length });
}

/** `[1, 2, 3, 7]` as "1 to 3 and 7". */
export function numberList(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  const parts = runs.flatMap(([first, last]) => {
    if (last - first > 1) return message('pages.range', { first, last });
    return first === last ? `${first}` : [`${first}`, `${last}`];
  });
  return enumerated(parts);
}
