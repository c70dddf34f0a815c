/** The relationships of the parts of an Office package (ECMA-376-2, 6.5). */
import type { TagWatch } from '../inspect/tags.js';
import { attribute } from './markup.js';

export interface Relationship {
  /** Name of the other part, or a URL where it is outside of the package. */
  readonly target: string;
  readonly isExternal: boolean;
}

export class Relationships implements TagWatch {
  readonly names = ['relationship'];
  readonly #all = new Map<string, Relationship>();

  tag(text: string, _name: string, part: string | null): void {
    const source = sourceOf(part ?? '');
    const [id, target] = [attribute(text, 'Id'), attribute(text, 'Target')];
    if (source === null || id === null || target === null) return;
    const isExternal = attribute(text, 'TargetMode') === 'External';
    this.#all.set(`${source}\0${id}`, { target: isExternal ? target : resolvePart(source, target), isExternal });
  }

  /** Of a part, by the id that its markup uses. */
  find(part: string, id: string): Relationship | undefined {
    return this.#all.get(`${part}\0${id}`);
  }
}

/** 'word/_rels/document.xml.rels' -> 'word/document.xml' */
function sourceOf(part: string): string | null {
  const [, folder, name] = /^(.*?)_rels\/([^/]+)\.rels$/.exec(part) ?? [];
  return name === undefined ? null : `${folder}${name}`;
}

function resolvePart(source: string, target: string): string {
  const base = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') base.pop();
    else if (step !== '.' && step !== '') base.push(step);
  }
  return base.join('/');
}
