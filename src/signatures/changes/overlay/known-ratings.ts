/** What new signatures cover, kept for the next comparison: a page with many of them would be rendered again for each. */
import { type Box, expanded, overlap, union } from '../../../pdf/index.js';
import type { Candidate } from './candidates.js';
import type { ChangedMarks } from './changed-marks.js';
import type { Mark } from './marks.js';
import type { RatedPage } from './rendering.js';

type Rating = NonNullable<RatedPage['coverages'][number]>;

/** In points, around a mark: what is further away has no influence on what it hides, nor on the background of that. */
const NEAR = 8;

/** By the mark of the latest revision, with the marks around it that existed at signing. */
export class KnownRatings {
  readonly #known = new Map<Mark, { readonly around: readonly Mark[]; readonly rating: Rating }>();

  get(marks: ChangedMarks, { mark, looks, side }: Candidate): Rating | null {
    const known = side === 'after' ? this.#known.get(mark) : undefined;
    if (!known || changesNear(marks, looks)) return null;
    const around = marksNear(marks, looks);
    const isSame = around.length === known.around.length && around.every((one, i) => one === known.around[i]);
    return isSame ? known.rating : null;
  }

  keep(marks: ChangedMarks, { mark, looks, kind }: Candidate, rating: Rating | null): void {
    if ((kind !== 'approval' && kind !== 'signature') || rating === null || changesNear(marks, looks)) return;
    this.#known.set(mark, { around: marksNear(marks, looks), rating });
  }
}

const boxOf = (looks: Candidate['looks']): Box => expanded(looks.map(({ box }) => box).reduce(union), NEAR);

const isIn =
  (box: Box) =>
  ({ reach, rect }: Mark): boolean =>
    overlap(reach ?? rect, box) > 0;

/** A mark that was changed or removed hid something else for each signature. */
const changesNear = ({ before }: ChangedMarks, looks: Candidate['looks']): boolean => before.some(isIn(boxOf(looks)));

const marksNear = ({ unchanged }: ChangedMarks, looks: Candidate['looks']): Mark[] =>
  unchanged.map(({ after }) => after).filter(isIn(boxOf(looks)));
