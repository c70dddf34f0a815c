import type { Format } from '../../formats.js';
import type { TagWatch } from '../inspect/tags.js';

/**
 * Counts text that was deleted or moved away with tracked changes: w:del and w:moveFrom with content (ECMA-376-1, 17.13.5;
 * those without are of marks, rows and cells), text:deletion (ODF 1.3 part 3, 5.5.6).
 */
export class TrackedChanges implements TagWatch {
  readonly names: readonly string[];
  deletions = 0;

  constructor({ container, family }: Format) {
    const isWord = container === 'ooxml' && family === 'writer';
    this.names = isWord ? ['del', 'movefrom'] : container === 'odf' || container === 'flat-odf' ? ['deletion'] : [];
  }

  tag(text: string): void {
    if (!text.endsWith('/')) this.deletions++;
  }
}
