/**
 * Places: what an object is, seen along one way from the trailer. One object can stand in several places, and is judged
 * in each of them.
 */
import { isName, type PdfDict, PdfStream } from '../../pdf/index.js';

export interface Place {
  /** A word of the table below. */
  readonly type: PlaceType;
  /** The entry by which the way left the last typed dictionary, e.g. 'page.Contents'. */
  readonly entry: string;
  readonly page: number | null;
  /** Fully qualified name. */
  readonly field: string | null;
  /** Object number of the annotation; null outside of annotations, and for those without a number. */
  readonly annotation: number | null;
}

export type PlaceType =
  // dictionaries whose entries are told apart
  | 'trailer'
  | 'catalog'
  | 'pages'
  | 'page'
  | 'form'
  | 'field'
  | 'appearance'
  | 'annotation'
  | 'appearance-resources'
  | 'resources'
  | 'resource-category'
  | 'resource'
  // arrays whose items are told apart
  | 'kids'
  | 'fields'
  | 'annotations'
  // regions: everything inside is of the same kind
  | 'value'
  | 'page-part'
  | 'field-part'
  | 'annotation-part'
  | 'signature'
  | 'info'
  | 'metadata'
  | 'extensions'
  | 'private'
  | 'dss'
  | 'vri'
  | 'structure'
  | 'navigation'
  | 'content'
  | 'ignored';

export const TRAILER: Place = { type: 'trailer', entry: '', page: null, field: null, annotation: null };

/** Where the entries of a typed dictionary lead; '*' for those not named. */
const CHILDREN: Partial<Record<PlaceType, Readonly<Record<string, PlaceType>>>> = {
  trailer: { Root: 'catalog', Info: 'info', Encrypt: 'navigation', '*': 'ignored' },
  catalog: {
    Pages: 'pages',
    AcroForm: 'form',
    DSS: 'dss',
    Metadata: 'metadata',
    Extensions: 'extensions',
    PieceInfo: 'private',
    StructTreeRoot: 'structure',
    '*': 'navigation',
  },
  pages: { Kids: 'kids', Type: 'page-part', '*': 'content' },
  page: {
    Annots: 'annotations',
    PieceInfo: 'private',
    Metadata: 'metadata',
    LastModified: 'page-part',
    StructParents: 'page-part',
    Tabs: 'page-part',
    Type: 'page-part',
    AA: 'navigation',
    B: 'navigation',
    '*': 'content',
  },
  form: { Fields: 'fields', DR: 'resources', '*': 'navigation' },
  field: { Kids: 'fields', AP: 'appearance', V: 'value', A: 'navigation', AA: 'navigation', '*': 'field-part' },
  annotation: { A: 'navigation', AA: 'navigation', '*': 'annotation-part' },
  'appearance-resources': { XObject: 'appearance', '*': 'content' },
  // a default appearance names fonts and colours, never an XObject (12.7.4.3): tools keep their last drawing there
  resources: { XObject: 'private', ProcSet: 'private', '*': 'resource-category' },
  'resource-category': { '*': 'resource' },
  resource: { '*': 'content' },
  // once per signature it lists what /DSS has anyway: with many signatures the largest part of a file
  dss: { VRI: 'vri', '*': 'dss' },
  vri: { '*': 'ignored' },
};

/** Entries that lead back or aside: their targets are reached, and judged, where they belong. */
const LINKS: Partial<Record<PlaceType, readonly string[]>> = {
  pages: ['Parent'],
  page: ['Parent'],
  field: ['Parent', 'P'],
  annotation: ['Parent', 'P', 'Popup', 'IRT'],
  structure: ['P', 'Pg', 'Obj'],
};

export const isLink = (place: Place, key: string): boolean => LINKS[place.type]?.includes(key) ?? false;

/** Where the entry `key` of the dictionary (or the stream's dictionary) at `place` stands. */
export function childPlace(place: Place, key: string, holder: PdfDict | PdfStream): Place {
  const children = CHILDREN[place.type];
  if (children) {
    const { page, field, annotation } = place;
    return { type: children[key] ?? children['*']!, entry: `${place.type}.${key}`, page, field, annotation };
  }
  return place.type === 'appearance' ? { ...place, type: appearanceChild(key, holder) } : place;
}

/** 12.5.5: /N, /R, /D lead to a stream or to one per state; the stream is a form XObject. */
function appearanceChild(key: string, holder: PdfDict | PdfStream): PlaceType {
  if (!(holder instanceof PdfStream)) return 'appearance';
  return key === 'Resources' ? 'appearance-resources' : 'content';
}

/** Roles of one object are told apart by this; what pages are painted with is the same from everywhere. */
export function placeKey({ type, entry, page, field, annotation }: Place): string {
  if (type === 'content' || type === 'structure') return type;
  return type === 'navigation' ? `${type} ${entry}` : `${type} ${entry} ${page} ${field} ${annotation}`;
}

const STRUCTURAL = new Set<PlaceType>(['catalog', 'pages', 'page', 'form', 'field', 'annotation']);
export const isStructural = (place: Place): boolean => STRUCTURAL.has(place.type);

/** Entries that name a page, field or annotation without making it a part of what they stand in. */
const LINK_KEYS = new Set(['P', 'Parent', 'Pg', 'Obj', 'D', 'Dest']);

/**
 * Whether a reference makes its target a part of `place`, when the target is known as a page, field or annotation: only
 * painting does, whose resources may be any dictionary, also one that claims to be something else.
 */
export function includes(place: Place, key: string | null, target: Iterable<Place>): boolean {
  if (isStructural(place) || ![...target].some(isStructural)) return true;
  return PAINTING.has(place.type) && (key === null || !LINK_KEYS.has(key));
}

const PAINTING = new Set<PlaceType>([
  'content',
  'appearance',
  'appearance-resources',
  'resources',
  'resource-category',
  'resource',
  'value',
]);

export const isPagesNode = (dict: PdfDict): boolean =>
  isName(dict.get('Type'), 'Pages') || (dict.has('Kids') && !isName(dict.get('Type'), 'Page'));
