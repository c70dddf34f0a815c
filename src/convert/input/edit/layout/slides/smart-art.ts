/**
 * SmartArt on slides whose saved drawing is missing or empty, as some programs write it: LibreOffice lays it out itself, which never
 * ends in its build as WebAssembly. A shape with the text of the SmartArt stands in its place.
 */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { escapeXml } from '../../../../../text.js';
import { type Edit, enclosing } from '../../../../xml.js';
import { relationshipsOf, resolvePart } from '../../../document.js';
import type { DocumentEdit, EditableDocument } from '../../document.js';
import { isRead, SLIDES_AND_MASTERS } from './slide-text.js';

export const replaceSmartArt: DocumentEdit = async document => {
  for (const slide of document.parts)
    if ((await isRead(document, slide, SLIDES_AND_MASTERS)) && document.text(slide)!.includes('relIds'))
      document.change(slide, await replacements(document, slide));
};

async function replacements(document: EditableDocument, slide: string): Promise<Edit[]> {
  const elements = await document.elements(slide, ['graphicFrame', 'cNvPr', 'xfrm', 'off', 'relIds']);
  const related = await relatedParts(document, slide);
  const edits: Edit[] = [];
  for (const ids of elements.filter(({ local }) => local === 'relIds')) {
    const frame = enclosing(ids, 'graphicFrame');
    const data = related.get(idIn(ids, 'dm'));
    if (!frame || data === undefined || (await hasDrawing(document, data, related))) continue;
    const inFrame = elements.filter(element => enclosing(element, 'graphicFrame') === frame);
    edits.push({
      from: frame.start,
      to: frame.end,
      text: shape(document.text(slide)!, frame, inFrame, await paragraphs(document, data)),
    });
  }
  return edits;
}

/** Names of parts by the ids that a part has for them. */
async function relatedParts(document: EditableDocument, part: string): Promise<Map<string | undefined, string>> {
  const rows = await document.elements(relationshipsOf(part), ['Relationship']);
  return new Map(rows.map(row => [attributeOf(row, 'Id'), resolvePart(part, attributeOf(row, 'Target') ?? '')]));
}

/** In the transitional or the strict namespace. */
const idIn = ({ attributes }: XmlElement, name: string) => attributes.find(({ local }) => local === name)?.value;

/** Whether LibreOffice draws what the last program has drawn: the part that the data name has a shape. */
async function hasDrawing(
  document: EditableDocument,
  data: string,
  related: ReadonlyMap<string | undefined, string>,
): Promise<boolean> {
  const [named] = await document.elements(data, ['dataModelExt']);
  const drawing = named && related.get(idIn(named, 'relId'));
  return drawing !== undefined && /<(?:\w+:)?sp[\s>]/.test(document.text(drawing) ?? '');
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
function shape(slide: string, frame: XmlElement, inFrame: readonly XmlElement[], texts: readonly string[]): string {
  const of = (local: string) => inFrame.find(element => element.local === local);
  const [names, place] = [of('cNvPr'), of('xfrm')];
  const named = names ? slide.slice(names.start, names.end) : '<p:cNvPr id="0" name=""/>';
  const box = place ? `<a:xfrm>${slide.slice(place.contentStart, place.contentEnd)}</a:xfrm>` : '';
  const text = `<a:bodyPr wrap="square"><a:normAutofit/></a:bodyPr>${texts.join('') || '<a:p/>'}`;
  return (
    `<p:sp xmlns:p="${frame.uri}" xmlns:a="${of('off')?.uri ?? DRAWING}">` +
    `<p:nvSpPr>${named}<p:cNvSpPr/><p:nvPr/></p:nvSpPr>` +
    `<p:spPr>${box}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody>${text}</p:txBody></p:sp>`
  );
}

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
