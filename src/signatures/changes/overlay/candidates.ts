/** The cheap part of the test: which changed marks of a page may cover, or may have covered, content of it. */
import type { PdfDict } from '../../../pdf/index.js';
import type { Snapshot } from '../compare/snapshot.js';
import type { ChangedMarks } from './changed-marks.js';
import { area, type Box, overlap } from './geometry.js';
import { isVisible, type Mark, type MarkLook, MEDIA, normalLook, possibleLooks } from './marks.js';
import { contentBoxes } from './page-content.js';

/** A changed mark that meets content. */
export interface Candidate {
  readonly side: 'before' | 'after';
  readonly mark: Mark;
  /** 'icon': of a note, which may hide a part of a word; 'field': a field that existed at signing, at its place. */
  readonly kind: 'annotation' | 'icon' | 'signature' | 'field';
  /** The ways in which viewers can show it; at least one. */
  readonly looks: readonly MarkLook[];
}

/** In square points: the icon of a note. */
const MAX_ICON_AREA = 32 * 32;

export function candidatesOf(before: Snapshot, after: Snapshot, page: PdfDict, marks: ChangedMarks): Candidate[] {
  const covered = marks.before.flatMap(mark => candidateAt('before', before, mark, kindAtSigning(mark)));
  const covering = marks.after.flatMap(mark => candidateAt('after', after, mark, kindOf(mark, marks)));
  const candidates = [...covered, ...covering];
  if (candidates.length === 0) return [];
  const content = contentBoxes(before.revision, page);
  const looks = marks.unchanged.map(pair => isShown(pair.after) && normalLook(after, pair.after));
  const boxes = looks.filter(look => look && look.look.effect !== 'nothing').map(look => (look as MarkLook).box);
  return candidates.filter(({ looks }) => looks.some(({ box }) => content === null || meetsAny(box, content, boxes)));
}

/** New signature fields that are visible. */
export const newSignatureMarks = (marks: ChangedMarks): Mark[] =>
  marks.after.filter(mark => kindOf(mark, marks) === 'signature' && isShown(mark) && area(mark.rect) > 0);

const meetsAny = (box: Box, ...groups: (readonly Box[])[]): boolean =>
  groups.some(group => group.some(other => overlap(box, other) > 0));

const isShown = (mark: Mark): boolean => MEDIA.some(medium => isVisible(mark, medium));

function candidateAt(side: Candidate['side'], snapshot: Snapshot, mark: Mark, kind: Candidate['kind']): Candidate[] {
  if (!isShown(mark)) return [];
  const shown = side === 'after' ? possibleLooks(snapshot, mark) : [normalLook(snapshot, mark) ?? []].flat();
  // what a field shows inside its rectangle is its value: only a ground can hide content below it
  const looks = shown.filter(({ look }) => (kind === 'field' ? look.ground : look.effect !== 'nothing'));
  const isIcon = kind === 'annotation' && mark.subtype === 'Text' && looks.every(look => isIconLook(look));
  return looks.length === 0 ? [] : [{ side, mark, kind: isIcon ? 'icon' : kind, looks }];
}

const isIconLook = ({ box, look }: MarkLook): boolean => !look.text && area(box) <= MAX_ICON_AREA;

const kindAtSigning = ({ field }: Mark): Candidate['kind'] => (field ? 'field' : 'annotation');

/** A new widget of a form is a signature field: any other is not permitted. */
function kindOf(mark: Mark, { origins }: ChangedMarks): Candidate['kind'] {
  if (!mark.field) return 'annotation';
  return origins.has(mark) ? 'field' : 'signature';
}
