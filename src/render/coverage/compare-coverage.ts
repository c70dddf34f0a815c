/** Measures what marks cover on rendered pages. */
import { DocconvError } from '../../errors.js';
import type { Area } from '../bitmap.js';
import { runThread, type ThreadOptions } from '../thread.js';

/** Two documents in which the pages to compare are prepared: see `CoveragePage`. */
export interface CoverageRequest {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Pixels per point. */
  readonly scale: number;
  readonly pages: readonly CoveragePage[];
}

/** Indexes of pages in `before` or `after`, 0 = first. All pages of one entry have the same size. */
export interface CoveragePage {
  /** The page with the marks that did not change, in both documents. */
  readonly content: { readonly before: number; readonly after: number };
  /** The same with the changed marks as of then; one for each way of showing them; empty: none existed. */
  readonly before: readonly number[];
  /** The same with the changed marks as they are now; one for each look that they can have; empty: none left. */
  readonly after: readonly number[];
  readonly marks: readonly CoverageMark[];
}

export interface CoverageMark {
  /** 'before': rated by the content that it covered then and does not cover now; 'after': the reverse. */
  readonly side: 'before' | 'after';
  readonly area: Area;
  /** Lines may be below it: whether it hides anything else is rated, too. */
  readonly isOverLines?: true;
}

/** `problem`: a sentence that says why the page could not be compared. */
export type PageCoverage =
  | { readonly problem: string }
  | {
      /** The unchanged part looks the same in both documents. */
      readonly sameContent: boolean;
      /** One for each mark, in their order. */
      readonly marks: readonly Coverage[];
    };

export interface Coverage {
  /** 'none'; 'touches': some ink of the content is hidden; 'hides': a digit or more is hidden. */
  readonly effect: 'none' | 'touches' | 'hides';
  /** A whole word (ink joined over gaps of up to 2 pt) is hidden, or two adjacent marks each hide a part of one word. */
  readonly erasesWord: boolean;
  /** A separate part of the ink, such as a decimal point or the dot of an i, is hidden. */
  readonly erasesPart: boolean;
  /** Ink is painted over in about the colour of its background: 'touches'; a digit or more in exactly that: 'hides'. */
  readonly blanks: 'none' | 'touches' | 'hides';
  /** Something is hidden, erased or blanked, if only in part; for marks over lines, something else than lines. */
  readonly beyondLines: boolean;
}

/**
 * One result for each page, in their order. Rejects with CANCELLED, and with LIMIT_EXCEEDED after the time limit: an answer must
 * not depend on it.
 */
export async function compareCoverage(
  request: CoverageRequest,
  options: Omit<ThreadOptions, 'timedOut'>,
): Promise<readonly PageCoverage[]> {
  const timedOut = () => tooSlow(options.timeoutMs);
  const { pages, problem } = await runThread<PageCoverage>('coverage/coverage.worker.js', request, {
    ...options,
    timedOut,
  });
  return request.pages.map((_, i) => pages[i] ?? { problem: problem ?? 'The page was not rendered.' });
}

const tooSlow = (max: number): DocconvError =>
  new DocconvError(
    'LIMIT_EXCEEDED.comparison-time',
    { seconds: Math.ceil(max / 1000) },
    { detail: { limit: 'milliseconds', max } },
  );

const EFFECTS = ['none', 'touches', 'hides'] as const;

/** The worse of two coverages of the same mark. */
export function worseCoverage(a: Coverage, b: Coverage): Coverage {
  return {
    effect: worst(a.effect, b.effect),
    erasesWord: a.erasesWord || b.erasesWord,
    erasesPart: a.erasesPart || b.erasesPart,
    blanks: worst(a.blanks, b.blanks),
    beyondLines: a.beyondLines || b.beyondLines,
  };
}

const worst = (a: Coverage['effect'], b: Coverage['effect']): Coverage['effect'] =>
  EFFECTS[Math.max(EFFECTS.indexOf(a), EFFECTS.indexOf(b))]!;
