/** Sizes of paper (ISO 216, ANSI/ASME Y14.1), upright, and their numbers in Excel (ECMA-376-1, 18.3.1.63). */
import { canonicalLocale } from './locale.js';
import type { PAPERS, PdfOptions } from './options.js';

export type PaperName = (typeof PAPERS)[number];
/** What the pages of a document that states no size can have. */
export type DefaultPaper = 'a4' | 'letter';

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

/** `locale`: language and country. */
function paperOfLocale(locale: string): DefaultPaper {
  return LETTER.has(locale.split('-').at(-1) ?? '') ? 'letter' : 'a4';
}

/** Of the caller, in the order of POSIX (XBD 8.2); A4 in the locale "C", as in glibc. */
export function paperOfEnvironment({ LC_ALL, LC_PAPER, LANG }: NodeJS.ProcessEnv): DefaultPaper {
  return paperOfLocale(canonicalLocale((LC_ALL || LC_PAPER || LANG || '').replace(/[.@].*/, '')) ?? '');
}

/** Of a document that states no size: `locale` of the options is its locale, in its canonical form. */
export function paperWithoutSize(options: PdfOptions): DefaultPaper {
  const locale = options.locale === undefined ? null : canonicalLocale(options.locale);
  return options.defaultPaper ?? paperOfLocale(locale ?? '');
}

/**
 * The locale for the engine, which takes the paper of what has no page size from it: with the same language and this paper.
 * LibreOffice has no data of a language without a country, nor of de-US and the like, and takes those of the language, which
 * are those of en-US and de-DE. Its paper for the former is A4; any other country without data would do as well, but it has
 * LibreOffice 25.2 validate the locale a hundred times for each document, in a third of a second. Where the locale is not the
 * usual one of its language, it stays, with its paper.
 */
export function localeWithPaper(locale: string, paper: DefaultPaper): string {
  const { language } = new Intl.Locale(locale);
  if (paperOfLocale(locale) === paper || canonicalLocale(language) !== locale) return locale;
  return paper === 'letter' ? `${language}-US` : language;
}
