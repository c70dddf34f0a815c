/** Content of an office document that LibreOffice leaves out of the PDF without a message. */

import { ownValue } from '../../../../system/collections.js';
import type { LostId } from '../../../quirks/table.js';
import { attribute, namesOf } from '../markup.js';
import type { ReportContext, Surveyed, Surveyor } from '../surveyor.js';

/** Kinds of graphics that LibreOffice draws, by the end of their URI (ECMA-376-1, 20.1.2.2.17). */
const DRAWN =
  /\/(?:picture|chart|table|diagram|ole|compatibility|lockedCanvas|wordprocessing(?:Shape|Group|Canvas|Ink))$/;
/** Names of others. Ink is found by its content part. */
const GRAPHICS: Readonly<Record<string, LostId>> = {
  chartex: 'chart2016',
  slicer: 'slicer',
  timeslicer: 'timeline',
  model3d: 'model3d',
};
/** In sheets, what stands in for these is a note that they cannot be shown. */
const NOTED_IN_SHEETS = ['chartex', 'slicer', 'timeslicer'];
/** An XML signature of the document has elements of the name Object. */
const WORD_OBJECT = /^[^\s>]*\bobject\b/;
/** Inserted Word documents, which every LibreOffice reads. */
const READ_CHUNK = /\.do[ct][xm]$/i;
/** Inserted pages, which LibreOffice reads since 26.8. */
const PAGE_CHUNK = /\.(?:x?html?|rtf)$/i;

/** Kinds of numbers (ECMA-376-1, 20.1.10.61) that LibreOffice leaves out, or writes with Thai letters in place of digits. */
const LOST_NUMBERS = /^(?:arabic[12]Minus|ea1Jpn|hindi|thaiNum)/;
/** Layouts and masters state numbers of texts that no slide may have. */
const SLIDE = /\/slides\//;
/** Of PowerPoint since 2021; the namespace of its elements. */
const MODERN_COMMENTS = '/powerpoint/2018/8/main';
/** What is not lost with these values of the option `comments`: left out anyway, or printed in the margin. */
const KEPT_COMMENTS: Readonly<Record<string, readonly LostId[]>> = {
  none: ['noteComments', 'modernComments', 'cellComments'],
  margin: ['shownComments'],
};

const MAX_REFERENCES = 1000;
/** Each tag is compared with them. */
const MAX_PENDING = 20;

const GRAPHICS_NAMES = 'alternatecontent fallback graphicdata contentpart relids datamodelext sp';
const CHART_NAMES = `${GRAPHICS_NAMES} numref numcache`;
const NAMES = {
  odf: 'frame object-ole image floating-frame annotation',
  'xml-excel': 'comment',
  excel: `${GRAPHICS_NAMES} legacydrawinghf k`,
  word: `${CHART_NAMES} r pict object imagedata drawing altchunk subdoc footnotes endnotes commentreference`,
  powerpoint: `${CHART_NAMES} graphicframe oleobj control pic cmlst buautonum`,
};

/** Content that is lost unless one of the elements `kept` follows within the element at this depth. */
interface Pending {
  readonly what: LostId;
  readonly depth: number;
  readonly kept: readonly string[];
}

export class LostContent implements Surveyor {
  readonly names: readonly string[];
  readonly #kinds = new Set<LostId>();
  #pending: Pending[] = [];
  /** The part has footnotes or endnotes. */
  #isNotes = false;
  /** Depths of the elements mc:AlternateContent around a tag. */
  readonly #alternatives: number[] = [];
  readonly #chunks = new Map<string, { part: string; id: string }>();
  readonly #diagrams = new Map<string, { part: string; id: string }>();
  /** The id of the drawing that data of a diagram name, by their part. */
  readonly #drawings = new Map<string, string>();
  /** Parts with shapes. */
  readonly #drawn = new Set<string>();

  constructor(private readonly surveyed: Surveyed) {
    this.names = namesOf(surveyed.kind, NAMES);
  }

  tag(text: string, name: string, part: string | null, depth: number): void {
    this.#close(depth);
    const isEmptyFallback = name === 'fallback' && text.endsWith('/');
    if (!isEmptyFallback) this.#pending = this.#pending.filter(({ kept }) => !kept.includes(name));
    if (name === 'alternatecontent') this.#alternate(depth);
    else if (name === 'comment') this.#kinds.add('cellComments');
    else if (this.surveyed.kind === 'odf') this.#openDocument(text, name, depth);
    else this.#office(text, name, part ?? '', depth);
  }

  end(): void {
    this.#close(0);
    this.#isNotes = false;
  }

  lost({ options }: ReportContext): LostId[] {
    const kinds = new Set(this.#kinds);
    for (const { part, id } of this.#chunks.values()) {
      const target = this.surveyed.related(part, id)?.target ?? '';
      if (!READ_CHUNK.test(target)) kinds.add(PAGE_CHUNK.test(target) ? 'insertedPage' : 'insertedFile');
    }
    for (const { part, id } of this.#diagrams.values()) if (!this.#hasDrawing(part, id)) kinds.add('smartArt');
    const kept = KEPT_COMMENTS[options.comments ?? ''] ?? [];
    return [...kinds].filter(kind => !kept.includes(kind));
  }

  /** The part with the diagram refers to its drawing, by the id that the data name; some programs write an empty one. */
  #hasDrawing(part: string, dataId: string): boolean {
    const data = this.surveyed.related(part, dataId)?.target ?? '';
    const id = this.#drawings.get(data);
    const drawing = id === undefined ? undefined : this.surveyed.related(part, id);
    return drawing !== undefined && this.#drawn.has(drawing.target);
  }

  #alternate(depth: number): void {
    this.surveyed.facts.add('alternatives');
    this.#alternatives.push(depth);
  }

