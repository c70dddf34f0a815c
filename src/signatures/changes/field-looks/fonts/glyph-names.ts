/** Characters of glyph names (Adobe Glyph List) and of the Latin encodings of simple fonts (ISO 32000-2, Annex D). */
import { decodeWindows1252 } from '../../../../system/formats/windows-1252.js';

const ASCII_NAMES =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen ' +
  'period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at';
const BRACKET_NAMES = 'bracketleft backslash bracketright asciicircum underscore grave';
const BRACE_NAMES = 'braceleft bar braceright asciitilde';
const LATIN_1_NAMES =
  'nbspace exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft ' +
  'logicalnot sfthyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered ' +
  'cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown';

/** Characters that no composition of a letter and an accent gives: the name and the code point of each. */
const OTHERS = charactersOf(
  `AE c6 Eth d0 multiply d7 Oslash d8 Thorn de germandbls df ae e6 eth f0 divide f7 oslash f8 thorn fe Dcroat 110
  dcroat 111 dotlessi 131 Lslash 141 lslash 142 OE 152 oe 153 florin 192 circumflex 2c6 caron 2c7 breve 2d8
  dotaccent 2d9 ring 2da ogonek 2db tilde 2dc hungarumlaut 2dd endash 2013 emdash 2014 quoteleft 2018 quoteright
  2019 quotesinglbase 201a quotedblleft 201c quotedblright 201d quotedblbase 201e dagger 2020 daggerdbl 2021
  bullet 2022 ellipsis 2026 perthousand 2030 guilsinglleft 2039 guilsinglright 203a fraction 2044 Euro 20ac
  trademark 2122 minus 2212`,
);

const ACCENTS = charactersOf(
  `grave 300 acute 301 circumflex 302 tilde 303 macron 304 breve 306 dotaccent 307 dieresis 308 ring 30a
  hungarumlaut 30b caron 30c cedilla 327 ogonek 328`,
);

const NAMES = new Map<string, string>([
  ...named(ASCII_NAMES, 0x20),
  ...named(BRACKET_NAMES, 0x5b),
  ...named(BRACE_NAMES, 0x7b),
  ...named(LATIN_1_NAMES, 0xa0),
  ...OTHERS,
  // drawn as a hyphen, although the character is a conditional one
  ['sfthyphen', '-'],
  ['fi', 'fi'],
  ['fl', 'fl'],
]);

function charactersOf(names: string): Map<string, string> {
  const pairs = names.matchAll(/(\w+)\s+([0-9a-f]+)/g);
  return new Map([...pairs].map(([, name, code]) => [name!, String.fromCodePoint(Number.parseInt(code!, 16))]));
}

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
  const mark = ACCENTS.get(accent ?? '');
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
  const decode = DECODERS.get(name);
  return decode === undefined ? null : tableOf(decode, name === 'MacRomanEncoding' ? 0xdb : null);
}

/** They agree with the encodings of Annex D but for undefined codes and the currency sign of MacRomanEncoding. */
const DECODERS = new Map<string, (bytes: Uint8Array) => string>([
  ['WinAnsiEncoding', decodeWindows1252],
  ['MacRomanEncoding', bytes => new TextDecoder('macintosh').decode(bytes)],
]);

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
