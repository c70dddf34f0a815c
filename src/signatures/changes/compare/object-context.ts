/**
 * Context of an object: its meaning along one path from the trailer. One object can have several contexts, and a change to
 * it is classified in each of them.
 */
import { isName, type PdfDict, PdfStream } from '../../../pdf/index.js';
import { isDefinedKey } from './document-keys.js';

export interface ObjectContext {
  readonly type: ContextType;
  /** The entry of the last typed dictionary on the path, e.g. 'page.Contents'. */
  readonly entry: string;
  readonly page: number | null;
  /** Fully qualified name. */
  readonly field: string | null;
  /** Object number of the annotation; null outside annotations, and for direct objects. */
  readonly annotation: number | null;
  /** /Subtype of the annotation, also of a direct one. */
  readonly subtype: string | null;
}

export type ContextType =
  // typed dictionaries: each entry has its own context
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
  | 'names'
  | 'icons'
  | 'structure'
  | 'parent-tree'
  | 'id-tree'
  // typed arrays: each item has its own context
  | 'kids'
  | 'fields'
  | 'annotations'
  | 'structure-kids'
  // regions: everything inside has the same type
  | 'value'
  | 'page-part'
  | 'page-attribute'
  | 'field-part'
  | 'annotation-part'
  | 'signature'
  | 'info'
  | 'metadata'
  | 'extensions'
  | 'private'
  | 'form-drawings'
  | 'private-entry'
  | 'dss'
  | 'vri'
  | 'role-map'
  | 'class-map'
  | 'structure-part'
  | 'navigation'
  | 'content'
  | 'ignored';

export const TRAILER_CONTEXT: ObjectContext = {
  type: 'trailer',
  entry: '',
  page: null,
  field: null,
  annotation: null,
  subtype: null,
};

/** Numbers that are compared by their effect on the page: unlike content, in each of their contexts. */
const PAGE_ATTRIBUTES: Readonly<Record<string, ContextType>> = {
  MediaBox: 'page-attribute',
  CropBox: 'page-attribute',
  BleedBox: 'page-attribute',
  TrimBox: 'page-attribute',
  ArtBox: 'page-attribute',
  Rotate: 'page-attribute',
  UserUnit: 'page-attribute',
};

/** Types of the entries of typed dictionaries; '*': all others. */
const CHILDREN: Partial<Record<ContextType, Readonly<Record<string, ContextType>>>> = {
  trailer: { Root: 'catalog', Info: 'info', Encrypt: 'navigation', '*': 'ignored' },
  catalog: {
    Pages: 'pages',
    AcroForm: 'form',
    DSS: 'dss',
    Metadata: 'metadata',
    Extensions: 'extensions',
    PieceInfo: 'private',
    StructTreeRoot: 'structure',
    Names: 'names',
    '*': 'navigation',
  },
  names: { AP: 'icons', '*': 'navigation' },
  icons: { Kids: 'icons', Names: 'icons', Limits: 'icons', '*': 'navigation' },
  structure: {
    K: 'structure-kids',
    ParentTree: 'parent-tree',
    IDTree: 'id-tree',
    RoleMap: 'role-map',
    ClassMap: 'class-map',
    '*': 'structure-part',
  },
  'parent-tree': { Kids: 'parent-tree', Nums: 'parent-tree', Limits: 'parent-tree', '*': 'structure-part' },
  'id-tree': { Kids: 'id-tree', Names: 'id-tree', Limits: 'id-tree', '*': 'structure-part' },
  'role-map': { '*': 'structure-part' },
  'class-map': { '*': 'structure-part' },
  pages: { Kids: 'kids', Type: 'page-part', ...PAGE_ATTRIBUTES, '*': 'content' },
  page: {
    ...PAGE_ATTRIBUTES,
    Annots: 'annotations',
    PieceInfo: 'private',
    Metadata: 'metadata',
    LastModified: 'page-part',
    StructParents: 'page-part',
    Tabs: 'page-part',
    Type: 'page-part',
    AA: 'navigation',
    B: 'navigation',
    DPart: 'navigation',
    PresSteps: 'navigation',
    SeparationInfo: 'navigation',
    '*': 'content',
  },
  form: { Fields: 'fields', DR: 'resources', '*': 'navigation' },
  field: { Kids: 'fields', AP: 'appearance', V: 'value', A: 'navigation', AA: 'navigation', '*': 'field-part' },
  annotation: { A: 'navigation', AA: 'navigation', PA: 'navigation', AF: 'navigation', '*': 'annotation-part' },
  'appearance-resources': { XObject: 'appearance', '*': 'content' },
  // a default appearance refers to fonts and colours, not to an XObject (12.7.4.3): some programs store drawings there
  resources: { XObject: 'form-drawings', ProcSet: 'private', '*': 'resource-category' },
  'resource-category': { '*': 'resource' },
  resource: { '*': 'content' },
  // repeats the contents of /DSS for each signature, and is the largest part of a file with many signatures
  dss: { VRI: 'vri', '*': 'dss' },
  vri: { '*': 'ignored' },
};

