/**
 * Documents that reach for something: every way that a format knows to name another file or a server. `target` says
 * where to: the same documents reach for a listener (http:) or for a planted file (file:).
 */

import { docxVectors } from './docx.js';
import { drawingVectors, spreadsheetVectors, textVectors } from './odf.js';
import { pptxVectors, xlsxVectors } from './ooxml.js';
import { htmlVectors, rtfVectors, svgVectors } from './plain.js';

/** What the vector expects at the other end. */
export type TargetKind = 'png' | 'txt' | 'html' | 'css' | 'csv' | 'ods' | 'odt' | 'docx' | 'xlsx' | 'wav' | 'ttf';
export type Target = (vector: string, kind: TargetKind) => string;

export interface Vector {
  /** "docx: linked image" */
  readonly vector: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

const ALL: Readonly<Record<string, (target: Target) => Record<string, Uint8Array>>> = {
  docx: docxVectors,
  odt: textVectors,
  rtf: rtfVectors,
  html: htmlVectors,
  xlsx: xlsxVectors,
  ods: spreadsheetVectors,
  pptx: pptxVectors,
  odp: drawingVectors,
  svg: svgVectors,
};

export function vectors(target: Target): Vector[] {
  return Object.entries(ALL).flatMap(([format, make]) => {
    const documents = make((vector, kind) => target(slug(`${format}: ${vector}`), kind));
    return Object.entries(documents).map(([title, bytes]) => {
      const vector = `${format}: ${title}`;
      return { vector, name: `${slug(vector)}.${format}`, bytes };
    });
  });
}

/** "docx-linked-image": for file names and for the paths at the listener. */
export function slug(vector: string): string {
  return vector.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
