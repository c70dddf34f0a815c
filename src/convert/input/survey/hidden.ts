/** Content that an office document hides and LibreOffice prints nevertheless. */
import type { Format } from '../../formats.js';
import type { HiddenId } from '../../quirks/table.js';
import type { TagWatch } from '../inspect/tags.js';
import { attribute } from './markup.js';

const TRUE = ['1', 'true', 'on'];

export class HiddenContent implements TagWatch {
  readonly names: readonly string[];
  readonly kinds = new Set<HiddenId>();
  /** Whether text is hidden in the web layout only. */
  hasWebHidden = false;

  constructor({ container, family }: Format) {
    this.names = namesFor(container, family);
  }

  tag(text: string, name: string): void {
    if (name === 'webhidden') this.hasWebHidden = true;
    const kind = kindOf(text, name);
    if (kind !== null) this.kinds.add(kind);
  }
}

function namesFor(container: Format['container'], family: Format['family']): readonly string[] {
  if (family !== 'writer') return [];
  if (container === 'ooxml') return ['docpr', 'shape', 'hidden', 'webhidden'];
  return container === 'odf' || container === 'flat-odf' ? ['hidden-paragraph'] : [];
}

/** ECMA-376-1, 20.4.2.5 and 17.4.20; VML's style; ODF 1.3 part 3, 7.7.11. */
function kindOf(text: string, name: string): HiddenId | null {
  if (name === 'docpr') return TRUE.includes(attribute(text, 'hidden') ?? '') ? 'hiddenShapes' : null;
  if (name === 'shape') return isInvisible(attribute(text, 'style') ?? '') ? 'hiddenShapes' : null;
  if (name === 'hidden') return TRUE.includes(attribute(text, 'val') ?? 'true') ? 'hiddenRows' : null;
  return attribute(text, 'is-hidden') === 'true' ? 'hiddenParagraphs' : null;
}

function isInvisible(style: string): boolean {
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style);
}