/** Entries that refer to a parent or a sibling: their targets are compared in their own context. */
const BACK_REFERENCES: Partial<Record<ContextType, readonly string[]>> = {
  pages: ['Parent'],
  page: ['Parent'],
  field: ['Parent', 'P'],
  annotation: ['Parent', 'P', 'Popup', 'IRT'],
  structure: ['P', 'Pg', 'Obj'],
};

/** References between a comment, its pop-up window and its replies (12.5.6.2): a part of the comment. */
export const isMarkReference = ({ entry }: ObjectContext): boolean =>
  entry === 'annotation.Popup' || entry === 'annotation.IRT';

export const isBackReference = (context: ObjectContext, key: string): boolean =>
  BACK_REFERENCES[context.type]?.includes(key) ?? false;

/** The context of the entry `key` of a dictionary or stream. */
export function childContext(context: ObjectContext, key: string, owner: PdfDict | PdfStream): ObjectContext {
  const children = CHILDREN[context.type];
  if (children) {
    const isPrivate = MAY_HAVE_PRIVATE_KEYS.has(context.type) && !isDefinedKey(key);
    const type = isPrivate ? 'private-entry' : (children[key] ?? children['*']!);
    return { ...context, type, entry: `${context.type}.${key}` };
  }
  return context.type === 'appearance' ? { ...context, type: appearanceChild(key, owner) } : context;
}

/** 12.5.5: /N, /R and /D are a stream or have one stream per state; the stream is a form XObject. */
function appearanceChild(key: string, owner: PdfDict | PdfStream): ContextType {
  if (!(owner instanceof PdfStream)) return 'appearance';
  return key === 'Resources' ? 'appearance-resources' : 'content';
}

const MAY_HAVE_PRIVATE_KEYS = new Set<ContextType>(['catalog', 'pages', 'page']);

/** No rule for these depends on the path: one context is enough for objects that many pages share. */
const REGARDLESS_OF_PATH = new Set<ContextType>([
  'content',
  'structure',
  'structure-kids',
  'structure-part',
  'role-map',
  'class-map',
]);

/** Identifies a context of an object. */
export function contextKey({ type, entry, page, field, annotation, subtype }: ObjectContext): string {
  if (REGARDLESS_OF_PATH.has(type)) return type;
  if (type === 'navigation') return `${type} ${entry}`;
  return `${type} ${entry} ${page} ${field} ${annotation} ${subtype}`;
}

const STRUCTURAL = new Set<ContextType>(['catalog', 'pages', 'page', 'form', 'field', 'annotation']);
export const isStructural = (context: ObjectContext): boolean => STRUCTURAL.has(context.type);

/** Entries that refer to a page, field or annotation without making it a part of the referring object. */
const LINK_KEYS = new Set(['P', 'Parent', 'Pg', 'Obj', 'D', 'Dest']);

/** The same in actions, the form, parts of documents and signatures (12.6.4, 12.7.3, 12.8.1, 14.12). */
const LIST_KEYS = new Set(['T', 'Fields', 'CO', 'AN', 'TA', 'Annotation', 'Annots', 'Data', 'Pages', 'Start', 'End']);
const NAMED_PAGES = new Set(['names.Pages', 'names.Templates']);

/** A reference: the entry that contains it, and whether it is the first item of an array. */
export interface Place {
  readonly key: string | null;
  readonly isFirst: boolean;
}

/**
 * Whether a reference makes its target a part of `context`. If the target is a page, field or annotation, only references
 * from painting contexts and actions do: a resource or an action may be any dictionary, including one that is something
 * else, too. `target`: what it is in the structure.
 */
export function includes(context: ObjectContext, { key, isFirst }: Place, target: ReadonlySet<ContextType>): boolean {
  if (isStructural(context) || target.size === 0 || key === null || PAINTING.has(context.type)) return true;
  if (!ACTING.has(context.type) || LINK_KEYS.has(key)) return false;
  if (context.type !== 'navigation') return true;
  // a destination is an array that starts with a page (12.3.2.2)
  const isDestination = target.has('page') && ((isFirst && key !== 'Next') || NAMED_PAGES.has(context.entry));
  return !isDestination && !LIST_KEYS.has(key);
}

const ACTING = new Set<ContextType>(['navigation', 'structure', 'structure-kids', 'structure-part']);
const PAINTING = new Set<ContextType>([
  'content',
  'page-attribute',
  'appearance',
  'appearance-resources',
  'resources',
  'resource-category',
  'resource',
  'value',
]);

export const isPagesNode = (dict: PdfDict): boolean =>
  isName(dict.get('Type'), 'Pages') || (dict.has('Kids') && !isName(dict.get('Type'), 'Page'));
