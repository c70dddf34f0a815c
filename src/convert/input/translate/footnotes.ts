/** Footnotes in Markdown, as GitHub writes them: numbered by their first mention, and printed behind the text. */
import type { MarkedExtension, Tokens } from 'marked';

const LABEL = String.raw`\[\^([^[\]\s]{1,999})\]`;
const MENTION = new RegExp(`^${LABEL}`);
const DEFINITION = new RegExp(`^ {0,3}${LABEL}:[ \\t]*`);
/** A definition in its quotes. */
const DEFINITION_LINE = new RegExp(`^((?: {0,3}>)*) {0,3}${LABEL}:`);

/** Blocks that may begin directly below the paragraph of a note: lists, headings, code, quotes, tables, rules, HTML. */
const BLOCK =
  /^ {0,3}(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}(?:\s|$)|`{3}|~{3}|[>|]|(?:[-*_][ \t]*){3,}$|<(?:!--|\/?(?:div|p|table|details|center|blockquote|pre|[ou]l|h[1-6r])\b))/i;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const BLANK = /^[ \t]*$/;
const INDENT = /^(?: {4}| {0,3}\t)/;

/** One text. */
export class Footnotes {
  readonly #notes = new Map<string, Tokens.Generic[]>();
  /** By label, in the order of their first mention. */
  readonly #numbers = new Map<string, number>();
  #inNote = false;

  readonly extension: MarkedExtension = {
    hooks: { preprocess: withSeparateDefinitions },
    extensions: [this.#definition(), this.#mention()],
    // what looks like a note and is none is printed: as the target of a link it would vanish
    tokenizer: { def: text => (/^ {0,3}\[\^/.test(text) ? undefined : false) },
  };

  /** `html` of the content of a note; it may mention further ones. Those that nothing mentions follow the others. */
  print(html: (tokens: Tokens.Generic[]) => string): string {
    const items: string[] = [];
    const print = (label: string): void => {
      const index = this.#numberOf(label) - 1;
      items[index] ??= `<li id="${idOf(index + 1)}">${html(this.#notes.get(label)!)}</li>\n`;
    };
    // grows meanwhile
    for (const label of this.#numbers.keys()) print(label);
    for (const label of this.#notes.keys()) print(label);
    return items.length > 0 ? `<hr>\n<ol>\n${items.join('')}</ol>\n` : '';
  }

  #numberOf(label: string): number {
    const number = this.#numbers.get(label) ?? this.#numbers.size + 1;
    this.#numbers.set(label, number);
    return number;
  }

  /** Without `start`, which reads the rest of the text at every paragraph: see `withSeparateDefinitions`. */
  #definition(): NonNullable<MarkedExtension['extensions']>[number] {
    const footnotes = this;
    return {
      name: 'note',
      level: 'block',
      tokenizer(text) {
        const [before, label] = (!footnotes.#inNote && DEFINITION.exec(text)) || [];
        if (before === undefined) return undefined;
        const { raw, content } = noteOf(text, before.length);
        const { state } = this.lexer;
        const { top } = state;
        footnotes.#inNote = state.top = true;
        footnotes.#add(keyOf(label!), this.lexer.blockTokens(content, []));
        footnotes.#inNote = false;
        state.top = top;
        return { type: 'note', raw };
      },
      renderer: () => '',
    };
  }

  /** A second note of a label is one that nothing mentions. */
  #add(label: string, tokens: Tokens.Generic[]): void {
    this.#notes.set(this.#notes.has(label) ? `${label} ${this.#notes.size}` : label, tokens);
  }

  /** Without `start`: a text ends before each bracket anyway. */
  #mention(): NonNullable<MarkedExtension['extensions']>[number] {
    const footnotes = this;
    return {
      name: 'mention',
      level: 'inline',
      tokenizer(text) {
        const [raw, label] = MENTION.exec(text) ?? [];
        const known = raw !== undefined && footnotes.#notes.has(keyOf(label!));
        return known ? { type: 'mention', raw, label, plain: this.lexer.state.inLink } : undefined;
      },
      // no markup in descriptions of pictures, and no link in a link
      renderer: ({ label, plain }) => {
        const number = footnotes.#numberOf(keyOf(label as string));
        return plain ? `[${number}]` : `<sup><a href="#${idOf(number)}">${number}</a></sup>`;
      },
    };
  }
}

const keyOf = (label: string): string => label.toLowerCase();
/** Headings have no colon in their identifiers. */
const idOf = (number: number): string => `footnote:${number}`;

/** With an empty line before each definition, so that a block begins there: they may stand directly below a paragraph. */
function withSeparateDefinitions(markdown: string): string {
  if (!markdown.includes('[^')) return markdown;
  const fences = new Fences();
  const lines: string[] = [];
  for (const line of markdown.split(/\r\n?|\n/)) {
    const quotes = fences.hold(line) ? undefined : DEFINITION_LINE.exec(line)?.[1];
    if (quotes !== undefined) lines.push(quotes);
    lines.push(line);
  }
  return lines.join('\n');
}

/** The note whose first line has its content at `start`. It ends where a line neither is indented nor continues a paragraph. */
function noteOf(text: string, start: number): { raw: string; content: string } {
  const fences = new Fences();
  const lines: string[] = [];
  let end = start;
  let emptyLines = 0;
  let inParagraph = true;
  for (let at = start; at < text.length; ) {
    const next = text.indexOf('\n', at) + 1 || text.length + 1;
    const line = text.slice(at, next - 1);
    const isFirst = at === start;
    at = next;
    if (!isFirst && BLANK.test(line)) {
      emptyLines++;
      continue;
    }
    const continues = INDENT.test(line) || (inParagraph && emptyLines === 0 && continuesParagraph(line));
    if (!isFirst && !continues) break;
    const content = isFirst ? line : line.replace(/^(?: {0,3}\t| {1,4})/, '');
    for (; emptyLines > 0; emptyLines--) lines.push('');
    lines.push(content);
    inParagraph = !fences.hold(content) && !HEADING.test(content) && !BLANK.test(content);
    end = next;
  }
  return { raw: text.slice(0, end), content: lines.join('\n') };
}

const continuesParagraph = (line: string): boolean => !BLOCK.test(line) && !DEFINITION.test(line);

/** Fenced code, read line by line. */
class Fences {
  #open = '';

  /** Whether the line is in code or is one of its fences. */
  hold(line: string): boolean {
    const [, marks = '', info = ''] =
      /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? [];
    if (!this.#open) {
      this.#open = marks;
      return marks !== '';
    }
    if (marks.startsWith(this.#open) && BLANK.test(info)) this.#open = '';
    return true;
  }
}