  /** Elements at this depth and below have ended. */
  #close(depth: number): void {
    while (this.#alternatives.length > 0 && this.#alternatives.at(-1)! >= depth) this.#alternatives.pop();
    if (this.#pending.length === 0) return;
    for (const { what, depth: outer } of this.#pending) if (outer >= depth) this.#kinds.add(what);
    this.#pending = this.#pending.filter(({ depth: outer }) => outer < depth);
  }

  #openDocument(text: string, name: string, depth: number): void {
    if (name === 'object-ole') this.#wait('embeddedObject', depth - 1, ['image']);
    else if (name === 'floating-frame') this.#kinds.add('embeddedPage');
    else if (name === 'annotation') this.#comment(text);
  }

  /** office:display (ODF 1.3 part 3). LibreOffice shows comments on sheets only. */
  #comment(text: string): void {
    if (this.surveyed.format.family !== 'calc' || attribute(text, 'display') !== 'true') return;
    this.#kinds.add('shownComments');
    this.surveyed.facts.add('shownComments');
  }

  #office(text: string, name: string, part: string, depth: number): void {
    const { kind } = this.surveyed;
    const hasShape = attribute(text, 'spid') !== null; // VML with a picture
    if (name === 'graphicdata') this.#graphic(attribute(text, 'uri') ?? '');
    else if (name === 'contentpart') this.#unlessReplaced('ink');
    else if (name === 'object' && WORD_OBJECT.test(text)) this.#wait('embeddedObject', depth, ['imagedata', 'drawing']);
    else if (name === 'oleobj' && !hasShape) this.#wait('embeddedObject', depth, ['pic']);
    else if (name === 'control' && kind === 'powerpoint' && !hasShape) this.#wait('control', depth, ['pic']);
    else if (name === 'numref' && kind !== 'excel') this.#wait('chartData', depth, ['numcache']);
    else if (name === 'subdoc') this.#kinds.add('subdocument');
    else if (name === 'altchunk') this.#refer(this.#chunks, part, attribute(text, 'id'));
    else if (name === 'sp') this.#drawn.add(part);
    else if (name === 'relids') this.#refer(this.#diagrams, part, attribute(text, 'dm'));
    else if (name === 'datamodelext') this.#nameDrawing(part, attribute(text, 'relId'));
    else if (name === 'legacydrawinghf') this.#kinds.add('headerPicture');
    else if (name === 'k') this.#richValue(attribute(text, 'n') ?? '');
    else if (name === 'cmlst' && text.includes(MODERN_COMMENTS)) this.#kinds.add('modernComments');
    else if (name === 'buautonum') this.#number(attribute(text, 'type') ?? '', part);
    else if (name === 'footnotes' || name === 'endnotes') this.#isNotes = true;
    else if (name === 'commentreference' && this.#isNotes) this.#noteComments();
  }

  #number(kind: string, part: string): void {
    if (LOST_NUMBERS.test(kind) && SLIDE.test(part)) this.#kinds.add('paragraphNumbers');
  }

  #noteComments(): void {
    this.#kinds.add('noteComments');
    this.surveyed.facts.add('noteComments');
  }

  #nameDrawing(part: string, id: string | null): void {
    if (id !== null && this.#drawings.size < MAX_REFERENCES) this.#drawings.set(part, id);
  }

  /** Keys of rich values ([MS-XLSX] 2.3.6.1): the cell has an error value for programs that do not know them. */
  #richValue(key: string): void {
    if (/ImageIdentifier$/.test(key)) this.#kinds.add('cellPicture');
    else if (key === '_DisplayString') this.#kinds.add('linkedData');
  }

  #graphic(uri: string): void {
    const kind = uri.slice(uri.lastIndexOf('/') + 1);
    const what = ownValue(GRAPHICS, kind) ?? 'unknownGraphic';
    if (this.surveyed.kind === 'excel' && NOTED_IN_SHEETS.includes(kind)) this.#kinds.add(what);
    else if (!DRAWN.test(uri)) this.#unlessReplaced(what);
  }

  /** A program that does not know the content shows mc:Fallback (ECMA-376-3, 7.5). */
  #unlessReplaced(what: LostId): void {
    const depth = this.#alternatives.at(-1);
    if (depth === undefined) this.#kinds.add(what);
    else this.#wait(what, depth, ['fallback']);
  }

  #wait(what: LostId, depth: number, kept: readonly string[]): void {
    const isKnown = this.#pending.some(pending => pending.what === what && pending.depth === depth);
    if (this.#pending.length >= MAX_PENDING) this.#kinds.add(what);
    else if (!isKnown) this.#pending.push({ what, depth, kept });
  }

  #refer(references: Map<string, { part: string; id: string }>, part: string, id: string | null): void {
    if (id !== null && references.size < MAX_REFERENCES) references.set(`${part}\0${id}`, { part, id });
  }
}
