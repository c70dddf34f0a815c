import { attribute, namesOf } from './markup.js';
import type { Surveyed, Surveyor } from './surveyor.js';

/** Types of objects in the VML of sheets (ECMA-376-4, 19.4.2.12): others are comments, pictures and shapes. */
const OF_SHEETS = /^(?:button|checkbox|drop|edit|editbox|gbox|label|list|radio|scroll|spin)$/i;

/** Controls of forms that a document draws. The LibreOffice of the WASM engine lacks the component with them. */
export function formControls({ kind }: Surveyed): Surveyor {
  let [isFound, isInForm] = [false, false];
  const isDrawn = (text: string, name: string): boolean => {
    if (name === 'clientdata') return OF_SHEETS.test(attribute(text, 'ObjectType') ?? '');
    return kind !== 'html' || (isInForm && !/\stype\s*=\s*["']?hidden/i.test(text));
  };
  return {
    names: namesOf(kind, { html: 'form input button select textarea', odf: 'control', excel: 'clientdata' }),
    tag(text, name) {
      if (name === 'form') isInForm = true;
      else if (isDrawn(text, name)) isFound = true;
    },
    endTag(name) {
      if (name === 'form') isInForm = false;
    },
    end() {
      isInForm = false;
    },
    lostWords: ({ missing }) => (isFound && missing.includes('Forms') ? ['form controls'] : []),
  };
}
