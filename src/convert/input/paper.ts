/** Sizes of paper (ISO 216, ANSI/ASME Y14.1), upright, and their numbers in Excel (ECMA-376-1, 18.3.1.63). */
import type { PAPERS } from '../options.js';

type PaperName = (typeof PAPERS)[number];

/** Width and height in twentieths of a point, as Word counts, and with the unit for OpenDocument. */
interface Paper {
  readonly twips: readonly [width: number, height: number];
  readonly lengths: readonly [width: string, height: string];
  readonly excel: number;
}

export const PAPER: Readonly<Record<PaperName, Paper>> = {
  a3: { twips: [16_838, 23_811], lengths: ['297mm', '420mm'], excel: 8 },
  a4: { twips: [11_906, 16_838], lengths: ['210mm', '297mm'], excel: 9 },
  a5: { twips: [8391, 11_906], lengths: ['148mm', '210mm'], excel: 11 },
  letter: { twips: [12_240, 15_840], lengths: ['8.5in', '11in'], excel: 1 },
  legal: { twips: [12_240, 20_160], lengths: ['8.5in', '14in'], excel: 5 },
  tabloid: { twips: [15_840, 24_480], lengths: ['11in', '17in'], excel: 3 },
};

/** Countries that use Letter (CLDR, paperSize). */
const LETTER = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** Of a document without a page size. `locale`: language and country. */
export function paperOfLocale(locale: string): PaperName {
  return LETTER.has(locale.split('-').at(-1) ?? '') ? 'letter' : 'a4';
}
