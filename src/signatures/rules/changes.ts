/** Changes after signing (ISO 32000-2, 12.8.2): which of them the signature permits, and what follows. */
import { message } from '../../messages/index.js';
import { allTrue } from '../../system/three-valued.js';
import { type Change, located, type Overlay } from '../changes/index.js';
import type { ChangeFacts, SignatureFacts } from '../facts/types.js';
import { isOverlayPermitted, isPermitted } from '../permissions.js';
import type { ChangeClass, DocumentChange } from '../result.js';
import { appliesIf, coversRevision, defineRules, failed, indeterminate, passIf, type RuleOptions } from './rule.js';

const SEVERITY: readonly ChangeClass[] = ['none', 'archival', 'form-filling', 'annotations', 'content'];

/** The worst class; null where a worse one could not be excluded. */
export function worstChange({ later, overlays }: ChangeFacts): ChangeClass | null {
  if (!later) return null;
  const classes = [...later, ...overlays].map(change => change.class);
  const worst = SEVERITY[Math.max(0, ...classes.map(one => (one ? SEVERITY.indexOf(one) : 0)))]!;
  return worst !== 'content' && classes.includes(null) ? null : worst;
}

/** Whether a later revision may have changed what pages look like: validation data and timestamps are not visible. */
export function mayLookDifferent(changes: ChangeFacts): boolean {
  const worst = worstChange(changes);
  return changes.later !== null && worst !== 'none' && worst !== 'archival';
}

/** False where a change is shown that is not permitted; null where one could not be excluded. */
export function areChangesPermitted(
  { later, overlays, permissions }: ChangeFacts,
  { tolerateOverlays }: RuleOptions,
): boolean | null {
  if (!later) return null;
  return allTrue([
    ...later.map(change => isPermitted(change, permissions)),
    ...overlays.map(overlay => isOverlayPermitted(overlay, tolerateOverlays)),
  ]);
}

/** The changes as the result lists them. One without a message accompanies another: it is listed only where not permitted. */
export function listChanges({ field, changes }: SignatureFacts, options: RuleOptions): DocumentChange[] {
  const { permissions } = changes;
  const later = (changes.later ?? []).flatMap(change => {
    const isAllowed = isPermitted(change, permissions);
    if (change.message === null && isAllowed) return [];
    const message = change.message ?? located(change.page, change.field, notAllowed(change));
    return [listed(field, { ...change, message }, isAllowed)];
  });
  // a new signature field is listed as a change already
  const overlays = changes.overlays.filter(({ effect }) => effect !== 'visible');
  return [...later, ...overlays.map(one => listed(field, one, isOverlayPermitted(one, options.tolerateOverlays)))];
}

type Listed = Pick<Change | Overlay, 'revision' | 'class' | 'page' | 'field'> &
  Partial<Pick<Change, 'value'>> & { readonly message: string };

/** `isAllowed`: null is unknown, and so is the class then. */
const listed = (afterField: string, change: Listed, isAllowed: boolean | null): DocumentChange => ({
  afterField,
  revision: change.revision,
  class: isAllowed === null ? null : change.class,
  allowed: isAllowed ?? false,
  page: change.page,
  field: change.field,
  message: change.message,
  value: change.value ?? null,
});

const notAllowed = ({ kind }: Change): string => message('change.not-allowed-here', { kind });

/** The first change of which it is unknown whether it is permitted. */
const firstDoubt = (facts: SignatureFacts, options: RuleOptions): string | null =>
  listChanges(facts, options).find(change => change.class === null)?.message ?? null;

/** What a person should review, permitted or not. Null where the revisions could not be compared. */
export const noteworthy = ({ later, overlays }: ChangeFacts): string[] | null =>
  later && [...new Set([...later.flatMap(notesOn), ...overlays.map(({ message }) => message)])];

const notesOn = ({ class: kind, warnings }: Change): readonly string[] =>
  kind === 'annotations' ? [...warnings, message('change.annotations-added')] : warnings;

export const CHANGE_RULES = defineRules(
  {
    id: 'changes-after-signing',
    test: ({ structure, changes }, options) =>
      appliesIf(coversRevision(structure.coverage), passIf(areChangesPermitted(changes, options))),
    onFail: failed('FORMAT_FAILURE'),
    onUnknown: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: ({ changes }) => message(`rule.changes-after-signing.pass${changes.later?.length === 0 ? '.none' : ''}`),
      unknown: (facts, options) => {
        const doubt = firstDoubt(facts, options);
        return doubt
          ? message('rule.changes-after-signing.unknown.because', { doubt })
          : message('rule.changes-after-signing.unknown');
      },
    },
  },
  {
    id: 'changes-without-doubt',
    test: ({ structure, changes }) => {
      const notes = noteworthy(changes);
      const isClear = notes && allTrue([notes.length === 0, ...changes.later!.map(change => change.class && true)]);
      return appliesIf(coversRevision(structure.coverage), passIf(isClear));
    },
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      fail: ({ changes }) => {
        const notes = noteworthy(changes) ?? [];
        return message('rule.changes-without-doubt.fail', { changes: notes.join('; ') });
      },
    },
  },
  {
    id: 'shows-one-content',
    test: ({ changes }) => passIf(changes.activeContent && changes.activeContent.length === 0),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      fail: ({ changes: { activeContent } }) =>
        message('rule.shows-one-content.fail', { contents: (activeContent ?? []).join('; ') }),
    },
  },
);
