/** Comments and markup: permitted without certification and at P=3 (ISO 32000-2, 12.8.2.2.2, Table 257). */
import { message } from '../../../messages/index.js';
import { dictOf, PdfDict, PdfName, type PdfObject } from '../../../pdf/index.js';
import { annotationName } from '../annotation-name.js';
import type { Snapshot } from '../compare/snapshot.js';
import { commentsOf, statedByComment } from '../stated-values.js';
import { activates, isVisible, namedFlags, visibilityOf } from './flags.js';
import { type Difference, isAdded, isRemoved, rulesOf } from './rule.js';
import { addedEntries } from './trees.js';

/** 12.5.6.1. Not included: file attachments, movies, sound, redactions and unknown types. */
const MARKUP_TYPES = new Set(
  `Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup
  Link`.split(/\s+/),
);

const TABLE_257 = 'ISO 32000-2, 12.8.2.2.2, Table 257';

export const ANNOTATION_RULES = rulesOf('annotations', [
  {
    id: 'annotation-added',
    clause: TABLE_257,
    at: ['annotation'],
    test: difference => isAdded(difference) && isMarkupWithoutAction(difference.after),
    message: ({ pair, after }) => message('change.annotation-added', { annotation: nameOf(pair.after, after) }),
    stated: statedByComment,
  },
  {
    id: 'annotation-removed',
    clause: TABLE_257,
    at: ['annotation'],
    test: difference => isRemoved(difference) && isMark(difference.before),
    message: ({ pair, before }) => message('change.annotation-removed', { annotation: nameOf(pair.before, before) }),
    stated: statedByComment,
  },
  {
    id: 'annotation-unlocked',
    clause: `${TABLE_257}; 12.5.3`,
    at: ['annotation.F'],
    test: difference => isPartOfMark(difference) && namedFlags(difference).cleared !== null,
    message: difference => {
      const unlocked = message('change.annotation-flags-cleared', { flags: namedFlags(difference).cleared! });
      return changesVisibility(difference)
        ? message('change.and', { first: unlocked, second: visibility(difference) })
        : unlocked;
    },
  },
  {
    id: 'annotation-visibility',
    clause: `${TABLE_257}; 12.5.3`,
    at: ['annotation.F'],
    test: difference => isPartOfMark(difference) && changesVisibility(difference),
    message: visibility,
  },
  {
    id: 'annotation-changed',
    clause: TABLE_257,
    at: ['annotation-part'],
    test: difference => isPartOfMark(difference),
    message: ({ context }) => message('change.annotation-changed', { annotation: annotationName(context.subtype) }),
    stated: statedByComment,
  },
  {
    id: 'annotation-icons-added',
    clause: 'ISO 32000-2, 7.7.4, AP',
    at: ['icons'],
    test: ({ pair }) => {
      const [before, after] = [pair.before, pair.after].map(({ revision }) => revision.getDict(revision.root, 'Names'));
      return addedEntries(pair, before?.get('AP') ?? null, after?.get('AP') ?? null) !== null;
    },
    message: () => message('change.annotation-icons'),
  },
]);

function isMark(value: unknown): boolean {
  const dict = value instanceof PdfDict ? value : null;
  const subtype = dict?.get('Subtype');
  return subtype instanceof PdfName && MARKUP_TYPES.has(subtype.name);
}

const ACTIONS = ['A', 'AA', 'PA'];
/** Actions, and associated files. */
const NOT_ADDED = [...ACTIONS, 'AF'];

const isMarkupWithoutAction = (value: unknown): boolean =>
  isMark(value) && !NOT_ADDED.some(key => (value as PdfDict).has(key));

/** By the annotation that contains the value: its parts can be separate objects. */
const isPartOfMark = (difference: Difference): boolean => {
  const { entry, subtype } = difference.context;
  return entry !== 'annotation.Subtype' && subtype !== null && MARKUP_TYPES.has(subtype) && !movesAction(difference);
};

/** Where, and whether, an annotation is on the page. */
const PLACES = new Set(['annotation.Rect', 'annotation.QuadPoints', 'annotation.F', 'annotation.OC']);

/** The action of a link would start where none did: two links that change places exchange their targets. */
function movesAction(difference: Difference): boolean {
  const { context, pair, before, after } = difference;
  if (!PLACES.has(context.entry)) return false;
  if (context.entry === 'annotation.F' && !activates(before, after)) return false;
  const [from, to] = commentsOf(difference);
  return (!from && !to) || hasAction(pair.before, from) || hasAction(pair.after, to);
}

const hasAction = ({ revision }: Snapshot, mark: PdfDict | null): boolean =>
  ACTIONS.some(key => revision.get(mark, key) !== null);

const changesVisibility = ({ before, after }: Difference): boolean => visibilityOf(before) !== visibilityOf(after);

function visibility({ before, after }: Difference): string {
  if (isVisible(before) === isVisible(after)) return message('change.annotation-visible');
  return message(`change.annotation-${isVisible(after) ? 'shown' : 'hidden'}`);
}

/** With its author, where one is stated. */
function nameOf({ revision }: Snapshot, value: PdfObject): string {
  const comment = dictOf(value);
  const annotation = annotationName(revision.getName(comment, 'Subtype'));
  const author = revision.getText(comment, 'T');
  return author ? message('change.annotation-of', { annotation, author }) : annotation;
}
