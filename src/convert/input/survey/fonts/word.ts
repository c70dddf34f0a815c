/** The fonts of the text of a Word document (ECMA-376-1, 17.3.2.26 and 17.7.2): of runs, styles, defaults and the theme. */
import { attribute, Inside } from '../markup.js';
import type { Surveyor } from '../surveyor.js';
import { ASIAN, COMPLEX, LATIN, SCRIPTS, scriptsOf } from './scripts.js';
import { ThemeFonts } from './theme.js';

/** The parts whose text is printed, by their root elements. */
const TEXT_ROOTS = ['document', 'hdr', 'ftr', 'footnotes', 'endnotes'];
const NAMES =
  'styles style basedon docdefaults tblstylepr p r pstyle rstyle rfonts vanish t deltext instrtext fallback'.split(' ');

/** Attributes of w:rFonts: the name of a font, or of a place in the theme, which prevails. */
const ATTRIBUTES = {
  [LATIN]: ['ascii', 'asciiTheme'],
  [ASIAN]: ['eastAsia', 'eastAsiaTheme'],
  [COMPLEX]: ['cs', 'cstheme'],
} as const;

interface Style {
  basedOn: string | null;
  /** Its w:rFonts tag. */
  fonts: string;
}

interface Use {
  paragraph: string | null;
  character: string | null;
  fonts: string;
  scripts: number;
}

const DEFAULTS = '\0defaults';
/** Styles in a chain: a longer one is a cycle. */
const MAX_CHAIN = 50;

export class WordFonts implements Surveyor {
  readonly names = [...TEXT_ROOTS, ...NAMES];
  readonly #theme = new ThemeFonts();
  readonly others = [this.#theme];
  readonly #styles = new Map<string, Style>();
  readonly #uses = new Map<string, Use>();
  #defaultParagraph: string | null = null;
  #part: 'text' | 'styles' | null = null;
  /** Of the run, while its text is read; of w:style otherwise. */
  #paragraph: string | null = null;
  #character: string | null = null;
  #fonts = '';
  #hidden = false;
  #isText = false;
  #style: Style | null = null;
  /** Alternatives for readers that know less than LibreOffice. */
  readonly #fallback = new Inside();

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (depth === 0) this.#part = name === 'styles' ? 'styles' : TEXT_ROOTS.includes(name) ? 'text' : null;
    else if (this.#part === 'styles') this.#styleTag(text, name);
    else if (this.#part === 'text') this.#textTag(text, name, depth);
  }

  text(bytes: Uint8Array, from: number, to: number, depth: number): void {
    if (!this.#isText || this.#hidden || this.#fallback.holds(depth)) return;
    const scripts = scriptsOf(bytes, from, to);
    if (scripts === 0) return;
    const [paragraph, character, fonts] = [this.#paragraph, this.#character, this.#fonts];
    const key = `${paragraph}\0${character}\0${fonts}`;
    const use = this.#uses.get(key);
    if (use) use.scripts |= scripts;
    else this.#uses.set(key, { paragraph, character, fonts, scripts });
  }

  end(): void {
    this.#part = this.#style = null;
    this.#isText = false;
    this.#fallback.reset();
  }

  fonts(): Set<string> {
    const names = new Set<string>();
    for (const use of this.#uses.values()) {
      for (const script of SCRIPTS) {
        const name = use.scripts & script ? this.#fontOf(use, script) : null;
        if (name) names.add(name);
      }
    }
    return names;
  }

  #textTag(text: string, name: string, depth: number): void {
    if (this.#fallback.holds(depth)) return;
    this.#isText = (name === 't' && !text.startsWith('m:')) || name === 'deltext';
    if (name === 'p') this.#paragraph = null;
    else if (name === 'pstyle') this.#paragraph = attribute(text, 'val');
    else if (name === 'r') {
      this.#character = null;
      this.#fonts = '';
      this.#hidden = false;
    } else if (name === 'rstyle') this.#character = attribute(text, 'val');
    else if (name === 'rfonts') this.#fonts = text;
    else if (name === 'vanish') this.#hidden = !/val\s*=\s*["'](?:0|false|off)/.test(text);
    else if (name === 'fallback') this.#fallback.enter(depth);
  }

  #styleTag(text: string, name: string): void {
    if (name === 'docdefaults') this.#style = this.#define(DEFAULTS);
    else if (name === 'style') {
      const id = attribute(text, 'styleId') ?? '';
      this.#style = this.#define(id);
      const isDefault = /default\s*=\s*["'](?:1|true|on)/.test(text);
      if (isDefault && attribute(text, 'type') === 'paragraph') this.#defaultParagraph = id;
    } else if (name === 'tblstylepr') this.#style = null;
    else if (this.#style && name === 'basedon') this.#style.basedOn = attribute(text, 'val');
    else if (this.#style && name === 'rfonts') this.#style.fonts = text;
  }

  #define(id: string): Style {
    const style: Style = { basedOn: null, fonts: '' };
    this.#styles.set(id, style);
    return style;
  }

  /** Null where neither the document nor its theme names one. */
  #fontOf({ fonts, character, paragraph }: Use, script: keyof typeof ATTRIBUTES): string | null {
    const chain = [fonts, ...this.#chain(character), ...this.#chain(paragraph ?? this.#defaultParagraph)];
    for (const tag of [...chain, this.#styles.get(DEFAULTS)?.fonts ?? '']) {
      const [plain, themed] = ATTRIBUTES[script];
      const place = attribute(tag, themed);
      if (place !== null) return this.#theme.named(place);
      const name = attribute(tag, plain);
      if (name !== null) return name;
    }
    return null;
  }

  #chain(id: string | null): string[] {
    const tags: string[] = [];
    let style = id === null ? undefined : this.#styles.get(id);
    for (let i = 0; style && i < MAX_CHAIN; i++) {
      tags.push(style.fonts);
      style = style.basedOn === null ? undefined : this.#styles.get(style.basedOn);
    }
    return tags;
  }
}
