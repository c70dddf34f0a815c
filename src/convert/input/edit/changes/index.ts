/** Accepts (final) or rejects (original) all tracked changes of a text document, so that the engine reads one version. */

import type { DocumentEdit } from '../document.js';
import { resolveOpenChanges } from './open-document.js';
import { decodesAsWord, resolveWordChanges } from './word.js';

/** The version of the text that remains. */
export type Version = 'final' | 'original';

export const resolveChanges: DocumentEdit = async (document, { format, options }) => {
  const version: Version = options.changes === 'original' ? 'original' : 'final';
  if (format.container === 'ooxml') {
    for (const part of document.parts) {
      if (decodesAsWord(await document.contentType(part))) await resolveWordChanges(document, part, version);
    }
    return;
  }
  const parts = format.container === 'odf' ? ['content.xml', 'styles.xml'] : document.parts;
  for (const part of parts) await resolveOpenChanges(document, part, version);
};
