/** Faults of LibreOffice that no row of table.ts has, since they show with any document: a new one is a row here. */
import type { EngineName } from '../engine-name.js';
import type { Versions } from './versions.js';

/** A fault that does not depend on the document: of LibreOffice as a library, a process or WebAssembly, or of its PDFs. */
export interface EngineQuirk extends Versions {
  readonly fault: string;
  readonly engines: readonly EngineName[];
  /** Below src/convert: what docconv does about it, in every version where none is named. */
  readonly where: string;
}

const ofEngine =
  (...engines: EngineName[]) =>
  (where: string, fault: string, versions: Versions = {}): EngineQuirk => ({ engines, where, fault, ...versions });

const every = ofEngine('native', 'soffice', 'wasm');
const installed = ofEngine('native', 'soffice');
const library = ofEngine('native', 'wasm');
const native = ofEngine('native');
const soffice = ofEngine('soffice');
const wasm = ofEngine('wasm');

const LOK = 'engines/native/lok.ts';
const SOFFICE = 'engines/soffice/soffice.worker.ts';
const EMSCRIPTEN = 'engines/wasm/emscripten.ts';

export const ENGINE_QUIRKS = {
  filterData: every('output/export-filter.ts', 'reads no options of the PDF as JSON', { gone: '7.4' }),
  falseSuccess: every('output/complete.ts', 'reports success for documents that it did not write'),
  unexplained: every(
    'engines/convert-documents.ts',
    'fails where no page is selected, or no slide is shown, as for a damaged document',
  ),
  documentFonts: every('engines/libreofficekit.ts', 'prints documents with the fonts that another one has brought'),
  docxMacros: every('engines/profile.ts', 'looks for macros of Word 97 at each event of a docx'),
  exportDefaults: every('output/export-filter.ts', 'exports with other defaults than its settings have'),
  escapedTwice: every('output/metadata.ts', 'escapes an apostrophe in the metadata twice'),
  // measured with 7.4.7 (plain text) and 24.8.8 (also Word, Excel, PowerPoint, OpenDocument, HTML)
  droppedLetters: every(
    '../pdf/fonts/unprinted.ts',
    'leaves out characters that no font has, without a sign, before others that a second font has',
  ),
  areaOfComment: every('output/pdfa/repair.ts', 'writes comments without an area'),
  areaOfLink: every('../text-layout/sheet.ts', 'makes a link that continues on the next line as wide as the column'),
  wideLines: every('../text-layout/sheet.ts', 'counts the width of a line in 16 bits'),
  // 7.4.7 prints blanks; 24.8.8, 25.2.3 and 26.8.2 print them, but for those of COLR version 1
  colourFonts: installed('engines/fonts/fonts.ts', 'leaves out the characters of a colour font', { gone: '24.8' }),
  helperPrograms: installed('engines/programs.ts', 'starts gpg, gpgconf and gpgsm for each process'),
  startScript: installed('engines/locate.ts', 'starts by a script, whose child survives a kill'),
  removedPackages: installed('engines/locate.ts', 'describes components whose package Debian has removed'),
  noLanguage: library(
    'engines/libreofficekit.ts',
    'reports an invalid language, with a stack trace, where none is set',
  ),
  carriageReturns: library('output/text/text.ts', 'writes carriage returns where line feeds are wanted'),
  windowParts: library('engines/profile.ts', 'builds hidden menus, toolbars and sidebars for each document'),
  macroLevel: library(LOK, 'lowers the level of macro security that the profile sets'),
  missingFamily: native('engines/native/families.ts', 'loads no documents of some families'),
  missingWindows: native(
    'engines/native/layouts.ts',
    'loads no spreadsheet, and no text with comments, with packages without user interface',
  ),
  languageRegistry: native('engines/native/languages.ts', 'reads a registry of 1 MB for the language of a document'),
  textDialog: native(LOK, 'opens a dialog for a csv in spite of the options of its import'),
  jpegPictures: native(LOK, 'leaves JPEG pictures out of PDFs whose images keep their resolution'),
  shownComments: native(LOK, 'leaves out comments that a sheet of OpenDocument shows'),
  changedByLayout: native(LOK, 'takes a document for changed that it has laid out, and its last change for now'),
  paintedWindow: native(LOK, 'paints the window of a document between two calls'),
  lateCommands: native(LOK, 'executes commands later, without a call that waits for them'),
  noCommands: soffice('output/export-filter.ts', 'takes no commands, such as to update indexes'),
  exitStatus: soffice(SOFFICE, 'ends with 0 also when it has failed'),
  firstStart: soffice(SOFFICE, 'converts nothing at its first start with a profile, and ends with 81'),
  reservedMemory: soffice(SOFFICE, 'reserves gigabytes of address space that it does not use'),
  reportedPicture: soffice(SOFFICE, 'reports an error for a damaged picture of a document that it converts'),
  oneFolder: soffice(SOFFICE, 'writes documents of equal names into one file'),
  oneCall: soffice(SOFFICE, 'takes one filter, locale and set of options for all documents of a call'),
  threadPool: wasm(EMSCRIPTEN, 'never returns from a call that needs more threads than there are'),
  racingStart: wasm(EMSCRIPTEN, 'starts on another thread while calls already arrive'),
  noRepair: wasm(EMSCRIPTEN, 'repairs no document without a dialog'),
  viewOfCommands: wasm(EMSCRIPTEN, 'executes commands only within calls, and with a current view'),
  waits: wasm('engines/wasm/wasm.ts', 'waits for the answer to a dialog that is not visible'),
  noForms: wasm('engines/wasm/wasm.ts', 'draws no controls of forms'),
  englishOnly: wasm('output/export-filter.ts', 'has the separators and dates of no other language than English'),
};
