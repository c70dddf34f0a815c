/**
 * Slides as PowerPoint prints them: fonts of bullets, tab stops, places of lines. Each is a fault of the table in quirks/. Of placeholders
 * nothing is changed: they take sizes, bullets and margins from their layout and master.
 */
import type { DocumentEdit } from '../../document.js';
import { whereReadable } from '../tags.js';
import { baselineEdits } from './baselines.js';
import { bulletEdits } from './bullets.js';
import { isRead, SLIDES, textOf } from './slide-text.js';
import { inheritsIndent, tabStopEdits } from './tab-stops.js';

const NAMES =
  'sp ph txBody bodyPr prstTxWarp lstStyle p pPr lnSpc buFont buFontTx buChar buAutoNum buBlip tabLst r fld rPr latin'.split(
    ' ',
  );
/** What the edits need in a slide. */
const CHANGED = /\ssz\s*=|buChar|tabLst/;

export const layOutSlides: DocumentEdit = whereReadable(async (document, { has }) => {
  const hasTabs = has('slideTabStops') && !(await inheritsIndent(document));
  for (const part of document.parts) {
    if (!(await isRead(document, part, SLIDES)) || !CHANGED.test(document.text(part)!)) continue;
    const slide = textOf(await document.elements(part, NAMES));
    document.change(part, [
      ...(has('bulletFonts') ? bulletEdits(slide) : []),
      ...(hasTabs ? tabStopEdits(slide) : []),
      ...(has('slideBaselines') ? baselineEdits(slide) : []),
    ]);
  }
});
