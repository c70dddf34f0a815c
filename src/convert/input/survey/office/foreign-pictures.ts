import type { LostId } from '../../../quirks/table.js';
import { foreignPicture } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

/** Pictures of a package that LibreOffice does not read. */
export function foreignPictures({ isPrinted }: Surveyed): Surveyor {
  const kinds = new Map<string, LostId>();
  return {
    part({ name }, _size, head) {
      const kind = foreignPicture(head);
      if (kind !== null) kinds.set(name, kind);
    },
    lost: () => [...kinds].flatMap(([part, kind]) => (isPrinted(part) ? [kind] : [])),
  };
}
