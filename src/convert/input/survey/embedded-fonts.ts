/**
 * Whether a document brings fonts of its own: LibreOffice keeps them for the life of its process, and prints later
 * documents with them. Of all XML, also in embedded packages, whatever the part is called. Fonts that are not recognised
 * here, such as those of PPTX, which LibreOffice ignores, are noticed when LibreOffice has loaded them.
 */
import type { TagWatch } from '../inspect/tags.js';

export class EmbeddedFonts implements TagWatch {
  /** ECMA-376-1, 17.8.3.3 to 17.8.3.6; ODF 1.3 part 3, 14.2.1. */
  readonly names = ['embedregular', 'embedbold', 'embeditalic', 'embedbolditalic', 'font-face-uri'];
  found = false;

  tag(): void {
    this.found = true;
  }
}
