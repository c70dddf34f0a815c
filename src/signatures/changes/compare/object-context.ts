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

/** Contexts in which any change is permitted. */
export const ALWAYS_PERMITTED: ReadonlySet<ContextType> = new Set([
  'info',
  'metadata',
  'extensions',
  'private',
  'dss',
  'vri',
]);

export const TRAILER_CONTEXT: ObjectContext = {
  type: 'trailer',
  entry: '',
  page: null,
  field: null,
  annotation: null,
  subtype: null,
};

/** The types of the values of entries, by their keys. `types`: the keys of each type; '*': all others. */
const children = (types: Partial<Record<ContextType, string>>): ReadonlyMap<string, ContextType> =>
  new Map(Object.entries(types).flatMap(([type, keys]) => keys.split(' ').map(key => [key, type as ContextType])));

/** Numbers that are compared by their effect on the page: unlike content, in each of their contexts. */
const PAGE_ATTRIBUTES = 'MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit';

/** Of typed dictionaries. */
const CHILDREN: Partial<Record<ContextType, ReadonlyMap<string, ContextType>>> = {
  trailer: children({ catalog: 'Root', info: 'Info', navigation: 'Encrypt AdditionalStreams', ignored: '*' }),
  catalog: children({
    pages: 'Pages',
    form: 'AcroForm',
    dss: 'DSS',
    metadata: 'Metadata',
    extensions: 'Extensions',
    private: 'PieceInfo',
    structure: 'StructTreeRoot',
    names: 'Names',
    navigation: '*',
  }),
  names: children({ icons: 'AP', navigation: '*' }),
  icons: children({ icons: 'Kids Names Limits', navigation: '*' }),
  structure: children({
    'structure-kids': 'K',
    'parent-tree': 'ParentTree',
    'id-tree': 'IDTree',
    'role-map': 'RoleMap',
    'class-map': 'ClassMap',
    'structure-part': '*',
  }),
  'parent-tree': children({ 'parent-tree': 'Kids Nums Limits', 'structure-part': '*' }),
  'id-tree': children({ 'id-tree': 'Kids Names Limits', 'structure-part': '*' }),
  'role-map': children({ 'structure-part': '*' }),
  'class-map': children({ 'structure-part': '*' }),
  pages: children({ kids: 'Kids', 'page-part': 'Type', 'page-attribute': PAGE_ATTRIBUTES, content: '*' }),
  page: children({
    'page-attribute': PAGE_ATTRIBUTES,
    annotations: 'Annots',
    private: 'PieceInfo',
    metadata: 'Metadata',
    'page-part': 'LastModified StructParents Tabs Type',
    navigation: 'AA B DPart PresSteps SeparationInfo',
    content: '*',
  }),
  form: children({ fields: 'Fields', resources: 'DR', navigation: '*' }),
  field: children({
    fields: 'Kids',
    appearance: 'AP',
    value: 'V',
    // of PDF 1.2: some viewers search it for the fonts of /DA, before that of the form
    resources: 'DR',
    navigation: 'A AA',
    'field-part': '*',
  }),
  annotation: children({ navigation: 'A AA PA AF', 'annotation-part': '*' }),
  'appearance-resources': children({ appearance: 'XObject', content: '*' }),
  // a default appearance refers to fonts and colours, not to an XObject (12.7.4.3): some programs store drawings there
  resources: children({ 'form-drawings': 'XObject', private: 'ProcSet', 'resource-category': '*' }),
  'resource-category': children({ resource: '*' }),
  resource: children({ content: '*' }),
  // repeats the contents of /DSS for each signature, and is the largest part of a file with many signatures
  dss: children({ vri: 'VRI', dss: '*' }),
  vri: children({ ignored: '*' }),
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
  const types = CHILDREN[context.type];
  if (types) {
    const isPrivate = MAY_HAVE_PRIVATE_KEYS.has(context.type) && !DEFINED_KEYS.has(key);
    const type = isPrivate ? 'private-entry' : (types.get(key) ?? types.get('*')!);
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

/**
 * The entries that ISO 32000-1, ISO 32000-2 (Tables 29, 30 and 31) and their extensions define for the catalog, nodes of the
 * page tree and pages. Scalars under any other key are data of the program that wrote them. One list for the three: some
 * entries are inherited, and early versions defined more of them for each.
 */
const DEFINED_KEYS: ReadonlySet<string> = new Set(
  `Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines Threads OpenAction AA
  URI AcroForm Metadata StructTreeRoot MarkInfo Lang SpiderInfo OutputIntents PieceInfo OCProperties Perms Legal
  Requirements Collection NeedsRendering DSS AF DPartRoot JT Parent Kids Count Resources MediaBox CropBox Rotate
  LastModified BleedBox TrimBox ArtBox BoxColorInfo Contents Group Thumb B Dur Trans Annots StructParents StructParent ID PZ
  SeparationInfo Tabs TemplateInstantiated PresSteps UserUnit VP DPart Hid Encoding`.split(/\s+/),
);

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
