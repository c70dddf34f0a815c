/** Content that an office document hides and LibreOffice 7.4 to 24.8 prints nevertheless (measured). */
import type { Format } from '../../formats.js';
import type { TagWatch } from '../inspect/tags.js';
import { attribute } from './markup.js';

const TRUE = ['1', 'true', 'on'];

export class HiddenContent implements TagWatch {
  readonly names: readonly string[];
  /** What is hidden, for the warning. */
  readonly kinds = new Set<string>();
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
function kindOf(text: string, name: string): string | null {
  if (name === 'docpr') return TRUE.includes(attribute(text, 'hidden') ?? '') ? 'shapes' : null;
  if (name === 'shape') return isInvisible(attribute(text, 'style') ?? '') ? 'shapes' : null;
  if (name === 'hidden') return TRUE.includes(attribute(text, 'val') ?? 'true') ? 'table rows' : null;
  return attribute(text, 'is-hidden') === 'true' ? 'paragraphs' : null;
}

function isInvisible(style: string): boolean {
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style);
}
