/** Pages, books and plain texts, and what each output of them has to show. */
import { unzipSync } from 'fflate';
import type { Converter, EngineName, OutputName } from '../../../src/convert/index.js';
import { epub } from '../../helpers/documents/epub.js';
import { png } from '../../helpers/documents/plain.js';

const HEADING = 'Umsätze im Überblick';
const CELL = 'Zelle 7';
const LAST = 'Danach kommt nichts.';
const PICTURE = `data:image/png;base64,${Buffer.from(png()).toString('base64')}`;
const BODY =
  `<h1>${HEADING}</h1><p>Ein <b>fettes</b> Wort.</p><table><tr><th>Kopf</th><th>Zahl</th></tr>` +
  `<tr><td>${CELL}</td><td>8</td></tr></table><p><img alt="Bild" width="60" height="60" src="${PICTURE}"/></p><p>${LAST}</p>`;

const SOURCES = {
  html: Buffer.from(
    `<!DOCTYPE html><html><head><meta charset="utf-8"><title>T</title></head><body>${BODY}</body></html>`,
  ),
  md: Buffer.from(
    `# ${HEADING}\n\nEin **fettes** Wort.\n\n| Kopf | Zahl |\n|---|---|\n| ${CELL} | 8 |\n\n![Bild](${PICTURE})\n\n${LAST}\n`,
  ),
  epub: epub('Vorwort', { chapters: [BODY] }),
  txt: Buffer.from(`${HEADING}\n\nSpalte\t${CELL}\n${LAST}\n`),
};

export type TextSource = keyof typeof SOURCES;
export const TEXT_SOURCES = Object.keys(SOURCES) as TextSource[];
export const TEXT_OUTPUTS = ['docx', 'odt', 'html', 'md', 'txt'] as const satisfies readonly OutputName[];
type TextOutput = (typeof TEXT_OUTPUTS)[number];

interface Content {
  readonly heading: boolean;
  readonly cell: boolean;
  readonly pictures: number;
  readonly isComplete: boolean;
}

/** What plain text, and an output of plain text, cannot have is null. */
export function expectedOf(from: TextSource, to: TextOutput): Content {
  return { heading: true, cell: true, pictures: from === 'txt' || to === 'txt' ? 0 : 1, isComplete: true };
}

export async function written(
  converter: Converter,
  from: TextSource,
  to: TextOutput,
  engine: EngineName | 'auto',
): Promise<Content> {
  const source = { name: `source.${from}`, bytes: SOURCES[from] };
  const { pdf } = await converter.convert(source, { to, engine, timeoutMs: 300_000 });
  return read(pdf, from, to);
}

/** The markup of a heading and of a cell, by output: of plain text, neither has any. */
const MARKUP: Readonly<Record<TextOutput, readonly [heading: RegExp, cell: RegExp]>> = {
  docx: [/<w:pStyle w:val="Heading1"\/>.*?Umsätze im Überblick/s, /<w:tc>(?:(?!<\/w:tc>).)*Zelle 7/s],
  odt: [/<text:h [^>]*>(?:<[^>]*>)*Umsätze im Überblick/, /<table:table-cell [^>]*>(?:<[^>]*>)*Zelle 7/],
  html: [/<h1[^>]*>(?:<[^>]*>|\s)*Umsätze im Überblick/, /<td[^>]*>(?:<[^>]*>|\s)*Zelle 7/],
  md: [/^# Umsätze im Überblick$/m, /^\| Zelle 7 +\| 8 +\|$/m],
  txt: [/^Umsätze im Überblick$/m, /Zelle 7/],
};

function read(bytes: Uint8Array, from: TextSource, to: TextOutput): Content {
  const [text, pictures] = contentOf(bytes, to);
  const plain = [HEADING, CELL].map(words => new RegExp(words));
  const [heading, cell] = from === 'txt' ? plain : MARKUP[to];
  return { heading: heading!.test(text), cell: cell!.test(text), pictures, isComplete: text.includes(LAST) };
}

function contentOf(bytes: Uint8Array, to: TextOutput): [text: string, pictures: number] {
  if (to !== 'docx' && to !== 'odt') {
    const text = Buffer.from(bytes).toString();
    const line = text.replace(/(?<!>)\s*\n\s*/g, to === 'html' ? ' ' : '$&');
    return [line, line.match(/<img [^>]*src="data:image\/png|\[Picture: Bild\]/g)?.length ?? 0];
  }
  const parts = unzipSync(bytes);
  const main = Buffer.from(parts[to === 'docx' ? 'word/document.xml' : 'content.xml']!).toString();
  return [main, Object.keys(parts).filter(name => /^(?:word\/media|Pictures)\/./.test(name)).length];
}
