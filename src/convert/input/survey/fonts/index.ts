/** The fonts that a document names for its text, by its format. */
import type { Format } from '../../../formats.js';
import type { TagWatch } from '../../inspect/tags.js';
import type { FontSurvey } from './font-survey.js';
import { OpenDocumentFonts } from './open-document.js';
import { SheetFonts } from './sheets.js';
import { SlideFonts } from './slides.js';
import { WordFonts } from './word.js';

/** Null for formats whose fonts are not read. */
export function fontSurvey({ container, family }: Format): { survey: FontSurvey; watches: TagWatch[] } | null {
  if (container === 'odf' || container === 'flat-odf') {
    const survey = new OpenDocumentFonts();
    return { survey, watches: [survey] };
  }
  if (container !== 'ooxml') return null;
  if (family === 'calc') {
    const survey = new SheetFonts();
    return { survey, watches: [survey] };
  }
  const survey = family === 'writer' ? new WordFonts() : new SlideFonts();
  return { survey, watches: [survey, survey.theme] };
}
