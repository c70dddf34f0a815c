import type { LostId } from '../../../quirks/table.js';
import { foreignPicture } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

/** Of PostScript, as text or in a file with a preview, in hexadecimal digits. */
const POSTSCRIPT = /^(?:25215053|c5d0d3c6)/;

/** Pictures of a package that LibreOffice does not read, or draws only by Ghostscript. */
export function foreignPictures({ isPrinted }: Surveyed): Surveyor {
  const kinds = new Map<string, LostId>();
  const postScript: string[] = [];
  return {
    part({ name }, _size, head) {
      const kind = foreignPicture(head);
      if (kind !== null) kinds.set(name, kind);
      if (POSTSCRIPT.test(Buffer.from(head.subarray(0, 4)).toString('hex'))) postScript.push(name);
    },
    lost: () => [...kinds].flatMap(([part, kind]) => (isPrinted(part) ? [kind] : [])),
    lostWords: ({ missing }) => (missing.includes('Ghostscript') && postScript.some(isPrinted) ? ['EPS picture'] : []),
  };
}
