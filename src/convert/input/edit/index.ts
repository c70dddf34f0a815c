/**
 * What is changed in a document before an engine reads it: one table. A new edit is one row here and one file beside it.
 * The edits run in this order.
 */
import type { Limits } from '../../limits.js';
import { isApplicable } from '../../option-values.js';
import type { PdfOptions } from '../../options.js';
import { outputNamed } from '../../outputs.js';
import { type DocumentEdit, EditableDocument, type EditContext, type PrintedSheets } from './document.js';

interface EditRow {
  /** Whether the edit may have something to change. */
  when(context: EditContext): boolean;
  load(): Promise<DocumentEdit>;
}

const EDITS: readonly EditRow[] = [
  {
    when: ({ survey, has }) => has('unusualZip') && !survey.isPlainArchive,
    load: async () => async document => document.rewrite(),
  },
  {
    when: ({ isUnread, has }) => has('statelessEncoding') && isUnread,
    load: async () => (await import('./encoding.js')).encodeAsUtf8,
  },
  {
    when: ({ has }) => has('refresh'),
    load: async () => (await import('./directives.js')).removeDirectives,
  },
  {
    when: ({ unlisted, has }) => has('incompleteManifest') && unlisted.size > 0,
    load: async () => (await import('./manifest.js')).completeManifest,
  },
  {
    when: ({ options, format, has }) =>
      isApplicable('sheets', format) &&
      isWrittenBySheet(options) &&
      (has('hiddenSheets') || options.sheets !== undefined || options.to === 'csv'),
    load: async () => (await import('./sheets/index.js')).printSheets,
  },
  {
    when: ({ options, has }) => has('scrolledSheet') && options.singlePageSheets === true,
    load: async () => (await import('./unscrolled.js')).removeScrollPositions,
  },
  {
    when: ({ options, format }) =>
      format.container === 'html' || PAGE_OPTIONS.some(name => options[name] && isApplicable(name, format)),
    load: async () => (await import('./pages/index.js')).changePages,
  },
  {
    when: ({ options, format }) =>
      options.changes !== undefined && options.changes !== 'marked' && isApplicable('changes', format),
    load: async () => (await import('./changes/index.js')).resolveChanges,
  },
  {
    when: ({ survey, has }) => has('ifFieldResult') && survey.hasConditions,
    load: async () => (await import('./conditions.js')).keepConditions,
  },
  {
    when: ({ survey, has }) => has('webHidden') && survey.hasWebHidden,
    load: async () => (await import('./web-hidden.js')).showWebHidden,
  },
  {
    when: ({ survey, has }) => has('svgAlone') && survey.hasSvgAlone,
    load: async () => (await import('./svg-pictures.js')).showSvgPictures,
  },
  {
    when: ({ survey, has }) => has('noteCommentsUnread') && survey.hasNoteComments,
    load: async () => (await import('./note-comments.js')).removeNoteComments,
  },
  {
    when: ({ survey, format }) => survey.showsPath || READ_LATE.includes(format.name),
    load: async () => (await import('./file-paths.js')).hidePaths,
  },
];

/** Formats whose fields are not read before. */
const READ_LATE = ['rtf', 'doc', 'xls'];

const PAGE_OPTIONS = ['paper', 'landscape', 'fit'] as const;

/** Other outputs keep the whole workbook. */
const isWrittenBySheet = ({ to = 'pdf' }: PdfOptions): boolean => to === 'csv' || outputNamed(to).exports === undefined;

/** `bytes` are the same where nothing is to be changed. `printed`: see EditableDocument. */
export async function editDocument(
  bytes: Uint8Array,
  context: EditContext,
  limits: Limits,
): Promise<{ bytes: Uint8Array; printed: PrintedSheets | null }> {
  const wanted = EDITS.filter(edit => edit.when(context));
  if (wanted.length === 0) return { bytes, printed: null };
  const document = new EditableDocument(bytes, context.format, limits);
  for (const { load } of wanted) {
    const edit = await load();
    await edit(document, context);
  }
  return { bytes: document.save(), printed: document.printed };
}
