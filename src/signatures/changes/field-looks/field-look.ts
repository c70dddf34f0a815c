/** What the appearance stream of a field paints: text with its place and style, and paths, in the space of the page. */
import {
  appearanceMatrix,
  type Box,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  type PdfStream,
} from '../../../pdf/index.js';
import { LookReader } from './reader/look-reader.js';
import type { FieldLook } from './types.js';

/** Entries of a form XObject that do not alter what its content paints. */
const HARMLESS = new Set([
  'Type',
  'Subtype',
  'FormType',
  'Name',
  'BBox',
  'Matrix',
  'Resources',
  'Length',
  'Filter',
  'DecodeParms',
  'DL',
  'LastModified',
  'PieceInfo',
  'Metadata',
  'StructParent',
  'StructParents',
]);

const looks = new WeakMap<PdfRevision, Map<PdfStream, Map<string, FieldLook>>>();

/** `rect` of the widget. */
export function fieldLook(revision: PdfRevision, appearance: PdfStream, rect: Box): FieldLook {
  const ofRevision = looks.get(revision) ?? new Map<PdfStream, Map<string, FieldLook>>();
  looks.set(revision, ofRevision);
  const ofStream = ofRevision.get(appearance) ?? new Map<string, FieldLook>();
  ofRevision.set(appearance, ofStream);
  const key = `${rect.left} ${rect.bottom} ${rect.right} ${rect.top}`;
  const known = ofStream.get(key) ?? readLook(revision, appearance, rect);
  ofStream.set(key, known);
  return known;
}

function readLook(revision: PdfRevision, appearance: PdfStream, rect: Box): FieldLook {
  const matrix = appearanceMatrix(revision, appearance, rect);
  if (!matrix) return { runs: [], paths: [], box: rect, understood: false, isReadable: true };
  const { bytes, pending, damaged } = revision.decode(appearance);
  const resources = revision.getDict(appearance, 'Resources');
  const fonts = fontsFor(revision, resources);
  const reader = new LookReader({ revision, resources, fonts }, matrix, rect);
  reader.read(bytes);
  const understood =
    reader.understood &&
    pending === null &&
    !damaged &&
    [...appearance.dict.entries.keys()].every(key => HARMLESS.has(key) || isPlainGroup(revision, appearance.dict, key));
  return { runs: reader.runs, paths: reader.paths, box: rect, understood, isReadable: reader.isReadable };
}

/** A transparency group without a blending of its own paints like its content (11.6.6). */
const isPlainGroup = (revision: PdfRevision, dict: PdfDict, key: string): boolean =>
  key === 'Group' && revision.getName(revision.getDict(dict, 'Group'), 'S') === 'Transparency';

/** Fonts by name: of the appearance, else of the form (12.7.4.3, DR), which viewers search for a name that is missing. */
function fontsFor(revision: PdfRevision, resources: PdfDict | null): (name: string) => PdfObject {
  const own = revision.getDict(resources, 'Font');
  return name => own?.get(name) ?? formFonts(revision)?.get(name) ?? null;
}

export function formFonts(revision: PdfRevision): PdfDict | null {
  const resources = revision.getDict(revision.getDict(revision.root, 'AcroForm'), 'DR');
  const fonts = revision.get(resources, 'Font');
  return fonts instanceof PdfDict ? fonts : null;
}
