/**
 * The fonts of the text of a presentation (ECMA-376-1, 21.1.2.3): of runs, else those that the slide master names for
 * titles, other placeholders and other shapes. Fonts of layouts and of single shapes are not followed.
 */
import { attribute, Inside } from '../markup.js';
import type { Surveyor } from '../surveyor.js';
import { SCRIPT_OF_TAG, SCRIPTS, scriptsOf } from './scripts.js';
import { ThemeFonts } from './theme.js';

/** Styles of a master; a shape without a placeholder has 'otherstyle'. */
type Role = 'titlestyle' | 'bodystyle' | 'otherstyle';

const NAMES = 'sld sldmaster sp graphicframe ph txstyles titlestyle bodystyle otherstyle r fld latin ea cs t fallback';

export class SlideFonts implements Surveyor {
  readonly names = NAMES.split(' ');
  readonly #theme = new ThemeFonts();
  readonly others = [this.#theme];
  /** Names on slides, as written. */
  readonly #named = new Set<string>();
  /** Scripts of text that has no font of its own, by its role. */
  readonly #inherited = new Map<Role, number>();
  /** The fonts that the masters name, by role and script. */
  readonly #masters = new Map<string, Set<string>>();
  #part: 'slide' | 'master' | null = null;
  #role: Role | null = null;
  readonly #run = new Map<number, string>();
  #isText = false;
  readonly #fallback = new Inside();

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (depth === 0) {
      const isShown = name === 'sld' && attribute(text, 'show') !== '0';
      this.#part = isShown ? 'slide' : name === 'sldmaster' ? 'master' : null;
      this.#role = null;
    } else if (this.#part === 'slide') this.#slideTag(text, name, depth);
    else if (this.#part === 'master') this.#masterTag(text, name);
  }

  text(bytes: Uint8Array, from: number, to: number, depth: number): void {
    if (!this.#isText || this.#fallback.holds(depth)) return;
    const scripts = scriptsOf(bytes, from, to);
    for (const script of SCRIPTS) {
      if (!(scripts & script)) continue;
      const own = this.#run.get(script);
      if (own !== undefined) this.#named.add(own);
      else if (this.#role) this.#inherited.set(this.#role, (this.#inherited.get(this.#role) ?? 0) | script);
    }
  }

  end(): void {
    this.#part = this.#role = null;
    this.#isText = false;
    this.#fallback.reset();
  }

  fonts(): Set<string> {
    const names = [...this.#named];
    for (const [role, scripts] of this.#inherited) {
      for (const script of SCRIPTS) {
        const named = scripts & script ? this.#masters.get(role + script) : undefined;
        if (named?.size === 1) names.push(...named); // masters that differ: the one of the slide is not known
      }
    }
    const resolved = names.map(name => (name.startsWith('+') ? this.#theme.named(name) : name));
    return new Set(resolved.filter(name => name !== null));
  }

  #slideTag(text: string, name: string, depth: number): void {
    if (this.#fallback.holds(depth)) return;
    this.#isText = name === 't';
    const script = SCRIPT_OF_TAG[name];
    if (name === 'sp') this.#role = 'otherstyle';
    else if (name === 'graphicframe')
      this.#role = null; // tables have styles, charts have parts
    else if (name === 'ph') this.#role = /type\s*=\s*["'](?:title|ctrTitle)/.test(text) ? 'titlestyle' : 'bodystyle';
    else if (name === 'r' || name === 'fld') this.#run.clear();
    else if (name === 'fallback') this.#fallback.enter(depth);
    else if (script) this.#run.set(script, attribute(text, 'typeface') ?? '');
  }

  /** The first font of each role and script is that of the first level. */
  #masterTag(text: string, name: string): void {
    if (name === 'titlestyle' || name === 'bodystyle' || name === 'otherstyle') {
      this.#role = name;
      this.#run.clear();
      return;
    }
    const script = SCRIPT_OF_TAG[name];
    const typeface = attribute(text, 'typeface');
    if (!script || !this.#role || !typeface || this.#run.has(script)) return;
    this.#run.set(script, typeface);
    const key = this.#role + script;
    this.#masters.set(key, (this.#masters.get(key) ?? new Set()).add(typeface));
  }
}
