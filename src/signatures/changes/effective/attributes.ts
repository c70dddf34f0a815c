/**
 * What an absent entry means and how the values of an entry are compared: the one table of inherited entries, defaults and
 * numbers (ISO 32000-2). An entry that is not listed has no default, and its values are compared as they are.
 */
import { IDENTITY, PdfArray, PdfDict, PdfName, type PdfObject, PdfString } from '../../../pdf/index.js';
import {
  BORDER,
  COLOUR,
  CORNERS,
  LENGTHS,
  MARK_COLOUR,
  OPACITY,
  PAGE_BOX,
  PATHS,
  QUARTER_TURNS,
  RECTANGLE,
  type Reading,
  WITHIN_MEDIA_BOX,
} from './readings.js';

/** Dictionaries whose entries are listed. */
export type Kind =
  | 'page'
  | 'catalog'
  | 'form'
  | 'field'
  | 'annotation'
  | 'viewer-preferences'
  | 'mark-info'
  | 'characteristics'
  | 'icon-fit'
  | 'border-effect'
  | 'group'
  | 'transition'
  | 'resources'
  | 'graphics-state'
  | 'form-xobject'
  | 'image-xobject';

export interface Attribute {
  /** From the nodes of the page tree above a page (7.7.3.4), or the fields above a field or widget (12.7.4.1). */
  readonly inherited?: true;
  /** After the fields above: from the form (12.7.3). */
  readonly ofForm?: true;
  /** Absent, it has the value of this entry. */
  readonly sameAs?: string;
  /** Absent, and not inherited. Not stated: absent is different from every value. */
  readonly absent?: PdfObject;
  /** Values are compared as these numbers, regardless of how they are written. */
  readonly reading?: Reading;
  /** The value is a dictionary whose entries are listed under this kind. */
  readonly kind?: Kind;
  /** The value is a dictionary of such dictionaries, by name. */
  readonly each?: Kind;
  /** Text strings, and arrays of them, mean the same in each encoding. */
  readonly texts?: true;
  /** A single item means the same as an array of it. */
  readonly list?: true;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/** The same for several entries. */
const alike = (keys: string, attribute: Attribute): Attributes =>
  Object.fromEntries(keys.split(' ').map(key => [key, attribute]));

const name = (value: string): Attribute => ({ absent: new PdfName(value) });
const array = (...items: PdfObject[]): PdfArray => new PdfArray(items, null);
const NOTHING = new PdfDict(new Map(), null);
/** An empty dictionary says nothing. */
const EMPTY: Attribute = { absent: NOTHING };
const FALSE: Attribute = { absent: false };
const TRUE: Attribute = { absent: true };
const NO_TEXT: Attribute = { absent: new PdfString('', false, null) };
const NO_ITEMS: Attribute = { absent: array() };
const ZERO: Attribute = { absent: 0 };

/** Tables 31 and 32. A page box that is absent is that of the page (14.11.2). */
const PAGE: Attributes = {
  // required; where it is missing, viewers show US Letter
  MediaBox: { inherited: true, absent: array(0, 0, 612, 792), reading: PAGE_BOX },
  CropBox: { inherited: true, sameAs: 'MediaBox', reading: WITHIN_MEDIA_BOX },
  ...alike('BleedBox TrimBox ArtBox', { sameAs: 'CropBox', reading: WITHIN_MEDIA_BOX }),
  Rotate: { inherited: true, absent: 0, reading: QUARTER_TURNS },
  UserUnit: { absent: 1 },
  Resources: { inherited: true, kind: 'resources' },
  Contents: { absent: array(), list: true },
  Group: { kind: 'group' },
  Trans: { kind: 'transition' },
  AA: EMPTY,
};

/** Table 29. */
const CATALOG: Attributes = {
  PageLayout: name('SinglePage'),
  PageMode: name('UseNone'),
  ViewerPreferences: { absent: NOTHING, kind: 'viewer-preferences' },
  MarkInfo: { absent: NOTHING, kind: 'mark-info' },
  // an empty text: unknown (14.9.2.2)
  Lang: { ...NO_TEXT, texts: true },
  NeedsRendering: FALSE,
  ...alike('AF OutputIntents', NO_ITEMS),
  ...alike('AA Names Dests URI', EMPTY),
};

/** Table 224. */
const FORM: Attributes = {
  NeedAppearances: FALSE,
  SigFlags: ZERO,
  CO: NO_ITEMS,
  DR: EMPTY,
  Q: ZERO,
};

/** Table 166, and entries of several types of annotations. */
const ANNOTATION: Attributes = {
  Rect: { reading: RECTANGLE },
  Contents: { ...NO_TEXT, texts: true },
  ...alike('T Subj', { texts: true }),
  F: ZERO,
  // where both state the border, /BS applies (12.5.4)
  Border: { absent: array(0, 0, 1), reading: BORDER },
  BS: { sameAs: 'Border', reading: BORDER },
  BE: { absent: NOTHING, kind: 'border-effect' },
  ...alike('C IC', { reading: MARK_COLOUR }),
  ...alike('CA ca', { absent: 1, reading: OPACITY }),
  BM: name('Normal'),
  RD: { absent: array(0, 0, 0, 0), reading: LENGTHS },
  ...alike('QuadPoints L Vertices CL', { reading: LENGTHS }),
  InkList: { reading: PATHS },
  RT: name('R'),
  AA: EMPTY,
};

const HIGHLIGHTED: Attributes = { H: name('I') };
const NO_ENDINGS: Attributes = { LE: { absent: array(new PdfName('None'), new PdfName('None')) } };

/** Tables 226, 228, 230, 232 and 234; a field and its only widget are one dictionary. */
const FIELD: Attributes = {
  ...ANNOTATION,
  ...HIGHLIGHTED,
  ...alike('FT V MaxLen', { inherited: true }),
  DV: { inherited: true, texts: true },
  Opt: { inherited: true, absent: array(), texts: true },
  ...alike('TU TM', { texts: true }),
  Ff: { inherited: true, absent: 0 },
  DA: { inherited: true, ofForm: true },
  Q: { inherited: true, ofForm: true, absent: 0 },
  TI: ZERO,
  MK: { absent: NOTHING, kind: 'characteristics' },
};

export const ATTRIBUTES: Readonly<Record<Kind, Attributes>> = {
  page: PAGE,
  catalog: CATALOG,
  form: FORM,
  field: FIELD,
  annotation: ANNOTATION,
  // Table 147. /NumCopies depends on the viewer
  'viewer-preferences': {
    ...alike('HideToolbar HideMenubar HideWindowUI FitWindow CenterWindow DisplayDocTitle', FALSE),
    NonFullScreenPageMode: name('UseNone'),
    Direction: name('L2R'),
    ...alike('ViewArea ViewClip PrintArea PrintClip', name('CropBox')),
    PrintScaling: name('AppDefault'),
  },
  // Table 353
  'mark-info': alike('Marked UserProperties Suspects', FALSE),
  // Table 192; an empty array of colours is transparent
  characteristics: {
    R: { absent: 0, reading: QUARTER_TURNS },
    ...alike('BC BG', { absent: array(), reading: COLOUR }),
    IF: { absent: NOTHING, kind: 'icon-fit' },
    TP: ZERO,
  },
  // Table 250
  'icon-fit': { SW: name('A'), S: name('P'), A: { absent: array(0.5, 0.5) }, FB: FALSE },
  // Table 169
  'border-effect': { S: name('S'), I: ZERO },
  // Table 145
  group: { Type: name('Group'), I: FALSE, K: FALSE },
  // Table 164
  transition: {
    Type: name('Trans'),
    S: name('R'),
    D: { absent: 1 },
    Dm: name('H'),
    M: name('I'),
    Di: ZERO,
    SS: { absent: 1 },
    B: FALSE,
  },
  // Table 34
  resources: {
    ExtGState: { absent: NOTHING, each: 'graphics-state' },
    ...alike('ColorSpace Pattern Shading XObject Font Properties', EMPTY),
  },
  // Table 57 has no defaults of parameters: an absent one keeps its value
  'graphics-state': { Type: name('ExtGState'), ...alike('CA ca', { reading: OPACITY }) },
  // Table 93; how large a form is shown is not known here: rounded numbers may matter
  'form-xobject': {
    Type: name('XObject'),
    FormType: { absent: 1 },
    Matrix: { absent: array(...IDENTITY) },
    BBox: { reading: CORNERS },
    Group: { kind: 'group' },
  },
  // Table 87
  'image-xobject': { Type: name('XObject'), ...alike('ImageMask Interpolate', FALSE), SMaskInData: ZERO },
};

/** Of one type of annotations (12.5.6). */
export const BY_SUBTYPE: Readonly<Record<string, Attributes>> = {
  Text: { Open: FALSE, Name: name('Note') },
  Link: HIGHLIGHTED,
  Widget: HIGHLIGHTED,
  FreeText: { Q: ZERO, IT: name('FreeText'), LE: name('None') },
  Line: { ...NO_ENDINGS, ...alike('LL LLE', ZERO), Cap: FALSE, CP: name('Inline'), CO: { absent: array(0, 0) } },
  PolyLine: NO_ENDINGS,
  // not /Name: without it, some viewers draw no stamp
  Stamp: { IT: name('Stamp') },
  Caret: { Sy: name('None') },
  FileAttachment: { Name: name('PushPin') },
  Sound: { Name: name('Speaker') },
  Popup: { Open: FALSE },
  Movie: { A: TRUE },
  Redact: { Q: ZERO, Repeat: FALSE },
};
