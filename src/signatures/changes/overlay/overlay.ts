/** An effect of a changed mark on what a page shows, as the report states it. */
import { message } from '../../../messages/index.js';
import { cornersOf } from '../../../pdf/index.js';
import type { ChangeClass } from '../../result.js';
import { annotationName } from '../annotation-name.js';
import type { Snapshot } from '../compare/snapshot.js';
import { located } from '../place.js';
import { isTimestampValue } from '../rules/signature-field.js';
import { type Candidate, isOverLines } from './candidates.js';
import type { ChangedMarks } from './changed-marks.js';
import type { Mark } from './marks.js';
import type { RatedPage } from './rendering.js';

export interface Overlay {
  /** 1 = first. */
  readonly page: number;
  /** The revision that changed the page last. */
  readonly revision: number;
  /** Fully qualified name; null for annotations. */
  readonly field: string | null;
  /** Of the change that has this effect. */
  readonly class: Exclude<ChangeClass, 'none'>;
  /**
   * 'annotation': a comment or another mark; 'signature': a new signature field; 'field': a field that existed at signing, and
   * 'filled-field' if it has another value since and may have a background.
   */
  readonly kind: 'annotation' | 'signature' | 'field' | 'filled-field' | 'page';
  /**
   * 'hides': a digit or more of the content; 'touches': less; 'uncovers': a mark that covered content does not any more;
   * 'reorders': overlapping marks are painted in another order; 'differs': the page looks different although no change of it
   * was found; 'visible': a field that shows what no signer states, see visibleFields(); 'unclear': whether it covers content
   * could not be determined; 'unknown': whether one of the other effects that are never permitted occurs could not be determined.
   */
  readonly effect: 'touches' | 'hides' | 'uncovers' | 'reorders' | 'differs' | 'visible' | 'unclear' | 'unknown';
  readonly message: string;
}

/** The page and the revision that changed it last. */
export interface ChangedPage {
  readonly page: number;
  readonly revision: number;
}

const ofPage =
  (
    kind: Overlay['class'],
    effect: Overlay['effect'],
    id: 'overlay.reordered' | 'overlay.order-unknown' | 'overlay.differs' | 'overlay.undetermined',
  ) =>
  (at: ChangedPage): Overlay => ({
    ...at,
    field: null,
    class: kind,
    kind: 'page',
    effect,
    message: located(at.page, null, message(id)),
  });

export const reorderedMarks = ofPage('annotations', 'reorders', 'overlay.reordered');
export const unknownOrder = ofPage('annotations', 'unknown', 'overlay.order-unknown');
export const differentPage = ofPage('content', 'differs', 'overlay.differs');
export const undeterminedPage = ofPage('annotations', 'unknown', 'overlay.undetermined');

/** The place is stated in points from the lower left corner, as in /Rect. */
export function visibleField(at: ChangedPage, after: Snapshot, mark: Mark): Overlay {
  const place = cornersOf(mark.rect).map(Math.round).join(' ');
  const kind = isTimestamp(after, mark) ? 'timestamp' : 'signature';
  return overlay(at, after, mark, 'signature', 'visible', message(`overlay.${kind}-visible`, { place }));
}

/** Null: nothing to report. */
export function ratedOverlay(
  at: ChangedPage,
  after: Snapshot,
  marks: ChangedMarks,
  candidate: Candidate,
  coverage: RatedPage['coverages'][number],
): Overlay | null {
  const effect = effectOf(candidate, coverage);
  const isUnclear = candidate.kind === 'painted-field' && effect !== 'hides';
  const kind = isUnclear ? 'filled-field' : REPORTED[candidate.kind];
  return effect && overlay(at, after, candidate.mark, kind, effect, describe(candidate, effect, marks));
}

const REPORTED: Readonly<Record<Candidate['kind'], Overlay['kind']>> = {
  annotation: 'annotation',
  icon: 'annotation',
  approval: 'signature',
  signature: 'signature',
  field: 'field',
  'filled-field': 'filled-field',
  'painted-field': 'field',
};

const HIDDEN = { before: 'uncovers', after: 'hides' } as const;

/**
 * Thin lines and highlights may cross content, but not hide a decimal point or paint over ink in the colour of the paper; an icon
 * may hide a part of a word by something that is seen. A second signature may be where a form has lines or a box for it.
 */
function effectOf(
  candidate: Candidate,
  coverage: RatedPage['coverages'][number],
): Exclude<Overlay['effect'], 'visible'> | null {
  const { side, kind, looks } = candidate;
  if (!coverage) return side === 'before' ? 'unknown' : 'unclear';
  const { effect, erasesWord, erasesPart, blanks, beyondLines } = coverage;
  const isLight = looks.every(({ look }) => look.effect === 'light');
  const erases = erasesPart || blanks !== 'none';
  if (kind === 'approval') return beyondLines ? 'hides' : null;
  if (isOverLines(candidate) && !beyondLines) return null;
  if (kind === 'icon') return erasesWord || blanks === 'hides' ? HIDDEN[side] : null;
  if (side === 'before') {
    const hadBackground = looks.some(({ look }) => look.background);
    return effect === 'hides' || (effect === 'touches' && (hadBackground || erases)) ? 'uncovers' : null;
  }
  if (effect === 'touches') return (isLight && !erases) || kind.endsWith('field') ? null : 'touches';
  return effect === 'hides' ? 'hides' : null;
}

const isTimestamp = (after: Snapshot, { field }: Mark): boolean =>
  field !== null && isTimestampValue(after, field.value);

function overlay(
  at: ChangedPage,
  after: Snapshot,
  mark: Mark,
  kind: Overlay['kind'],
  effect: Overlay['effect'],
  what: string,
): Overlay {
  const field = mark.field?.name ?? null;
  return {
    ...at,
    field,
    class: kind === 'annotation' ? 'annotations' : isTimestamp(after, mark) ? 'archival' : 'form-filling',
    kind,
    effect,
    message: located(at.page, field, what),
  };
}

function describe({ mark, kind }: Candidate, effect: Overlay['effect'], { origins }: ChangedMarks): string {
  const name = NAMES[kind](mark);
  if (effect === 'unknown') return message('overlay.uncovers-unknown', { mark: name });
  if (effect === 'uncovers') {
    const remains = [...origins.values()].includes(mark);
    return message(`overlay.uncovered.${remains ? 'changed' : 'removed'}`, { mark: name });
  }
  if (effect === 'unclear') return message('overlay.unclear', { mark: name });
  return kind === 'approval' ? message('overlay.hides') : message('overlay.covers', { mark: name });
}

const nameOf = ({ subtype }: Mark): string => annotationName(subtype || null);

const NAMES: Readonly<Record<Candidate['kind'], (mark: Mark) => string>> = {
  annotation: nameOf,
  icon: nameOf,
  approval: () => message('overlay.mark.signature'),
  signature: () => message('overlay.mark.signature'),
  field: () => message('overlay.mark.field'),
  'filled-field': () => message('overlay.mark.field'),
  'painted-field': () => message('overlay.mark.field'),
};
