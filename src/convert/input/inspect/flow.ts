/**
 * Counts what text is laid out by: pages, frames and the pieces of a paragraph. Their time in LibreOffice grows faster than
 * their number (measured with 7.4.7: 10,000 pieces of one paragraph take 9 s, 5,000 page breaks 15 s, 5,000 list items 6 s).
 */
import type { Format } from '../../formats.js';
import { requireWithin } from '../../limits.js';
import type { TagWatch } from './tags.js';
import { countEach, type Tally } from './tally.js';

/** Watches of word processing documents, HTML, presentations and drawings. */
export function flowWatches(format: Format, tally: Tally): TagWatch[] {
  if (format.family === 'calc') return [countEach('pageBreaks', SHEET_BREAKS, tally)];
  if (format.family !== 'writer') return [countEach('pageBreaks', SLIDES, tally)];
  const isHtml = format.container === 'html';
  const text = [paragraphPieces(tally, isHtml ? HTML_RUNS : RUNS), tableRows(tally)];
  if (isHtml)
    return [...text, htmlPages(tally), countEach('listItems', ['li'], tally), countEach('frames', HTML_FRAMES, tally)];
  return format.container === 'ooxml'
    ? [...text, wordPages(tally), countEach('frames', WORD_FRAMES, tally)]
    : [...text, openDocumentPages(tally), countEach('frames', OPEN_DOCUMENT_FRAMES, tally)];
}

/** Breaks between rows and columns (ECMA-376-1, 18.3.1.3). */
const SHEET_BREAKS = ['brk'];
/** p:sldId (ECMA-376-1, 19.2.1.33), draw:page. */
const SLIDES = ['sldid', 'page'];
const WORD_FRAMES = ['drawing', 'pict', 'object'];
const OPEN_DOCUMENT_FRAMES = 'frame custom-shape rect line path polygon ellipse connector'.split(' ');
const HTML_FRAMES = 'img input button select textarea object iframe svg'.split(' ');

const BLOCKS = 'p h div li td th dt dd pre h1 h2 h3 h4 h5 h6'.split(' ');
/** w:r, a:r, text:span, text:a. */
const RUNS = ['r', 'span', 'a'];
const HTML_RUNS = 'span a b i u s em strong font code sub sup small big tt q'.split(' ');

/** Paragraphs, and runs and elements that change the look of text since the paragraph began. */
function paragraphPieces(tally: Tally, runs: readonly string[]): TagWatch {
  let pieces = 0;
  return {
    names: [...BLOCKS, ...runs],
    tag(_, name, part) {
      if (BLOCKS.includes(name)) {
        pieces = 0;
        tally.add('paragraphs', 1, part);
      } else requireWithin(tally.limits, 'paragraphRuns', ++pieces, part);
    },
    end() {
      pieces = 0;
    },
  };
}

/** Sections (ECMA-376-1, 17.6.17), breaks (17.3.3.1) and paragraphs on a new page (17.3.1.23). */
function wordPages(tally: Tally): TagWatch {
  return {
    names: ['br', 'sectpr', 'pagebreakbefore'],
    tag(text, name, part) {
      if (name !== 'br' || /type\s*=\s*["']page/.test(text)) tally.add('pageBreaks', 1, part);
    },
  };
}

/** CSS in an attribute of the element. */
function htmlPages(tally: Tally): TagWatch {
  return {
    names: [...BLOCKS, 'table', 'br', 'hr', 'span', 'img', 'ul', 'ol', 'section', 'article'],
    tag(text, _, part) {
      if (/break-(?:before|after)\s*:\s*(?!auto|avoid)/i.test(text)) tally.add('pageBreaks', 1, part);
    },
  };
}

const BREAK = /break-(?:before|after)\s*=\s*["']page/;
const MASTER_PAGE = /master-page-name\s*=\s*["'][^"']/;
const NAME = /(?:^|[\s:])name\s*=\s*["']([^"']*)/;
const PARENT = /parent-style-name\s*=\s*["']([^"']*)/;
const STYLE = /[\s:]style-name\s*=\s*["']([^"']*)/;

/** Paragraphs and tables whose style begins a page (ODF 1.3 part 3, 20.184 and 16.2). Styles stand before the text. */
function openDocumentPages(tally: Tally): TagWatch {
  const breaking = new Set<string>();
  let current = '';
  return {
    names: ['style', 'paragraph-properties', 'table-properties', 'p', 'h', 'table'],
    tag(text, name, part) {
      if (name === 'style') {
        current = NAME.exec(text)?.[1] ?? '';
        if (MASTER_PAGE.test(text) || breaking.has(PARENT.exec(text)?.[1] ?? '')) breaking.add(current);
      } else if (name.endsWith('-properties')) {
        if (BREAK.test(text)) breaking.add(current);
      } else if (breaking.size > 0 && breaking.has(STYLE.exec(text)?.[1] ?? '')) tally.add('pageBreaks', 1, part);
    },
  };
}

/** Of each table: 5,000 rows take 14 s in HTML, 6 s in OpenDocument, and longer in Word (measured with 7.4.7). */
function tableRows(tally: Tally): TagWatch {
  let rows = 0;
  return {
    names: ['tbl', 'table', 'tr', 'table-row'],
    tag(_, name, part) {
      if (name === 'tbl' || name === 'table') rows = 0;
      else requireWithin(tally.limits, 'tableRows', ++rows, part);
    },
    end() {
      rows = 0;
    },
  };
}
