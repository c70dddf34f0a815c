/**
 * What is changed in a document before an engine reads it: one table. A new edit is one row here and one file beside it.
 * The edits run in this order.
 */
import type { Format } from '../../formats.js';
import { isApplicable } from '../../option-values.js';
import type { PdfOptions } from '../../options.js';
import { outputNamed } from '../../outputs.js';
import { localeWithPaper } from '../../paper.js';
import type { QuirkId } from '../../quirks/table.js';
import { isUnread } from '../detect-text.js';
import { type DocumentEdit, EditableDocument, type EditContext, isPackage, type PrintedSheets } from './document.js';

interface EditRow {
  /** Whether the edit may have something to change. */
  when(context: EditContext): boolean;
  load(format: Format): Promise<DocumentEdit>;
}

const EDITS: readonly EditRow[] = [
  {
    when: ({ source, format, has }) =>
      isPackage(format) && (source.archive.repeated.size > 0 || (has('unusualZip') && !source.archive.isPlain)),
    load: async () => async document => document.rewrite(),
  },
  {
    when: ({ source, format, has }) => has('statelessEncoding') && isUnread(source.bytes, format),
    load: async () => (await import('./texts.js')).encodeAsUtf8,
  },
  {
    when: ({ format, has }) => has('animatedWebp') && format.name === 'webp',
    load: async () => (await import('./pictures/webp.js')).keepFirstFrame,
  },
  {
    when: ({ has }) => has('pngErrors'),
    load: async () => (await import('./pictures/index.js')).repairPictures,
  },
  {
    when: ({ has }) => has('refresh'),
    load: async () => (await import('./texts.js')).removeDirectives,
  },
  {
    when: ({ has }) => has('internalSubset'),
    load: async () => (await import('./texts.js')).removeSubset,
  },
  {
    when: ({ has }) => has('unknownBlocks'),
    load: async () => (await import('./texts.js')).divideBlocks,
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
    load: loadSheets,
  },
  {
    when: ({ options, format, has }) =>
      format.name === 'xlsb' && isWrittenBySheet(options) && (has('hiddenSheets') || options.to === 'csv'),
    load: async () => (await import('./sheets/workbook-binary.js')).printBinarySheets,
  },
  {
    when: ({ options, format }) => options.comments === 'margin' && isApplicable('sheets', format),
    load: async () => (await import('./sheets/shown-comments.js')).hideShownComments,
  },
  {
    when: ({ options, has }) => has('scrolledSheet') && options.singlePageSheets === true,
    load: async () => (await import('./excel.js')).removeScrollPositions,
  },
  {
    when: ({ format, language, paper }) =>
      isWorkbook(format) && language === 'en-US' && localeWithPaper(language, paper) !== language,
    load: async () => (await import('./number-formats.js')).stateNumberFormats,
  },
  {
    when: ({ has }) => has('fullCalculation'),
    load: async () => (await import('./sheets/full-calculation.js')).calculateAll,
  },
  {
    when: ({ has }) => has('manualCalculation'),
    load: async () => (await import('./sheets/full-calculation.js')).calculateTexts,
  },
  {
    when: ({ options, has }) => has('unknownFunctions') && (isDrawn(options) || options.to === 'csv'),
    load: async () => (await import('./sheets/saved-results.js')).keepSavedResults,
  },
  {
    when: ({ options, has }) => has('unknownFunctions') && (isDrawn(options) || options.to === 'csv'),
    load: async () => (await import('./sheets/missing-results.js')).warnOfErrors,
  },
  {
    when: ({ has }) => has('formatLanguages'),
    load: async () => (await import('./format-languages.js')).numberFormatLanguages,
  },
  {
    when: laidOutFor('dayZero'),
    load: async () => (await import('./day-zero.js')).printDayZero,
  },
  {
    when: ({ options, format }) =>
      format.container === 'html' || PAGE_OPTIONS.some(name => options[name] && isApplicable(name, format)),
    load: async () => (await import('./pages/index.js')).changePages,
  },
  {
    when: ({ options, format }) =>
      options.changes !== undefined && options.changes !== 'marked' && isApplicable('changes', format),
    load: async ({ container }) =>
      container === 'ooxml'
        ? (await import('./changes/word.js')).resolveWordChanges
        : (await import('./changes/open-document.js')).resolveOpenChanges,
  },
  {
    when: ({ facts, has }) => has('ifFieldResult') && facts.has('ifFields'),
    load: async () => (await import('./word.js')).keepConditions,
  },
  {
    when: ({ options, facts, has }) => has('contentControls') && facts.has('contentControls') && isDrawn(options),
    load: async ({ container }) => {
      const edits = await import('./content-controls.js');
      return container === 'ooxml' ? edits.printControls : edits.printOpenControls;
    },
  },
  {
    when: ({ facts, has }) => has('webHidden') && facts.has('webHidden'),
    load: async () => (await import('./word.js')).showWebHidden,
  },
  {
    when: ({ facts, has }) => has('onlyChoices') && facts.has('alternatives'),
    load: async () => (await import('./alternatives.js')).takeOnlyChoices,
  },
  {
    when: ({ facts, has }) => has('svgAlone') && facts.has('svgAlone'),
    load: async () => (await import('./svg-pictures.js')).showSvgPictures,
  },
  {
    when: ({ facts, has }) => has('noteCommentsUnread') && facts.has('noteComments'),
    load: async () => (await import('./word.js')).removeNoteComments,
  },
  {
    when: context => laidOutFor('fieldRuns')(context) && context.facts.has('fieldRuns'),
    load: async () => (await import('./layout/field-runs.js')).divideFieldRuns,
  },
  {
    when: context =>
      laidOutFor('savedFields')(context) && context.facts.has('savedFields') && context.options.updateIndex !== true,
    load: async () => (await import('./layout/saved-fields.js')).keepSavedFields,
  },
  {
    when: laidOutFor('romanCounts'),
    load: async () => (await import('./layout/page/counts.js')).countInDigits,
  },
  {
    when: laidOutFor('alignmentTabs'),
    load: async () => (await import('./layout/tabs/alignment.js')).alignTabs,
  },
  {
    when: ({ options, has }) => has('tabsBehindIndent') && isDrawn(options),
    load: async () => (await import('./layout/tabs/behind-indent.js')).showTextBehindIndents,
  },
  {
    when: laidOutFor('alignedPages'),
    load: async () => (await import('./layout/page/aligned.js')).alignPages,
  },
  {
    when: laidOutFor('spaceBehindBreak'),
    load: async () => (await import('./layout/page/breaks.js')).removeSpaceBehindBreaks,
  },
  {
    when: laidOutFor('lineRules'),
    load: async () => (await import('./layout/line-rules.js')).stateLineRules,
  },
  {
    when: laidOutFor('gridLines'),
    load: async () => (await import('./layout/line-rules.js')).leaveGrid,
  },
  {
    when: laidOutFor('legalNumbers', 'restartedNumbers'),
    load: async () => (await import('./layout/numbers/index.js')).numberAsWord,
  },
  {
    when: laidOutFor('eastAsianLines', 'substituteLines'),
    load: async () => (await import('./layout/line-heights.js')).setLineHeights,
  },
  {
    when: ({ options, has }) => has('tableGrid') && isDrawn(options),
    load: async () => (await import('./layout/tables/grid.js')).followCells,
  },
  {
    when: laidOutFor('wideTables'),
    load: async () => (await import('./layout/tables/columns.js')).shrinkColumns,
  },
  {
    when: laidOutFor('justifiedLines'),
    load: async () => (await import('./layout/justified/index.js')).shrinkLines,
  },
  {
    when: ({ options, has }) => has('relativeAreas') && isDrawn(options),
    load: async () => (await import('./sheets/print-areas.js')).makeAreasAbsolute,
  },
  {
    when: ({ options, format }) => isWorkbook(format) && isDrawn(options),
    load: async () => (await import('./sheets/page-numbers.js')).addToPageNumbers,
  },
  {
    when: laidOutFor('sheetBackground'),
    load: async () => (await import('./sheets/backgrounds.js')).removeBackgrounds,
  },
  {
    when: laidOutFor('normalStyle'),
    load: async () => (await import('./sheets/normal-style.js')).nameNormalStyle,
  },
  {
    when: laidOutFor('tableStyles'),
    load: async () => (await import('./sheets/tables/index.js')).drawTables,
  },
  {
    when: laidOutFor('generalNumbers'),
    load: async () => (await import('./sheets/general-numbers.js')).printGeneralNumbers,
  },
  {
    when: laidOutFor('columnWidths', 'rowHeights', 'unfittedRows', 'sheetOrigin'),
    load: async () => (await import('./layout/sheets/workbook.js')).layOutSheets,
  },
  {
    when: laidOutFor('computedFit', 'computedHeight'),
    load: async () => (await import('./layout/slides/saved-fit.js')).keepSavedFit,
  },
  {
    when: ({ options, has }) => has('wideNumbers') && isDrawn(options),
    load: async () => (await import('./layout/slides/wide-numbers.js')).narrowWideNumbers,
  },
  {
    when: laidOutFor('slideTables'),
    load: async () => (await import('./layout/slides/table-styles.js')).defineTableStyles,
  },
  { when: laidOutFor('narrowSubstitute'), load: loadFonts },
  {
    when: laidOutFor('bulletFonts', 'slideTabStops', 'slideBaselines'),
    load: async () => (await import('./layout/slides/index.js')).layOutSlides,
  },
  // behind what keeps the saved fit: its text shrinks to the shape
  {
    when: ({ has }) => has('endlessSmartArt'),
    load: async () => (await import('./layout/slides/smart-art.js')).replaceSmartArt,
  },
  // the fields of these formats are not read before
  {
    when: ({ facts, format }) => facts.has('showsPath') || ['rtf', 'doc', 'xls'].includes(format.name),
    load: async () => (await import('./file-paths.js')).hidePaths,
  },
];

