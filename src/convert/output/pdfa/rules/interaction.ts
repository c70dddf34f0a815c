/** Rules about annotations, form fields, actions, attachments and layers. */
import { isName, type PdfDict, type PdfRevision } from '../../../../pdf/index.js';
import type { Rule } from '../rule.js';

export const INTERACTION_RULES: readonly Rule[] = [
  {
    name: 'annotation-types',
    requires: 'no annotation is a sound, a film or another type that the level excludes',
    clause: { 1: '6.5.2', 2: '6.3.1' },
    about: 'dictionary',
    isMet: (dictionary, { revision, level }) => {
      const type = annotationType(dictionary, revision);
      if (type === null) return true;
      return level === '1b' ? ANNOTATIONS_OF_1B.has(type) : !EXCLUDED_ANNOTATIONS.has(type);
    },
  },
  {
    name: 'annotation-flags',
    requires: 'annotations are printed and not hidden',
    clause: { 1: '6.5.3', 2: '6.3.2' },
    about: 'dictionary',
    isMet: (dictionary, { revision, level }) => {
      const type = annotationType(dictionary, revision);
      if (type === null || (type === 'Popup' && level !== '1b')) return true;
      return ((revision.getNumber(dictionary, 'F') ?? 0) & JUDGED_FLAGS) === PRINT;
    },
  },
  {
    name: 'annotation-looks',
    requires: 'form fields and, above 1b, all annotations but links and pop-ups have an appearance',
    clause: { 1: '6.9', 2: '6.3.3' },
    about: 'dictionary',
    isMet: (dictionary, { revision, level }) => {
      const type = annotationType(dictionary, revision);
      if (type === null || LOOKS_OPTIONAL.has(type) || (level === '1b' && type !== 'Widget')) return true;
      return isEmptyArea(dictionary, revision) || revision.get(revision.getDict(dictionary, 'AP'), 'N') !== null;
    },
  },
  {
    name: 'annotation-areas',
    requires: 'annotations have a rectangle',
    clause: { 1: '6.5.3', 2: '6.3.2' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) =>
      annotationType(dictionary, revision) === null || revision.getArray(dictionary, 'Rect')?.items.length === 4,
  },
  {
    name: 'no-actions',
    requires: 'no action runs JavaScript, starts programs, plays media or changes the document',
    clause: { 1: '6.6.1', 2: '6.5.1' },
    about: 'dictionary',
    isMet: (dictionary, { revision, level }) => {
      if (isName(dictionary.get('Type'), 'StructElem')) return true; // its /S may be a name that the author has chosen
      const action = revision.getName(dictionary, 'S') ?? '';
      return !EXCLUDED_ACTIONS.has(action) && !(level !== '1b' && EXCLUDED_ACTIONS_LATER.has(action));
    },
  },
  {
    name: 'no-triggers',
    requires: 'no event of the document, a page or a field starts an action',
    clause: { 1: '6.6.2', 2: '6.5.2' },
    about: 'dictionary',
    isMet: dictionary => !dictionary.has('AA'),
  },
  {
    name: 'fields-static',
    requires: 'form fields start no actions, and the viewer need not draw them anew',
    clause: { 1: '6.9', 2: '6.4.1' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) =>
      revision.get(dictionary, 'NeedAppearances') !== true &&
      !(annotationType(dictionary, revision) === 'Widget' && dictionary.has('A')),
  },
  {
    name: 'no-scripts',
    requires: 'the document has no JavaScript and no XFA form',
    clause: { 1: '6.6.1', 2: '6.4.2' },
    about: 'file',
    isMet: ({ revision }) =>
      revision.get(revision.getDict(revision.root, 'Names'), 'JavaScript') === null &&
      revision.get(revision.getDict(revision.root, 'AcroForm'), 'XFA') === null,
  },
  {
    name: 'no-attachments',
    except: '3b',
    requires: 'no file is attached',
    clause: { 1: '6.1.11', 2: '6.8' },
    about: 'dictionary',
    isMet: dictionary => !dictionary.has('EF') && !dictionary.has('EmbeddedFiles'),
  },
  {
    name: 'no-layers',
    requires: 'there is no optional content',
    clause: { 1: '6.1.13' },
    about: 'file',
    isMet: ({ revision }) => !revision.root?.has('OCProperties'),
  },
];

const ANNOTATIONS_OF_1B = new Set(
  [
    'Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut',
    'Stamp Ink Popup Widget PrinterMark TrapNet',
  ].flatMap(names => names.split(' ')),
);
/** Of PDF/A-2 and -3. */
const EXCLUDED_ANNOTATIONS = new Set(['3D', 'Sound', 'Screen', 'Movie']);
const LOOKS_OPTIONAL = new Set(['Popup', 'Link']);

const EXCLUDED_ACTIONS = new Set(['Launch', 'Sound', 'Movie', 'ResetForm', 'ImportData', 'JavaScript']);
/** In PDF 1.5 and later. */
const EXCLUDED_ACTIONS_LATER = new Set(['Hide', 'SetOCGState', 'Rendition', 'Trans', 'GoTo3DView']);

/** Bits of /F (ISO 32000-2, table 167). */
const PRINT = 4;
const JUDGED_FLAGS = PRINT | 1 | 2 | 32; // invisible, hidden, no view

/** Null for other dictionaries. LibreOffice states the type of every annotation. */
export function annotationType(dictionary: PdfDict, revision: PdfRevision): string | null {
  return isName(dictionary.get('Type'), 'Annot') ? revision.getName(dictionary, 'Subtype') : null;
}

function isEmptyArea(dictionary: PdfDict, revision: PdfRevision): boolean {
  const [left, bottom, right, top] = revision.getArray(dictionary, 'Rect')?.items ?? [];
  return left === right && bottom === top;
}
