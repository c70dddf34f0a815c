/** The relationships of the parts of an Office package (ECMA-376-2, 6.5). */
import { resolvePart, sourceOf } from '../../document.js';
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
