/**
 * Parts of a package that are missing, or that LibreOffice reads up to an error: the main part of a text is refused, sheets
 * and slides are cut.
 */
import type { Surveyed, Surveyor } from './surveyor.js';

export function damagedParts({ missing }: Surveyed): Surveyor {
  const damaged: string[] = [];
  return {
    damagedPart: name => void damaged.push(name),
    *warnings() {
      const names = [...damaged, ...missing().others];
      const [first] = names;
      if (first !== undefined) yield ['document_damaged', { parts: names.length, first: first.slice(0, 200) }];
    },
  };
}
