/** Characters of glyph names (Adobe Glyph List) and of the Latin encodings of simple fonts (ISO 32000-2, Annex D). */
import { decodeWindows1252 } from '../../../../system/windows-1252.js';

const ASCII_NAMES =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen ' +
  'period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at';
const BRACKET_NAMES = 'bracketleft backslash bracketright asciicircum underscore grave';
const BRACE_NAMES = 'braceleft bar braceright asciitilde';
const LATIN_1_NAMES =
  'nbspace exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft ' +
  'logicalnot sfthyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered ' +
  'cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown';

/** Characters that no composition of a letter and an accent gives. */
const OTHERS: Readonly<Record<string, number>> = {
  AE: 0xc6,
  Eth: 0xd0,
  multiply: 0xd7,
  Oslash: 0xd8,
  Thorn: 0xde,
  germandbls: 0xdf,
  ae: 0xe6,
  eth: 0xf0,
  divide: 0xf7,
  oslash: 0xf8,
  thorn: 0xfe,
  Dcroat: 0x110,
  dcroat: 0x111,
  dotlessi: 0x131,
  Lslash: 0x141,
  lslash: 0x142,
  OE: 0x152,
  oe: 0x153,
  florin: 0x192,
  circumflex: 0x2c6,
  caron: 0x2c7,
  breve: 0x2d8,
  dotaccent: 0x2d9,
  ring: 0x2da,
  ogonek: 0x2db,
  tilde: 0x2dc,
  hungarumlaut: 0x2dd,
  endash: 0x2013,
  emdash: 0x2014,
  quoteleft: 0x2018,
  quoteright: 0x2019,
  quotesinglbase: 0x201a,
  quotedblleft: 0x201c,
  quotedblright: 0x201d,
  quotedblbase: 0x201e,
  dagger: 0x2020,
  daggerdbl: 0x2021,
  bullet: 0x2022,
  ellipsis: 0x2026,
  perthousand: 0x2030,
  guilsinglleft: 0x2039,
  guilsinglright: 0x203a,
  fraction: 0x2044,
  Euro: 0x20ac,
  trademark: 0x2122,
  minus: 0x2212,
};

const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  cedilla: '\u0327',
  ogonek: '\u0328',
};

const NAMES = new Map<string, string>([
  ...named(ASCII_NAMES, 0x20),
  ...named(BRACKET_NAMES, 0x5b),
  ...named(BRACE_NAMES, 0x7b),
  ...named(LATIN_1_NAMES, 0xa0),
  ...Object.entries(OTHERS).map(([name, code]): [string, string] => [name, String.fromCodePoint(code)]),
  // drawn as a hyphen, although the character is a conditional one
  ['sfthyphen', '-'],
  ['fi', 'fi'],
  ['fl', 'fl'],
]);

function named(names: string, first: number): [string, string][] {
  return names.split(' ').map((name, i) => [name, String.fromCodePoint(first + i)]);
}

/** Undefined: the name has no known meaning. */
export function glyphText(name: string): string | undefined {
  const known = NAMES.get(name);
  if (known !== undefined || name === '.notdef') return known;
  if (/^[A-Za-z]$/.test(name)) return name;
  const hex = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(name);
  if (hex) return characterOf(Number.parseInt(hex[1] ?? hex[2]!, 16));
  const [, letter, accent] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? [];
  const mark = accent === undefined ? undefined : ACCENTS[accent];
  return mark === undefined ? undefined : `${letter}${mark}`.normalize('NFC');
}

function characterOf(code: number): string | undefined {
  return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? undefined : String.fromCodePoint(code);
}

/** StandardEncoding above 0xA0; '-': undefined. */
const STANDARD_HIGH =
  'exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft ' +
  'guilsinglright fi fl - endash dagger daggerdbl periodcentered - paragraph bullet quotesinglbase quotedblbase ' +
  'quotedblright guillemotright ellipsis perthousand - questiondown - grave acute circumflex tilde macron breve dotaccent ' +
  'dieresis - ring cedilla - hungarumlaut ogonek caron emdash - - - - - - - - - - - - - - - - AE - ordfeminine - - - - ' +
  'Lslash Oslash OE ordmasculine - - - - - ae - - - dotlessi - - lslash oslash oe germandbls';

export type CodeTable = readonly (string | undefined)[];

/** By name of the encoding. 'PDFDocEncoding' is no font encoding of the standard, but forms use the name. */
export function encodingTable(name: string): CodeTable | null {
  if (name === 'StandardEncoding') return standardTable();
  const decode = DECODERS[name];
  return decode === undefined ? null : tableOf(decode, name === 'MacRomanEncoding' ? 0xdb : null);
}

/** They agree with the encodings of Annex D but for undefined codes and the currency sign of MacRomanEncoding. */
const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  WinAnsiEncoding: decodeWindows1252,
  MacRomanEncoding: bytes => new TextDecoder('macintosh').decode(bytes),
};

function tableOf(decode: (bytes: Uint8Array) => string, differs: number | null): CodeTable {
  const characters = Array.from({ length: 256 }, (_, code) =>
    code < 0x20 || code === differs ? undefined : decode(Uint8Array.of(code)),
  );
  return characters.map(character => (character === '\u00ad' ? '-' : character));
}

function standardTable(): CodeTable {
  const high = STANDARD_HIGH.split(' ').map(name => (name === '-' ? undefined : glyphText(name)));
  const low = Array.from({ length: 0x7f }, (_, code) => (code < 0x20 ? undefined : String.fromCharCode(code)));
  low[0x27] = '\u2019';
  low[0x60] = '\u2018';
  return [...low, ...Array.from({ length: 0xa1 - 0x7f }, () => undefined), ...high];
}
