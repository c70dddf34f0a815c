/** The text of slides, their layouts and masters. */
import type { XmlElement } from '../../../../../system/xml.js';
import { enclosing } from '../../../../xml.js';
import type { EditableDocument } from '../../document.js';
import { type FirstChild, firstChildren } from '../children.js';

/** Transitional and strict (ECMA-376-1, annex A). */
const NAMESPACES =
  /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/(?:drawingml|presentationml)(?:\/2006)?\/main$/;
/** Content types, in lower case. */
export const SLIDES = /\.presentationml\.slide\+xml$/;
export const SLIDES_AND_MASTERS = /\.presentationml\.slide(?:layout|master)?\+xml$/;
/** Characters of a slide, layout or master that is read: more would take a noticeable part of the time of the conversion. */
export const MAX_SLIDE = 4 * 1024 * 1024;

export async function isRead(document: EditableDocument, part: string, kinds: RegExp): Promise<boolean> {
  return kinds.test(await document.contentType(part)) && document.text(part)!.length <= MAX_SLIDE;
}

export const isDrawing = ({ uri }: XmlElement): boolean => NAMESPACES.test(uri);

/** The elements of a slide that are no placeholders, nor within one. */
export interface SlideText {
  readonly elements: readonly XmlElement[];
  readonly childOf: FirstChild;
}

export function textOf(all: readonly XmlElement[]): SlideText {
  const drawn = all.filter(isDrawing);
  const placeholders = new Set(drawn.filter(({ local }) => local === 'ph').map(ph => enclosing(ph, 'sp')));
  const elements = drawn.filter(element => {
    const shape = enclosing(element, 'sp');
    return shape === null || !placeholders.has(shape);
  });
  return { elements, childOf: firstChildren(elements) };
}
