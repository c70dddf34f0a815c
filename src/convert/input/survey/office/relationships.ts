/** The relationships of the parts of an Office package (ECMA-376-2, 6.5). */
import { attribute } from '../markup.js';
import type { FindRelated, Relationship, Surveyor } from '../surveyor.js';

export function relationships(): Surveyor & { readonly find: FindRelated } {
  const all = new Map<string, Relationship>();
  return {
    names: ['relationship'],
    tag(text, _name, part) {
      const source = sourceOf(part ?? '');
      const [id, target] = [attribute(text, 'Id'), attribute(text, 'Target')];
      if (source === null || id === null || target === null) return;
      const isExternal = attribute(text, 'TargetMode') === 'External';
      all.set(`${source}\0${id}`, { target: isExternal ? target : resolvePart(source, target), isExternal });
    },
    find: (part, id) => all.get(`${part}\0${id}`),
  };
}

/** 'word/_rels/document.xml.rels' -> 'word/document.xml' */
function sourceOf(part: string): string | null {
  const [, folder, name] = /^(.*?)_rels\/([^/]+)\.rels$/.exec(part) ?? [];
  return name === undefined ? null : `${folder}${name}`;
}

/** The name of the part that a relationship of `source` names. */
export function resolvePart(source: string, target: string): string {
  const base = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') base.pop();
    else if (step !== '.' && step !== '') base.push(step);
  }
  return base.join('/');
}
