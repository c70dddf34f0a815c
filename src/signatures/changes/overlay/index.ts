/**
 * Changes of annotations and fields after signing that alter what a reader sees of the signed content: marks that cover it,
 * marks that covered it and no longer do, and another order of overlapping marks. A cheap test of areas comes first; the
 * renderer decides where they meet. What cannot be rendered counts as covering.
 */
import type { PdfDict, PdfRevision } from '../../../pdf/index.js';
import type { ChangeClass } from '../../result.js';
import { Snapshot } from '../compare/snapshot.js';
import { isTimestampValue } from '../rules/signature-field.js';
import { type Candidate, candidatesOf } from './candidates.js';
import { type ChangedMarks, changedMarks } from './changed-marks.js';
import type { Mark } from './marks.js';
import type { RatedPage, RenderedPage, RenderOptions } from './rendering.js';

export type { RenderOptions } from './rendering.js';

/** An effect of later revisions on what a page shows. */
export interface Overlay {
  /** 1 = first. */
  readonly page: number;
  /** Fully qualified name; null for annotations. */
  readonly field: string | null;
  /** Of the change that has this effect. */
  readonly class: Exclude<ChangeClass, 'none'>;
  /** 'annotation': a comment or another mark; 'signature': a new signature field; 'field': a field that existed at signing. */
  readonly kind: 'annotation' | 'signature' | 'field' | 'page';
  /** 'unclear': whether it covers content could not be determined. */
  readonly effect: 'touches' | 'hides' | 'uncovers' | 'reorders' | 'differs' | 'unclear';
  readonly message: string;
}

/** What the revisions after `signed` changed on these pages (1 = first), compared with the latest one. */
export async function findOverlays(
  signed: PdfRevision,
  pages: Iterable<number>,
  options: RenderOptions,
): Promise<Overlay[]> {
  const snapshots = { before: new Snapshot(signed), after: new Snapshot(signed.document.latest) };
  const examined = [...pages].map(page => examine(snapshots, page)).filter(found => found !== null);
  const reordered = examined.filter(({ marks }) => marks.reordered).map(({ number }) => REORDERED(number));
  const meeting = examined.filter(({ candidates }) => candidates.length > 0);
  if (meeting.length === 0) return reordered;
  const { ratePages } = await import('./rendering.js');
  const rated = await ratePages(snapshots, meeting, options);
  return [...reordered, ...meeting.flatMap((page, i) => overlaysOn(snapshots.after, page, rated[i]!))];
}

interface ExaminedPage extends RenderedPage {
  readonly number: number;
}

/** Null when the page is another one now, which is a change of content. */
function examine({ before, after }: { before: Snapshot; after: Snapshot }, number: number): ExaminedPage | null {
  const [from, to] = [before.pages?.pages[number - 1], after.pages?.pages[number - 1]];
  if (!from || !to || from.ref?.num !== to.ref?.num) return null;
  const pages: { before: PdfDict; after: PdfDict } = { before: from.dict, after: to.dict };
  const marks: ChangedMarks = changedMarks(before, after, pages);
  return { number, pages, marks, candidates: candidatesOf(before, after, pages.before, marks) };
}

const REORDERED = (page: number): Overlay => ({
  page,
  field: null,
  class: 'annotations',
  kind: 'page',
  effect: 'reorders',
  message: `page ${page}: the order of overlapping annotations was changed`,
});

function overlaysOn(after: Snapshot, { number, marks, candidates }: ExaminedPage, rated: RatedPage): Overlay[] {
  const overlays = candidates.flatMap((candidate, i) => {
    const effect = effectOf(candidate, rated.coverages[i]!);
    return effect ? [overlay(after, number, candidate, effect, marks)] : [];
  });
  return rated.sameContent ? overlays : [...overlays, DIFFERENT(number)];
}

const DIFFERENT = (page: number): Overlay => ({
  page,
  field: null,
  class: 'content',
  kind: 'page',
  effect: 'differs',
  message: `page ${page}: the page looks different`,
});

type Rating = RatedPage['coverages'][number];

/** Null: nothing to report. */
function effectOf({ side, kind, looks }: Candidate, coverage: Rating): Overlay['effect'] | null {
  if (!coverage) return side === 'before' ? 'uncovers' : 'unclear';
  if (kind === 'icon' && side === 'after') return coverage.erasesWord ? 'hides' : null;
  const hides = coverage.effect === 'hides';
  const letsThrough = looks.every(({ look }) => look.effect === 'light');
  if (side === 'before') return hides || (coverage.effect === 'touches' && looks.some(({ look }) => look.ground)) ? 'uncovers' : null;
  if (hides) return 'hides';
  return coverage.effect === 'touches' && !letsThrough && kind !== 'field' ? 'touches' : null;
}

function overlay(after: Snapshot, page: number, candidate: Candidate, effect: Overlay['effect'], marks: ChangedMarks): Overlay {
  const { mark, kind } = candidate;
  const field = mark.field?.name ?? null;
  const place = field === null ? `page ${page}` : `page ${page}, field '${field}'`;
  return {
    page,
    field,
    class: classOf(after, candidate),
    kind: kind === 'icon' ? 'annotation' : kind,
    effect,
    message: `${place}: ${describe(candidate, effect, marks)}`,
  };
}

function classOf(after: Snapshot, { mark, kind }: Candidate): Overlay['class'] {
  if (kind === 'annotation' || kind === 'icon') return 'annotations';
  return mark.field && isTimestampValue(after, mark.field.value) ? 'archival' : 'form-filling';
}

function describe({ mark, kind }: Candidate, effect: Overlay['effect'], { origins }: ChangedMarks): string {
  const name = NAMES[kind](mark);
  if (effect === 'uncovers') {
    const isKept = [...origins.values()].includes(mark);
    return `${name} that covered content of the page was ${isKept ? 'changed, moved or hidden' : 'removed'}`;
  }
  if (effect === 'unclear') return `whether ${name} covers content of the page could not be determined`;
  return `${name} covers content of the page`;
}

const annotationName = ({ subtype }: Mark): string => `an annotation (${subtype || 'of unknown type'})`;

const NAMES: Readonly<Record<Candidate['kind'], (mark: Mark) => string>> = {
  annotation: annotationName,
  icon: annotationName,
  signature: () => 'the new signature field',
  field: () => 'the background of the field',
};
