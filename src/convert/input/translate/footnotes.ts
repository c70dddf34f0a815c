/** Footnotes in Markdown, as GitHub writes them: numbered by their first mention, and printed behind the text. */
import type { MarkedExtension, Tokens } from 'marked';

/** The first line, lines that continue its paragraph, and indented blocks. */
const NOTE = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*([^\n]*(?:\n+(?: {2}|\t)[^\n]*|\n(?![#>`~*+|<[-])\S[^\n]*)*)(?:\n+|$)/;
const MENTION = /^\[\^([^\]\s]+)\]/;

/** One text. */
export class Footnotes {
  readonly #notes = new Map<string, Tokens.Generic>();
  /** Labels in the order of their first mention. */
  readonly #mentioned: string[] = [];

  readonly extension: MarkedExtension = {
    extensions: [this.#definition(), this.#mention()],
  };

  /** `html` of the content of a note; it may mention further ones. */
  print(html: (tokens: Tokens.Generic[]) => string): string {
    let items = '';
    // grows meanwhile
    for (const [i, label] of this.#mentioned.entries())
      items += `<li id="${idOf(i)}">${html(this.#notes.get(label)!.tokens ?? [])}</li>\n`;
    return items && `<hr>\n<ol>\n${items}</ol>\n`;
  }

  #definition(): NonNullable<MarkedExtension['extensions']>[number] {
    const notes = this.#notes;
    return {
      name: 'note',
      level: 'block',
      start: text => /^ {0,3}\[\^/m.exec(text)?.index,
      tokenizer(text) {
        const [raw, label, content] = NOTE.exec(text) ?? [];
        if (raw === undefined) return undefined;
        const tokens = this.lexer.blockTokens(content!.replace(/\n(?: {1,4}|\t)/g, '\n'), []);
        const note: Tokens.Generic = { type: 'note', raw, tokens };
        if (!notes.has(keyOf(label!))) notes.set(keyOf(label!), note);
        return note;
      },
      renderer: () => '',
    };
  }

  #mention(): NonNullable<MarkedExtension['extensions']>[number] {
    return {
      name: 'mention',
      level: 'inline',
      start: text => text.indexOf('[^'),
      tokenizer: text => {
        const [raw, label] = MENTION.exec(text) ?? [];
        return raw !== undefined && this.#notes.has(keyOf(label!)) ? { type: 'mention', raw, label } : undefined;
      },
      renderer: ({ label }) => {
        const key = keyOf(label as string);
        if (!this.#mentioned.includes(key)) this.#mentioned.push(key);
        const index = this.#mentioned.indexOf(key);
        return `<sup><a href="#${idOf(index)}">${index + 1}</a></sup>`;
      },
    };
  }
}

const keyOf = (label: string): string => label.toLowerCase();
const idOf = (index: number): string => `footnote-${index + 1}`;
