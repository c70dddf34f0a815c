/** Whether a new appearance goes on showing what the earlier one showed. */
import { cornersOf, everyEntry, PdfDict, type PdfObject, PdfStream } from '../../../pdf/index.js';
import { pairwise } from '../../../system/collections.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import { type Decoration, isDecoration } from './decoration.js';
import { withoutDropDown } from './drop-down.js';
import { backgroundsOf } from './reader/backgrounds.js';
import { isReadable, sameColour } from './reader/colours.js';
import type { DefaultAppearance } from './reader/default-appearance.js';
import { isUniform, type ShownText } from './reader/shown-text.js';
import type { Colour, FieldLook, PaintedPath, TextRun } from './types.js';

export interface Presented {
  readonly look: FieldLook;
  readonly shown: ShownText;
  readonly decoration: Decoration;
}

const MAX_STREAMS = 1000;

/** Appearance streams or dictionaries of them, with the forms that they paint; fonts are compared as objects of their own. */
export function isUnchanged(pair: RevisionPair, before: PdfObject, after: PdfObject): boolean {
  let streams = 0;
  const seen = new Map<PdfObject, PdfObject>();
  const sameDicts = (from: PdfDict, to: PdfDict): boolean => everyEntry(from, to, (_, a, b) => same(a, b));
  const same = (writtenBefore: PdfObject, writtenAfter: PdfObject): boolean => {
    const [from, to] = [pair.before.revision.resolve(writtenBefore), pair.after.revision.resolve(writtenAfter)];
    if (from instanceof PdfDict && to instanceof PdfDict) return ++streams <= MAX_STREAMS && sameDicts(from, to);
    if (!(from instanceof PdfStream && to instanceof PdfStream)) return from === null && to === null;
    if (seen.get(from) === to) return true;
    seen.set(from, to);
    if (++streams > MAX_STREAMS || !equalResolved(pair, from, to)) return false;
    const forms = (revision: typeof pair.before.revision, stream: PdfStream): PdfDict | null =>
      revision.getDict(revision.getDict(stream, 'Resources'), 'XObject');
    const [inner, next] = [forms(pair.before.revision, from), forms(pair.after.revision, to)];
    return inner === null || next === null ? inner === next : sameDicts(inner, next);
  };
  return same(before, after);
}

/** The same text, or where the codes have no known text, the same codes in the same fonts. */
export function readsAlike(pair: RevisionPair, before: ShownText, after: ShownText): boolean {
  if (before.text !== null && after.text !== null) return before.text === after.text;
  return pairwise(
    before.runs,
    after.runs,
    (run, next) => isPlacedAlike(run, next) && run.codes === next.codes && sameFont(pair, run.fontDict, next.fontDict),
  );
}

const isPlacedAlike = (a: TextRun, b: TextRun): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) <= 1 &&
  Math.abs(a.size - b.size) <= a.size / 20 &&
  Math.abs(a.extent - b.extent) <= 1 &&
  !a.distorted &&
  !b.distorted;

const sameFont = (pair: RevisionPair, before: PdfObject, after: PdfObject): boolean =>
  (before === null && after === null) || (before !== null && after !== null && equalResolved(pair, before, after));

/**
 * Style, place and paths. `fallback`: the default appearance where there was no appearance to continue, or viewers did not
 * use it.
 */
export function continues(
  pair: RevisionPair,
  before: Presented | null,
  after: Presented,
  fallback: DefaultAppearance | null,
): boolean {
  const runs = before?.shown.runs ?? [];
  return (
    after.look.understood &&
    (before === null || before.look.understood) &&
    (before === null || (sameCuts(before.shown, after.shown) && hasKnownStyles(before.shown, after.shown))) &&
    (runs.length === 0 || hasKnownCodes(runs, after.shown.runs)) &&
    samePaths(before, after) &&
    after.shown.runs.every(
      run =>
        hasKnownFont(pair, run, runs, fallback) &&
        hasKnownSize(run, runs, fallback, after.look) &&
        (run.mode === 0 || runs.some(({ mode }) => mode === run.mode)) &&
        hasKnownDirection(run, runs, after.decoration) &&
        backgroundsOf(after.look, run).every(background => hasKnownColour(run.colour, before, fallback, background)),
    )
  );
}

