/**
 * What is changed in a document before an engine reads it: one table. A new edit is one row here and one file beside it.
 * The edits run in this order.
 */
import type { Limits } from '../../limits.js';
import { isApplicable } from '../../option-values.js';
import { type DocumentEdit, EditableDocument, type EditContext } from './document.js';

interface EditRow {
  /** Whether the edit may have something to change. */
  when(context: EditContext): boolean;
  load(): Promise<DocumentEdit>;
}

const EDITS: readonly EditRow[] = [
  {
    when: ({ format }) => format.container === 'html',
    load: async () => (await import('./directives.js')).removeDirectives,
  },
  {
    when: ({ unlisted }) => unlisted.size > 0,
    load: async () => (await import('./manifest.js')).completeManifest,
  },
  {
    when: ({ options, format }) => options.landscape === true && isApplicable('landscape', format),
    load: async () => (await import('./landscape.js')).toLandscape,
  },
];

/** The edited document; the same bytes where nothing is to be changed. */
export async function editDocument(bytes: Uint8Array, context: EditContext, limits: Limits): Promise<Uint8Array> {
  const wanted = EDITS.filter(edit => edit.when(context));
  if (wanted.length === 0) return bytes;
  const document = new EditableDocument(bytes, context.format, limits);
  for (const { load } of wanted) {
    const edit = await load();
    await edit(document, context);
  }
  return document.save();
}
