import type { Surveyed, Surveyor } from '../surveyor.js';

/**
 * Whether a document brings fonts of its own: LibreOffice keeps them for the life of its process, and prints later
 * documents with them. Of all XML, also in embedded packages, whatever the part is called. Fonts that are not recognised
 * here, such as those of PPTX, which LibreOffice ignores, are noticed when LibreOffice has loaded them.
 */
export function embeddedFonts({ facts }: Surveyed): Surveyor {
  return {
    reads: 'all',
    // ECMA-376-1, 17.8.3.3 to 17.8.3.6; ODF 1.3 part 3, 14.2.1
    names: ['embedregular', 'embedbold', 'embeditalic', 'embedbolditalic', 'font-face-uri'],
    tag: () => void facts.add('embeddedFonts'),
  };
}
