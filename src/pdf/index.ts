/**
 * Reads PDF files, revision by revision (ISO 32000-2), and appends incremental updates. Does not interpret signatures.
 *
 *     const document = await openPdf('signed.pdf', { password });      // DocconvError: NOT_A_PDF, CORRUPT_DOCUMENT, PASSWORD_NEEDED ...
 *     for (const field of signatureFields(document.latest)) ...        // every signature field with a /V
 *     await digestRanges(document.source, [{ algorithm: 'sha256', ranges }])   // one pass, shared prefixes hashed once
 *     await documentMetadata(document)                                 // pages, title, version, dates
 */

export { UNLIMITED_WORK, withinLimits } from './budget.js';
export { hasDocumentActions, hasLayers, hasScripts, hasXfa } from './content/active-content.js';
export { type AttachedFile, attachedFiles, hasOriginal } from './content/attached-files.js';
export {
  area,
  type Box,
  boundingBox,
  boxOf,
  cornersOf,
  EVERYWHERE,
  expanded,
  intersection,
  numbersOf,
  overlap,
  quarterTurns,
  union,
  visibleArea,
} from './content/boxes.js';
export { formFields } from './content/form-fields.js';
export {
  ADOBE_PDF,
  DUBLIN_CORE,
  documentMetadata,
  documentVersion,
  RDF,
  readXmp,
  XMP_BASIC,
} from './content/metadata.js';
export { contentsOf, wholeContent } from './content/page-contents.js';
export { annotationsOf, inheritedEntry, inheritedValue, type PageList, pageList } from './content/page-tree.js';
export { permissions, signatureFields } from './content/signature-fields.js';
export { readToUnicode, type ToUnicode } from './content/to-unicode.js';
export { latin1, nameTree, numberTree } from './content/trees.js';
export { type Colour, luminance, type Rgb, rgbOf } from './content-stream/colour.js';
export { Content, type ContentContext, OperationLimit } from './content-stream/content.js';
export type { ContentEvent, TextPlace } from './content-stream/events.js';
export { type GraphicsState, initialState, type SelectedFont, stateOfForm } from './content-stream/graphics-state.js';
export { interpret } from './content-stream/interpreter.js';
export {
  appearanceMatrix,
  formMatrix,
  IDENTITY,
  type Matrix,
  multiply,
  scaleOf,
  transformed,
  transformedPoint,
} from './content-stream/matrix.js';
export { contentOperations } from './content-stream/operations.js';
export { operands, placed, type View, viewOf } from './content-stream/page-view.js';
export type { Path } from './content-stream/path.js';
export { digestRanges } from './document/digest.js';
export { openPdf } from './document/document.js';
export type { PdfDocument, PdfRevision } from './document/revision.js';
export { noteUnlisted } from './document/unlisted.js';
export { embeddedFont, type PdfFont } from './fonts/embedded-fonts.js';
export { findMissingGlyphs, joined, type Missing } from './fonts/missing-glyphs.js';
export { unprinted } from './fonts/unprinted.js';
export { usedResources } from './fonts/used-resources.js';
export type { PdfNoteCode } from './notes.js';
export { openSource, type RandomAccess } from './random-access.js';
export { areComplete, sameAmbiguities } from './syntax/ambiguities.js';
export { isClosedObject } from './syntax/closed-object.js';
export * from './syntax/objects.js';
export { decodeName } from './syntax/strings.js';
export { inZone, parsePdfDate, parseZonedPdfDate, textOf } from './syntax/text-string.js';
export type * from './types.js';
export { copier, plainEntries } from './update/copy.js';
export { PdfFile } from './update/file.js';
export { arrayOf, dateString, dict, dictWith, entriesOf, serialize, textString } from './update/serialize.js';
export { writeNameTree, writeNumberTree } from './update/trees.js';
export { Update } from './update/update.js';
