/** The cheap part of the test: which changed marks of a page may cover, or may have covered, content of it. */
import { area, type Box, overlap, type PdfDict } from '../../../pdf/index.js';
import { sameValue } from '../../find/same-value.js';
import type { Snapshot } from '../compare/snapshot.js';
import { decorationOf } from '../field-looks/index.js';
import { contentBoxes } from '../painting/page-content.js';
import { isTimestampValue } from '../rules/signature-field.js';
import type { ChangedMarks } from './changed-marks.js';
import { isVisible, type Mark, type MarkLook, MEDIA, normalLook, possibleLooks, shownLooks } from './marks.js';

/** A changed mark that meets content. */
export interface Candidate {
  readonly side: 'before' | 'after';
  readonly mark: Mark;
  /**
   * 'icon': of a note, which may hide a part of a word; 'approval': of a signature in a document that is not certified, which may
   * touch lines and areas for it; 'signature': of another signature, such as a document timestamp; 'field': a field that existed
   * at signing, at its place, and 'filled-field' if it has another value since; 'painted-field': a text or choice field that has
   * one, and stated no background (/MK) when the document was signed.
   */
  readonly kind: 'annotation' | 'icon' | 'approval' | 'signature' | 'field' | 'filled-field' | 'painted-field';
  /** The ways in which viewers can show it; at least one. */
  readonly looks: readonly MarkLook[];
}

/** In square points: the icon of a note. */
const MAX_ICON_AREA = 32 * 32;

export interface Comparison {
  /** The signed revision. */
  readonly before: Snapshot;
  /** The latest revision. */
  readonly after: Snapshot;
  /** New signatures must not touch content of a certified document; of another one, they may touch lines. */
  readonly certified: boolean;
}

/** `page`: in the latest revision. */
export function candidatesOf(
  { before, after, certified }: Comparison,
  page: PdfDict,
  marks: ChangedMarks,
): Candidate[] {
  const covered = marks.before.flatMap(mark => candidateAt('before', before, mark, kindAtSigning(mark)));
  const later = marks.after.map(mark => ({ mark, kind: kindOf(mark, marks, { before, after, certified }) }));
  const covering = later.flatMap(({ mark, kind }) => candidateAt('after', after, mark, kind));
  const candidates = [...covered, ...covering];
  if (candidates.length === 0) return [];
  const content = contentBoxes(after.revision, page);
  const shown = marks.unchanged.map(pair => pair.after).filter(isShown);
  const boxes = shown.map(mark => normalLook(after, mark)?.box).filter(box => box !== undefined);
  const { budget } = after.revision.document;
  const meetsAny = (box: Box): boolean => {
    budget.step(1 + ((content?.length ?? 0) + boxes.length) / COMPARED);
    return content === null || [content, boxes].some(group => group.some(other => overlap(box, other) > 0));
  };
  return candidates.filter(({ looks }) => looks.some(({ box }) => meetsAny(box)));
}

/** Pairs of boxes that are compared for one unit of work. */
const COMPARED = 50;

/** Forms have lines and boxes where an approval signature, or one in a field that existed, or a text has to be. */
export const isOverLines = ({ kind, mark }: Candidate): boolean =>
  kind === 'approval' || kind === 'painted-field' || (kind === 'filled-field' && mark.field?.type === 'Sig');

/** Signature fields that show text of no signer: empty ones and document timestamps. In a certified document, all new ones. */
export const visibleFields = (comparison: Comparison, marks: ChangedMarks): Mark[] =>
  marks.after.filter(mark => mark.field && isShown(mark) && isToReview(mark, marks, comparison));

function isToReview(mark: Mark, marks: ChangedMarks, comparison: Comparison): boolean {
  const { after, certified } = comparison;
  const isNew = !shownOrigin(mark, marks);
  if (certified && isNew) return area(mark.rect) > 0;
  const isSigned = isNew ? kindOf(mark, marks, comparison) === 'approval' : !isTimestampValue(after, mark.field!.value);
  return !isSigned && possibleLooks(after, mark).length > 0;
}

/** The earlier mark, if it was visible: the signer did not see the place of a hidden field. */
function shownOrigin(mark: Mark, { origins }: ChangedMarks): Mark | null {
  const origin = origins.get(mark);
  return origin && isShown(origin) ? origin : null;
}

const isShown = (mark: Mark): boolean => MEDIA.some(medium => isVisible(mark, medium));

const FIELDS: ReadonlySet<Candidate['kind']> = new Set(['field', 'filled-field', 'painted-field']);

function candidateAt(side: Candidate['side'], snapshot: Snapshot, mark: Mark, kind: Candidate['kind']): Candidate[] {
  if (!isShown(mark)) return [];
  const shown = side === 'after' ? possibleLooks(snapshot, mark) : shownLooks(snapshot, mark);
  // the text in a field is its value: only what is drawn besides it can be there to hide content
  const isField = FIELDS.has(kind);
  const looks = shown.filter(({ look }) => (isField ? look.drawing : look.effect !== 'nothing'));
  const isIcon = kind === 'annotation' && mark.subtype === 'Text' && looks.every(look => isIconLook(look));
  return looks.length === 0 ? [] : [{ side, mark, kind: isIcon ? 'icon' : kind, looks }];
}

const isIconLook = ({ box, look }: MarkLook): boolean => !look.text && area(box) <= MAX_ICON_AREA;

const kindAtSigning = ({ field }: Mark): Candidate['kind'] => (field ? 'field' : 'annotation');

/** A new widget of a form belongs to a signature field: any other is not permitted. An empty one is a mark like others. */
function kindOf(mark: Mark, marks: ChangedMarks, { before, after, certified }: Comparison): Candidate['kind'] {
  const { field } = mark;
  const origin = shownOrigin(mark, marks);
  if (field && origin?.field) {
    if (sameValue(before.revision, origin.field.value, after.revision, field.value)) return 'field';
    const isText = field.type === 'Tx' || field.type === 'Ch';
    return isText && decorationOf(before.revision, origin.dict).background === 'none'
      ? 'painted-field'
      : 'filled-field';
  }
  if (!field || field.value === null) return 'annotation';
  return certified || isTimestampValue(after, field.value) ? 'signature' : 'approval';
}
