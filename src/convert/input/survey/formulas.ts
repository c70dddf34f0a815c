import type { Format } from '../../formats.js';
import type { TagWatch } from '../inspect/tags.js';

/** Counts formulas, which LibreOffice Math draws: m:oMath (ECMA-376-1, 22.1.2.77), math:math (ODF 1.3 part 3, 3.1.3.6). */
export class Formulas implements TagWatch {
  readonly names: readonly string[];
  count = 0;

  constructor({ container }: Format) {
    const isOdf = container === 'odf' || container === 'flat-odf';
    this.names = container === 'ooxml' ? ['omath'] : isOdf ? ['math'] : [];
  }

  tag(text: string): void {
    if (!text.endsWith('/')) this.count++;
  }
}
