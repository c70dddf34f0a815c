/** A second language, made from the English texts: what appears in English under it does not come from the catalogue. */
import { ENGLISH } from '../../src/messages/english/index.js';
import type { Catalogue } from '../../src/messages/index.js';

/** Cyrillic letters for Latin ones, and the parameters of each text in the opposite order. */
function translated(text: string): string {
  const parameters = (text.match(/\{\w+\}/g) ?? []).reverse();
  const parts = text.split(/\{\w+\}/).map(part => part.replace(/[a-z]/gi, cyrillic));
  return parts.map((part, i) => part + (parameters[i] ?? '')).join('');
}

const cyrillic = (letter: string) =>
  String.fromCharCode(letter.charCodeAt(0) + (letter < 'a' ? 0x410 - 'A'.charCodeAt(0) : 0x430 - 'a'.charCodeAt(0)));

/** With the plural forms of Russian. */
const formsOf = ({ one, other }: { one: string; other: string }) => ({
  one: translated(one),
  few: translated(other),
  many: translated(other),
  other: translated(other),
});

export const SECOND = {
  ...Object.fromEntries(
    Object.entries(ENGLISH).map(([id, text]) => [id, typeof text === 'string' ? translated(text) : formsOf(text)]),
  ),
  language: 'ru',
} as Catalogue;

/** Members of a result whose values are data of documents and lists, or codes of standards. */
const DATA = new Set(
  (
    'field name organization email country subject issuer serialNumber sha256 publicKey subFilter level statedReason ' +
    'location contact digestAlgorithm signatureAlgorithm title author creator producer pdfVersion trustAnchor provider ' +
    'service serviceType territory file rule code indication subIndication signature certificateAtIssuance ' +
    'certificateAtSigning'
  ).split(' '),
);
/** The time zone, the sources of revocation data, and digests. */
const SYMBOLS = ['utc', 'ocsp', 'crl', 'sha-256', 'sha-224', 'sha-1'];

/** Codes with hyphens, dots or underscores count as one word. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll('\\', '')
    .toLowerCase()
    .match(/[a-z][\w.-]*\w/g) ?? [];

function dataIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return DATA.has(key) ? wordsOf(value) : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => dataIn(member, Array.isArray(value) ? key : name));
}

/** The Latin words of a text that are no data of these results, in lower case. */
export function foreignWords(text: string, results: object): string[] {
  const known = new Set([...SYMBOLS, ...dataIn(results)]);
  return [...new Set(wordsOf(text))].filter(word => !known.has(word));
}

/** What a reader sees or hears of a page: its text, and that of images and lists. */
export function readableText(page: string): string {
  const body = page.replace(/<style>.*?<\/style>/s, '');
  const spoken = [...body.matchAll(/ (?:alt|aria-label)="([^"]*)"/g)].map(([, text]) => text);
  const text = [...spoken, body.replace(/<[^>]*>/g, ' ')].join('\n');
  return text.replaceAll('&nbsp;', ' ').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
