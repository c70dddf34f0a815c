/** Changes after signing (ISO 32000-2, 12.8.2): which of them the signature permits, and what follows. */
import { message } from '../../messages/index.js';
import { type Change, located, type Overlay } from '../changes/index.js';
import type { ChangeFacts, SignatureFacts } from '../facts/types.js';
import { isOverlayPermitted, isPermitted } from '../permissions.js';
import type { ChangeClass, DocumentChange } from '../result.js';
import { appliesIf, coversRevision, defineRules, failed, indeterminate, passIf, type RuleOptions } from './rule.js';

const SEVERITY: readonly ChangeClass[] = ['none', 'archival', 'form-filling', 'annotations', 'content'];

/** The worst class; null where the revisions could not be compared. */
export function worstChange({ later, overlays }: ChangeFacts): ChangeClass | null {
  return later && SEVERITY[Math.max(0, ...[...later, ...overlays].map(change => SEVERITY.indexOf(change.class)))]!;
}

/** Null where the revisions could not be compared. */
export function areChangesPermitted(
  { later, overlays, permissions }: ChangeFacts,
  options: RuleOptions,
): boolean | null {
  if (!later) return null;
  const isTolerated = (overlay: Overlay): boolean => isOverlayPermitted(overlay, options.tolerateOverlays);
  return later.every(change => isPermitted(change, permissions)) && overlays.every(isTolerated);
}

/** The changes as the result lists them. One without a message accompanies another: it is listed only where not permitted. */
export function listChanges({ field, changes }: SignatureFacts, options: RuleOptions): DocumentChange[] {
  const { permissions } = changes;
  const later = (changes.later ?? []).flatMap(change => {
    const { revision, page } = change;
    const allowed = isPermitted(change, permissions);
    if (change.message === null && allowed) return [];
    const message = change.message ?? located(page, change.field, notAllowed(change));
    return [{ afterField: field, revision, class: change.class, allowed, page, field: change.field, message }];
  });
  // a new signature field is listed as a change already
  const overlays = changes.overlays.filter(({ effect }) => effect !== 'visible');
  return [
    ...later,
    ...overlays.map(overlay => ({
      afterField: field,
      revision: overlay.revision,
      class: overlay.class,
      allowed: isOverlayPermitted(overlay, options.tolerateOverlays),
      page: overlay.page,
      field: overlay.field,
      message: overlay.message,
    })),
  ];
}

const notAllowed = ({ kind }: Change): string => message('change.not-allowed-here', { kind });

/** What a person should review, permitted or not. Null where the revisions could not be compared. */
export function noteworthy({ later, overlays, permissions }: ChangeFacts): string[] | null {
  const seen = overlays.filter(({ effect }) => effect !== 'visible' || permissions.certified);
  return later && [...new Set([...later.flatMap(notesOn), ...seen.map(({ message }) => message)])];
}

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
    },
  },
  {
    id: 'changes-without-doubt',
    test: ({ structure, changes }) => {
      const notes = noteworthy(changes);
      return appliesIf(coversRevision(structure.coverage), passIf(notes && notes.length === 0));
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
