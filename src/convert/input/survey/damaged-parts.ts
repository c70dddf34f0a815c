/** Parts of a package that LibreOffice reads up to an error: the main part of a text is refused, sheets and slides are cut. */
import type { Surveyor } from './surveyor.js';

export function damagedParts(): Surveyor {
  const names: string[] = [];
  return {
    damagedPart: name => void names.push(name),
    *warnings() {
      const [first] = names;
      if (first !== undefined) yield ['document_damaged', { parts: names.length, first: first.slice(0, 200) }];
    },
  };
}
