/** A document of Word 2013 whose paragraphs have the numbers of one list. */
import { wordOf2013 } from './word-2013.js';

/** Markup of a level: its format, text and other elements. */
export const level = (index: number, format: string, text: string, others = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${others}<w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="2880" w:hanging="2880"/></w:pPr></w:lvl>`;

/** Articles with Roman numbers, whose sections show decimals. */
export const LEGAL = [
  level(0, 'upperRoman', 'Article %1'),
  level(1, 'decimalZero', 'Section %1.%2', '<w:isLgl/>'),
  level(2, 'lowerLetter', '%1.%2.%3', '<w:isLgl/>'),
];
/** The letter of the second level is a decimal on that level only. */
export const LETTERS = [
  level(0, 'upperRoman', '%1'),
  level(1, 'upperLetter', '%1.%2', '<w:isLgl/>'),
  level(2, 'lowerLetter', '%1.%2.%3'),
];
/** Parts, whose chapters nothing restarts. */
export const CONTINUED = [
  level(0, 'upperRoman', 'Part %1'),
  level(1, 'decimal', 'Chapter %2', '<w:lvlRestart w:val="0"/>'),
  level(2, 'decimal', '%2.%3'),
];

/** `instance`: what stands in it. */
export const numbering = (levels: readonly string[], instance = ''): string =>
  `<w:abstractNum w:abstractNumId="0">${levels.join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/>${instance}</w:num>`;

export const numbered = (text: string, at: number): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A paragraph of each level in `places`, with the word "text". */
export const numberedDocument = (levels: readonly string[], places: readonly number[], others: object = {}) =>
  wordOf2013(places.map(at => numbered('text', at)).join(''), 15, { numbering: numbering(levels), ...others });
