/**
 * SmartArt on slides whose saved drawing is missing or empty, as some programs write it: LibreOffice lays it out itself, which never
 * ends in its build as WebAssembly. A shape with the text of the SmartArt stands in its place.
 */
import { DocconvError } from '../../../../../errors.js';
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { escapeXml } from '../../../../../text.js';
import { requireWithin } from '../../../../limits.js';
import { type Edit, enclosing } from '../../../../xml.js';
import { relationshipsOf, resolvePart } from '../../../document.js';
import type { DocumentEdit, EditableDocument } from '../../document.js';
import { isRead, SLIDES_AND_MASTERS } from './slide-text.js';

/** Throws LIMIT_EXCEEDED: frames may name the same text many times. */
export const replaceSmartArt: DocumentEdit = async document => {
  const diagrams = new Diagrams(document);
  for (const slide of document.parts)
    if ((await isRead(document, slide, SLIDES_AND_MASTERS)) && document.text(slide)!.includes('relIds'))
      document.change(slide, await replacements(document, slide, diagrams));
};

type InFrame = Map<string, XmlElement>;

async function replacements(document: EditableDocument, slide: string, diagrams: Diagrams): Promise<Edit[]> {
  const names = ['graphicFrame', 'cNvPr', 'xfrm', 'off', 'relIds'];
  const elements = await readable(document.elements(slide, names));
  const related = elements && (await readable(relatedParts(document, slide)));
  const edits: Edit[] = [];
  for (const [frame, inFrame] of related ? byFrame(elements) : []) {
    const ids = inFrame.get('relIds');
    const data = ids && related!.get(idIn(ids, 'dm'));
    const text = data === undefined ? null : await diagrams.textWithoutDrawing(data, related!);
    if (text !== null)
      edits.push({ from: frame.start, to: frame.end, text: shape(document.text(slide)!, frame, inFrame, text) });
  }
  return edits;
}

/** The first element of each name in the frames. */
function byFrame(elements: readonly XmlElement[]): Map<XmlElement, InFrame> {
  const frames = new Map<XmlElement, InFrame>();
  for (const element of elements) {
    const frame = enclosing(element, 'graphicFrame');
    if (!frame) continue;
    const inFrame = frames.get(frame) ?? new Map<string, XmlElement>();
    frames.set(frame, inFrame);
    if (!inFrame.has(element.local)) inFrame.set(element.local, element);
  }
  return frames;
}

/** Null where a part cannot be read: an engine may read it. */
async function readable<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (error instanceof DocconvError) return null;
    throw error;
  });
}

interface Diagram {
  /** The id of the part with the drawing; undefined without one. */
  readonly drawing: string | undefined;
  /** Paragraphs as DrawingML. */
  readonly text: string;
}

/** Each part is read once, whatever the number of frames that name it. */
class Diagrams {
  readonly #read = new Map<string, Diagram | null>();
  readonly #drawn = new Map<string, boolean>();
  #length = 0;

  constructor(private readonly document: EditableDocument) {}

  /** Null where it has a drawing or cannot be read. */
  async textWithoutDrawing(data: string, related: Related): Promise<string | null> {
    const diagram = this.#read.has(data) ? this.#read.get(data)! : await readable(readDiagram(this.document, data));
    this.#read.set(data, diagram);
    if (diagram === null) return null;
    if (diagram.drawing !== undefined && this.#isDrawn(related.get(diagram.drawing))) return null;
    this.#length += diagram.text.length;
    requireWithin(this.document.source.limits, 'textBytes', this.#length, data);
    return diagram.text;
  }

  /** Whether LibreOffice draws what the last program has drawn: the part has a shape. */
  #isDrawn(drawing: string | undefined): boolean {
    if (drawing === undefined) return false;
    const isDrawn = this.#drawn.get(drawing) ?? /<(?:\w+:)?sp[\s>]/.test(this.document.text(drawing) ?? '');
    this.#drawn.set(drawing, isDrawn);
    return isDrawn;
  }
}

type Related = ReadonlyMap<string | undefined, string>;

/** Names of parts by the ids that a part has for them. */
async function relatedParts(document: EditableDocument, part: string): Promise<Related> {
  const rows = await document.elements(relationshipsOf(part), ['Relationship']);
  return new Map(rows.map(row => [attributeOf(row, 'Id'), resolvePart(part, attributeOf(row, 'Target') ?? '')]));
}

/** In the transitional or the strict namespace. */
const idIn = ({ attributes }: XmlElement, name: string) => attributes.find(({ local }) => local === name)?.value;

async function readDiagram(document: EditableDocument, data: string): Promise<Diagram> {
  const [named] = await document.elements(data, ['dataModelExt']);
  return { drawing: named && idIn(named, 'relId'), text: (await paragraphs(document, data)).join('') };
}

/** Of the points that are no transitions, presentations or the document (ECMA-376-1, 21.4.7.51). */
const WITH_TEXT = [undefined, 'node', 'asst'];

async function paragraphs(document: EditableDocument, data: string): Promise<string[]> {
  const elements = await document.elements(data, ['pt', 'p', 't', 'br']);
  const texts = new Map<XmlElement, string>();
  for (const element of elements) {
    const paragraph = enclosing(element, 'p');
    const point = enclosing(element, 'pt');
    if (element.local === 'pt' || !point || !WITH_TEXT.includes(attributeOf(point, 'type'))) continue;
    if (element.local === 'p') texts.set(element, '');
    else if (paragraph)
      texts.set(paragraph, texts.get(paragraph)! + (element.local === 'br' ? '<a:br/>' : run(element.text)));
  }
  return [...texts.values()].filter(text => text !== '').map(text => `<a:p>${text}</a:p>`);
}

const run = (text: string): string => `<a:r><a:t>${escapeXml(text)}</a:t></a:r>`;

/** With the name, the description and the place of the frame, as the slide writes them. */
function shape(slide: string, frame: XmlElement, inFrame: InFrame, paragraphs: string): string {
  const [names, place] = [inFrame.get('cNvPr'), inFrame.get('xfrm')];
  const named = names ? slide.slice(names.start, names.end) : '<p:cNvPr id="0" name=""/>';
  const box = place ? `<a:xfrm>${slide.slice(place.contentStart, place.contentEnd)}</a:xfrm>` : '';
  const text = `<a:bodyPr wrap="square"><a:normAutofit/></a:bodyPr>${paragraphs || '<a:p/>'}`;
  return (
    `<p:sp xmlns:p="${frame.uri}" xmlns:a="${inFrame.get('off')?.uri ?? DRAWING}">` +
    `<p:nvSpPr>${named}<p:cNvSpPr/><p:nvPr/></p:nvSpPr>` +
    `<p:spPr>${box}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody>${text}</p:txBody></p:sp>`
  );
}

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
