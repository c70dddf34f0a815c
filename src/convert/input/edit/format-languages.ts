/**
 * Formats of dates that name their language by a tag, "[$-en-US]", or the format of the system, "[$-x-sysdate]", as current
 * versions of Excel write them: LibreOffice reads numbers of languages only ([MS-LCID]; "[$-409]"), and prints the number of
 * the day. In en-US it prints two digits of the hour for "[$-F400]h:mm:ss AM/PM", the format of the system of Excel, which has one there.
 */
import type { Edit } from '../../xml.js';
import type { DocumentEdit } from './document.js';
import { whereReadable } from './layout/tags.js';

/** What precedes the number of a language names numerals and calendar, as it does behind a tag. */
const LANGUAGE = /\[\$-([a-z]{1,3}-[\w-]*\w|(?=[a-f]*[g-z])[a-z]{2,3}|F400)(?:,([\da-f]{0,4}))?\]/;
/** Texts and single letters that are printed as they are, and languages. */
const PIECES = new RegExp(`"[^"]*"|&quot;.*?&quot;|\\\\.|${LANGUAGE.source}`, 'gis');
const CODES = /\bformatCode(?:\s*=\s*(?:"[^"<]*"|'[^'<]*')|>[^<]*)/g;
const WITH_FORMATS = /(?:spreadsheetml\.styles|drawingml\.chart)\+xml$/;
const MARK = /\[\$-(?:[a-z]{1,3}[-\],]|F400)/i;

const TIME = 'F400';
/** The formats of date and time of the system: what follows in the format is not used. */
const SYSTEM = new Map([
  ['x-sysdate', 'F800'],
  ['x-systime', TIME],
  ['f400', TIME],
]);

/** Of each language, the country that stands for all others first. */
// biome-ignore format: a table is read by its columns
const NUMBERS: Readonly<Record<string, string>> = {
  af: 'ZA 436', sq: 'AL 41C', ar: 'SA 401 IQ 801 EG C01 LY 1001 DZ 1401 MA 1801 TN 1C01 OM 2001 YE 2401 SY 2801 JO 2C01 LB 3001 KW 3401 AE 3801 BH 3C01 QA 4001',
  hy: 'AM 42B', as: 'IN 44D', az: 'AZ 42C', eu: 'ES 42D', be: 'BY 423', bn: 'IN 445 BD 845', bg: 'BG 402', ca: 'ES 403',
  zh: 'CN 804 TW 404 HK C04 SG 1004 MO 1404', hr: 'HR 41A BA 101A', cs: 'CZ 405', da: 'DK 406', nl: 'NL 413 BE 813',
  en: 'US 409 GB 809 AU C09 CA 1009 NZ 1409 IE 1809 ZA 1C09 JM 2009 BZ 2809 TT 2C09 ZW 3009 PH 3409 HK 3C09 IN 4009 MY 4409 SG 4809',
  et: 'EE 425', fo: 'FO 438', fil: 'PH 464', fi: 'FI 40B', fr: 'FR 40C BE 80C CA C0C CH 100C LU 140C MC 180C', gl: 'ES 456', ka: 'GE 437',
  de: 'DE 407 CH 807 AT C07 LU 1007 LI 1407', el: 'GR 408', gu: 'IN 447', he: 'IL 40D', hi: 'IN 439', hu: 'HU 40E', is: 'IS 40F', id: 'ID 421',
  ga: 'IE 83C', it: 'IT 410 CH 810', ja: 'JP 411', kn: 'IN 44B', kk: 'KZ 43F', km: 'KH 453', ko: 'KR 412', ky: 'KG 440', lo: 'LA 454',
  lv: 'LV 426', lt: 'LT 427', mk: 'MK 42F', ms: 'MY 43E', ml: 'IN 44C', mt: 'MT 43A', mr: 'IN 44E', mn: 'MN 450', ne: 'NP 461',
  nb: 'NO 414', nn: 'NO 814', no: 'NO 414', or: 'IN 448', fa: 'IR 429', pl: 'PL 415', pt: 'BR 416 PT 816', pa: 'IN 446', rm: 'CH 417',
  ro: 'RO 418 MD 818', ru: 'RU 419 MD 819', sr: 'RS 241A', sk: 'SK 41B', sl: 'SI 424',
  es: 'ES C0A MX 80A GT 100A CR 140A PA 180A DO 1C0A VE 200A CO 240A PE 280A AR 2C0A EC 300A CL 340A UY 380A PY 3C0A BO 400A SV 440A HN 480A NI 4C0A PR 500A US 540A',
  sw: 'KE 441', sv: 'SE 41D FI 81D', ta: 'IN 449', tt: 'RU 444', te: 'IN 44A', th: 'TH 41E', tr: 'TR 41F', uk: 'UA 422', ur: 'PK 420',
  uz: 'UZ 443', vi: 'VN 42A', cy: 'GB 452',
};

export const numberFormatLanguages: DocumentEdit = whereReadable(async (document, { language }) => {
  const statesTime = language === 'en-US';
  for (const part of document.parts) {
    if (!WITH_FORMATS.test(await document.contentType(part))) continue;
    const text = document.text(part)!;
    if (MARK.test(text)) document.change(part, formatEdits(text, statesTime));
  }
});

/** `statesTime`: what follows the mark of the system's time is its format. */
function formatEdits(text: string, statesTime: boolean): Edit[] {
  return [...text.matchAll(CODES)].map(({ 0: code, index }) => {
    const from = index + code.search(/["'>]/) + 1;
    const format = text.slice(from, index + code.length);
    return {
      from,
      to: from + format.length,
      text: format.replace(PIECES, (piece, tag?: string, calendar?: string) =>
        tag === undefined ? piece : numbered(tag, statesTime, calendar),
      ),
    };
  });
}

/** Without a language where it is not known. */
function numbered(tag: string, statesTime: boolean, calendar = ''): string {
  const system = SYSTEM.get(tag.toLowerCase());
  const number = system ?? numberOf(tag);
  if (number === null || (statesTime && number === TIME)) return '';
  return `[$-${calendar === '' ? number : calendar + number.padStart(4, '0')}]`;
}

function numberOf(tag: string): string | null {
  const [language = '', ...subtags] = tag.split('-');
  const script = subtags[0]?.toLowerCase();
  if (language.toLowerCase() === 'sr' && script === 'cyrl') return '281A';
  const known = NUMBERS[language.toLowerCase()]?.split(' ') ?? [];
  const countries = subtags.map(subtag => known.indexOf(subtag.toUpperCase()));
  const country = countries.find(at => at >= 0) ?? 0;
  return known[country + 1] ?? null;
}
