/** What the appearance stream of a field paints: text with its place and style, and paths, in the space of the page. */
import {
  appearanceMatrix,
  type Box,
  cornersOf,
  type PdfDict,
  type PdfObject,
  type PdfRevision,
  type PdfStream,
} from '../../../pdf/index.js';
import { cachedIn } from '../../../system/collections.js';
import { formFonts } from './fonts/fonts.js';
import { LookReader } from './reader/look-reader.js';
import type { FieldLook } from './types.js';

/** Entries of a form XObject that do not alter what its content paints. */
const HARMLESS = new Set(
  `Type Subtype FormType Name BBox Matrix Resources Length Filter DecodeParms DL LastModified PieceInfo Metadata StructParent
  StructParents`.split(/\s+/),
);

/** By rectangle. */
const looksOf = cachedIn((_revision: PdfRevision, _appearance: PdfStream) => new Map<string, FieldLook>());

/** `rect` of the widget. */
export function fieldLook(revision: PdfRevision, appearance: PdfStream, rect: Box): FieldLook {
  const looks = looksOf(revision, appearance);
  const key = cornersOf(rect).join(' ');
  const look = looks.get(key) ?? readLook(revision, appearance, rect);
  looks.set(key, look);
  return look;
}

function readLook(revision: PdfRevision, appearance: PdfStream, rect: Box): FieldLook {
  const matrix = appearanceMatrix(revision, appearance, rect);
  if (!matrix) return { runs: [], paths: [], box: rect, understood: false, isReadable: true };
  const { bytes, pending, damaged } = revision.decode(appearance);
  const resources = revision.getDict(appearance, 'Resources');
  const fonts = fontsFor(revision, resources);
  const reader = new LookReader({ revision, resources, fonts }, matrix, rect);
  reader.read(bytes);
  // one stream can be the appearance of many annotations, each with a rectangle of its own
  revision.budget.step(reader.runs.length + reader.paths.length);
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