/** Text of several styles, some of which may hide it, keeps the style of each part. */
const hasKnownStyles = ({ runs: before }: ShownText, { runs: after }: ShownText): boolean =>
  before.length === 0 || isUniform(before) || pairwise(before, after, isStyledAlike);

const isStyledAlike = (a: TextRun, b: TextRun): boolean =>
  isPlacedAlike(a, b) && a.codes === b.codes && a.mode === b.mode && sameColour(a.colour, b.colour);

/** An embedded font can have several glyphs for one character, and say the same text of them: the codes must be the same. */
function hasKnownCodes(before: readonly TextRun[], after: readonly TextRun[]): boolean {
  const codesOf = (runs: readonly TextRun[]): string => runs.map(run => run.codes).join('');
  return after.every(run => run.font.standard) || codesOf(before) === codesOf(after);
}

function hasKnownFont(
  pair: RevisionPair,
  run: TextRun,
  earlier: readonly TextRun[],
  fallback: DefaultAppearance | null,
): boolean {
  if (run.font.standard || earlier.some(({ fontDict }) => sameFont(pair, fontDict, run.fontDict))) return true;
  return fallback?.font != null && sameFont(pair, fallback.font.dict, run.fontDict);
}

/** In points. */
const MIN_SIZE = 2;

function hasKnownSize(
  { size }: TextRun,
  earlier: readonly TextRun[],
  fallback: DefaultAppearance | null,
  { box }: FieldLook,
): boolean {
  const stated = fallback?.font?.size;
  const sizes = [...earlier.map(run => run.size), ...(stated ? [stated] : [])];
  if (sizes.length === 0) return size >= MIN_SIZE && size <= Math.max(box.top - box.bottom, box.right - box.left);
  return size >= Math.min(...sizes) / 2 && size <= Math.max(...sizes) * 2;
}

const DIRECTIONS: Readonly<Record<number, string>> = {
  0: '1 0 0 1',
  90: '0 1 -1 0',
  180: '-1 0 0 -1',
  270: '0 -1 1 0',
};

export const hasKnownDirection = (
  { direction }: TextRun,
  earlier: readonly TextRun[],
  { rotation }: Decoration,
): boolean =>
  earlier.length > 0
    ? earlier.some(run => run.direction === direction)
    : direction === DIRECTIONS[((rotation % 360) + 360) % 360];

function hasKnownColour(
  colour: Colour,
  before: Presented | null,
  fallback: DefaultAppearance | null,
  background: Colour | 'none',
): boolean {
  if (background !== 'none' && !isReadable(colour, background)) return false;
  if (wasShown(colour, before, background)) return true;
  if (fallback !== null && sameColour(fallback.colour, colour)) return true;
  return !before?.shown.runs.length && isReadable(colour, background);
}

/** Whether an earlier text had the colour; on paper, white text must have been on paper before, too. */
export const wasShown = (colour: Colour, before: Presented | null, background: Colour | 'none'): boolean =>
  before?.shown.runs.some(
    run =>
      sameColour(run.colour, colour) &&
      (background !== 'none' || isReadable(colour) || backgroundsOf(before.look, run).includes('none')),
  ) ?? false;

/** Text that continued beyond the clipping area must be cut at the same place. */
function sameCuts(before: ShownText, after: ShownText): boolean {
  if (before.cut !== after.cut) return false;
  return (
    !before.cut || pairwise(before.runs, after.runs, (run, next) => isPlacedAlike(run, next) && sameClip(run, next))
  );
}

const sameClip = ({ clip: a }: TextRun, { clip: b }: TextRun): boolean =>
  a !== null && b !== null && pairwise(cornersOf(a), cornersOf(b), (from, to) => Math.abs(from - to) <= 1);

/** The same paths in the same order, or nothing but background and border. */
export function samePaths(before: Presented | null, after: Presented): boolean {
  const [from, to] = [before ? pathsOf(before) : [], pathsOf(after)];
  if (pairwise(from, to, (a, b) => a.key === b.key)) return true;
  return (
    to.every(path => isDecoration(path, after.look.box, after.decoration)) &&
    from.every(path => isDecoration(path, before!.look.box, before!.decoration))
  );
}

const pathsOf = ({ look, decoration }: Presented): readonly PaintedPath[] =>
  decoration.dropsDown ? withoutDropDown(look) : look.paths;
