/**
 * Whether a document brings fonts of its own: LibreOffice keeps them for the life of its process, and prints later
 * documents with them. Of all XML, also in embedded packages, whatever the part is called.
 */
import type { TagWatch } from '../inspect/tags.js';

export class EmbeddedFonts implements TagWatch {
  /** ECMA-376-1, 17.8.3.3 to 17.8.3.6 and 19.2.1.9; ODF 1.3 part 3, 19.532. */
  readonly names = ['embedregular', 'embedbold', 'embeditalic', 'embedbolditalic', 'embeddedfont', 'font-face-uri'];
  found = false;

  tag(): void {
    this.found = true;
  }
}