const isWorkbook = ({ container, family }: Format): boolean => container === 'ooxml' && family === 'calc';

/** Whether pages are drawn, and as Office would. */
export const isLaidOut = (options: PdfOptions): boolean => options.layout !== 'libreoffice' && isDrawn(options);

const isDrawn = ({ to = 'pdf' }: PdfOptions): boolean => ['pdf', 'image'].includes(outputNamed(to).kind);

/** Whether pages are drawn as Office would, and LibreOffice has one of these faults. */
function laidOutFor(...quirks: readonly QuirkId[]): EditRow['when'] {
  return ({ options, has }) => isLaidOut(options) && quirks.some(quirk => has(quirk));
}

const PAGE_OPTIONS = ['paper', 'landscape', 'fit'] as const;

async function loadSheets({ container }: Format): Promise<DocumentEdit> {
  if (container === 'ooxml') return (await import('./sheets/workbook.js')).printExcelSheets;
  if (container === 'cfb') return (await import('./sheets/workbook-97.js')).printSheets97;
  return (await import('./sheets/open-document.js')).printOpenSheets;
}

async function loadFonts({ family }: Format): Promise<DocumentEdit> {
  if (family === 'writer') return (await import('./layout/word-fonts.js')).substituteWordFonts;
  if (family === 'calc') return (await import('./layout/sheets/fonts.js')).substituteSheetFonts;
  return (await import('./layout/slides/fonts.js')).substituteFonts;
}

/** Other outputs keep the whole workbook. */
const isWrittenBySheet = ({ to = 'pdf' }: PdfOptions): boolean => to === 'csv' || outputNamed(to).exports === undefined;

/** `bytes` are the same where nothing is to be changed. `printed`: see EditableDocument. */
export async function editDocument(
  context: EditContext,
): Promise<{ bytes: Uint8Array; printed: PrintedSheets | null }> {
  const wanted = EDITS.filter(edit => edit.when(context));
  if (wanted.length === 0) return { bytes: context.source.bytes, printed: null };
  const document = new EditableDocument(context.source, context.format);
  for (const { load } of wanted) {
    const edit = await load(context.format);
    await edit(document, context);
  }
  return { bytes: document.save(), printed: document.printed };
}
