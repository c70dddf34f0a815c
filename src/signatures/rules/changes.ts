/** Changes after signing (ISO 32000-2, 12.8.2): which of them the signature permits, and what follows. */
import { type Change, locationPrefix, type Overlay } from '../changes/index.js';
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
  const isTolerated = (overlay: Overlay): boolean => isOverlayPermitted(overlay, permissions, options.tolerateOverlays);
  return later.every(change => isPermitted(change, permissions)) && overlays.every(isTolerated);
}

/** The changes as the result lists them. One without a message accompanies another: it is listed only where not permitted. */
export function listChanges({ field, changes }: SignatureFacts, options: RuleOptions): DocumentChange[] {
  const { permissions } = changes;
  const later = (changes.later ?? []).flatMap(change => {
    const { revision, page } = change;
    const allowed = isPermitted(change, permissions);
    if (change.message === null && allowed) return [];
    const message = change.message ?? `${locationPrefix(page, change.field)}${change.kind}, which is not allowed here`;
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
      allowed: isOverlayPermitted(overlay, permissions, options.tolerateOverlays),
      page: overlay.page,
      field: overlay.field,
      message: overlay.message,
    })),
  ];
}

/** What a person should review, permitted or not. Null where the revisions could not be compared. */
export function noteworthy({ later, overlays, permissions }: ChangeFacts): string[] | null {
  const seen = overlays.filter(({ effect }) => effect !== 'visible' || permissions.certified);
  return later && [...new Set([...later.flatMap(notesOn), ...seen.map(({ message }) => message)])];
}

const notesOn = ({ class: kind, warnings }: Change): readonly string[] =>
  kind === 'annotations' ? [...warnings, 'comments or marks were added after signing'] : warnings;

export const CHANGE_RULES = defineRules(
  {
    id: 'changes-after-signing',
    test: ({ structure, changes }, options) =>
      appliesIf(coversRevision(structure.coverage), passIf(areChangesPermitted(changes, options))),
    onFail: failed('FORMAT_FAILURE'),
    onUnknown: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: ({ changes }) =>
        changes.later?.length === 0
          ? 'No later revision changes the document.'
          : 'Later revisions contain only changes that the signature permits.',
      fail: 'The document was changed after signing in a way that the signature does not permit.',
      unknown: 'The document was changed after signing; whether the signature permits the changes is unknown.',
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
      pass: 'No permitted change after signing needs review.',
      fail: ({ changes }) => `Review these changes: ${noteworthy(changes)?.join('; ')}.`,
    },
  },
  {
    id: 'shows-one-content',
    test: ({ changes }) => passIf(changes.activeContent && changes.activeContent.length === 0),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: 'The document has no active content that alters how it is displayed.',
      fail: ({ changes }) =>
        `The document can be displayed differently without being changed: ${changes.activeContent?.join('; ')}.`,
    },
  },
);
