import type { HiddenId } from '../../../quirks/table.js';
import { attribute, Inside } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

const TRUE = ['1', 'true', 'on'];

/** Content that a Word document hides and LibreOffice prints nevertheless. */
export function hiddenContent({ facts }: Surveyed): Surveyor {
  const found = new Set<HiddenId>();
  const rows = new Inside();
  return {
    names: ['docpr', 'shape', 'trpr', 'hidden', 'webhidden'],
    tag(text, name, _part, depth) {
      const isOfRow = rows.holds(depth);
      if (name === 'trpr') rows.enter(depth);
      if (name === 'webhidden') facts.add('webHidden');
      const hidden = kindOf(text, name);
      // a style that Word does not list has w:hidden, too (17.7.4.4)
      if (hidden !== null && (name !== 'hidden' || isOfRow)) found.add(hidden);
    },
    end: () => rows.reset(),
    hidden: () => found,
  };
}

/** ECMA-376-1, 20.4.2.5 and 17.4.20; VML's style. */
function kindOf(text: string, name: string): HiddenId | null {
  if (name === 'docpr') return TRUE.includes(attribute(text, 'hidden') ?? '') ? 'hiddenShapes' : null;
  if (name === 'shape') return isInvisible(attribute(text, 'style') ?? '') ? 'hiddenShapes' : null;
  const isHidden = name === 'hidden' && TRUE.includes(attribute(text, 'val') ?? 'true');
  return isHidden ? 'hiddenRows' : null;
}

function isInvisible(style: string): boolean {
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style);
}
