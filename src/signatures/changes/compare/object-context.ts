/**
 * Context of an object: its meaning along one path from the trailer. One object can have several contexts, and a change to
 * it is classified in each of them.
 */
import { isName, type PdfDict, PdfStream } from '../../../pdf/index.js';

export interface ObjectContext {
  readonly type: ContextType;
  /** The entry of the last typed dictionary on the path, e.g. 'page.Contents'. */
  readonly entry: string;
  readonly page: number | null;
  /** Fully qualified name. */
  readonly field: string | null;
  /** Object number of the annotation; null outside annotations, and for direct objects. */
  readonly annotation: number | null;
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
  // typed arrays: each item has its own context
  | 'kids'
  | 'fields'
  | 'annotations'
  // regions: everything inside has the same type
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

export const TRAILER_CONTEXT: ObjectContext = { type: 'trailer', entry: '', page: null, field: null, annotation: null };

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
  // a default appearance refers to fonts and colours, never to an XObject (12.7.4.3): some tools store drawings there
  resources: { XObject: 'private', ProcSet: 'private', '*': 'resource-category' },
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

export const isBackReference = (context: ObjectContext, key: string): boolean =>
  BACK_REFERENCES[context.type]?.includes(key) ?? false;

/** The context of the entry `key` of a dictionary or stream. */
export function childContext(context: ObjectContext, key: string, owner: PdfDict | PdfStream): ObjectContext {
  const children = CHILDREN[context.type];
  if (children) {
    const { page, field, annotation } = context;
    return { type: children[key] ?? children['*']!, entry: `${context.type}.${key}`, page, field, annotation };
  }
  return context.type === 'appearance' ? { ...context, type: appearanceChild(key, owner) } : context;
}

/** 12.5.5: /N, /R and /D are a stream or have one stream per state; the stream is a form XObject. */
function appearanceChild(key: string, owner: PdfDict | PdfStream): ContextType {
  if (!(owner instanceof PdfStream)) return 'appearance';
  return key === 'Resources' ? 'appearance-resources' : 'content';
}

/** Identifies a context of an object. Content and structure are the same regardless of the path. */
export function contextKey({ type, entry, page, field, annotation }: ObjectContext): string {
  if (type === 'content' || type === 'structure') return type;
  return type === 'navigation' ? `${type} ${entry}` : `${type} ${entry} ${page} ${field} ${annotation}`;
}

const STRUCTURAL = new Set<ContextType>(['catalog', 'pages', 'page', 'form', 'field', 'annotation']);
export const isStructural = (context: ObjectContext): boolean => STRUCTURAL.has(context.type);

/** Entries that refer to a page, field or annotation without making it a part of the referring object. */
const LINK_KEYS = new Set(['P', 'Parent', 'Pg', 'Obj', 'D', 'Dest']);

/**
 * Whether a reference makes its target a part of `context`. If the target is a page, field or annotation, only references
 * from painting contexts do: their resources may be any dictionary, including one that is something else, too.
 */
export function includes(context: ObjectContext, key: string | null, target: Iterable<ObjectContext>): boolean {
  if (isStructural(context) || ![...target].some(isStructural)) return true;
  return PAINTING.has(context.type) && (key === null || !LINK_KEYS.has(key));
}

const PAINTING = new Set<ContextType>([
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
