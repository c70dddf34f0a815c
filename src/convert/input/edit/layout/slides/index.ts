/**
 * Slides as PowerPoint prints them: fonts of bullets, places of lines. Each is a fault of the table in quirks/. Of placeholders
 * nothing is changed: they take sizes, bullets and margins from their layout and master.
 */
import type { DocumentEdit } from '../../document.js';
import { whereReadable } from '../tags.js';
import { baselineEdits } from './baselines.js';
import { bulletEdits } from './bullets.js';
import { textOf } from './slide-text.js';

const SLIDE = /\.presentationml\.slide(?:layout|master)?\+xml$/;
/** Characters of a slide that is read: more would take a noticeable part of the time of the conversion. */
const MAX_SLIDE = 4 * 1024 * 1024;
const NAMES =
  'sp nvSpPr nvPr ph txBody bodyPr prstTxWarp lstStyle p pPr lnSpc buFont buFontTx buChar r fld rPr endParaRPr latin';

export const layOutSlides: DocumentEdit = whereReadable(async (document, { has }) => {
  for (const part of document.parts) {
    if (!SLIDE.test(await document.contentType(part)) || document.text(part)!.length > MAX_SLIDE) continue;
    const slide = textOf(await document.elements(part, NAMES.split(' ')));
    document.change(part, [
      ...(has('bulletFonts') ? bulletEdits(slide) : []),
      ...(has('slideBaselines') ? baselineEdits(slide) : []),
    ]);
  }
});
