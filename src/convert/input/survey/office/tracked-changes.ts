import type { Finding, ReportContext, Surveyed, Surveyor } from '../surveyor.js';

/**
 * Counts text that was deleted or moved away with tracked changes: w:del and w:moveFrom with content (ECMA-376-1, 17.13.5;
 * those without are of marks, rows and cells), text:deletion (ODF 1.3 part 3, 5.5.6).
 */
export function trackedChanges({ kind }: Surveyed): Surveyor {
  let deletions = 0;
  return {
    names: kind === 'odf' ? ['deletion'] : ['del', 'movefrom'],
    tag(text) {
      if (!text.endsWith('/')) deletions++;
    },
    warnings: context => printedDeletions(deletions, context),
  };
}

export function* printedDeletions(deletions: number, { options }: ReportContext): Iterable<Finding> {
  if (deletions > 0 && (options.changes ?? 'marked') === 'marked') yield ['changes_printed', { deletions }];
}
