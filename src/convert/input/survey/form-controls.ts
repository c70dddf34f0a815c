/** Controls of forms that a document draws. The LibreOffice of the WASM engine lacks the component with them. */
import type { Format } from '../../formats.js';
import type { TagWatch } from '../inspect/tags.js';
import { attribute } from './markup.js';

/** Types of objects in the VML of sheets (ECMA-376-4, 19.4.2.12): others are comments, pictures and shapes. */
const OF_SHEETS = /^(?:button|checkbox|drop|edit|editbox|gbox|label|list|radio|scroll|spin)$/i;
const OF_HTML = ['input', 'button', 'select', 'textarea'];

export class FormControls implements TagWatch {
  readonly names: readonly string[];
  found = false;
  #isInForm = false;

  constructor(private readonly format: Format) {
    this.names = namesFor(format);
  }

  tag(text: string, name: string): void {
    if (name === 'form') this.#isInForm = true;
    else if (this.#isDrawn(text, name)) this.found = true;
  }

  endTag(name: string): void {
    if (name === 'form') this.#isInForm = false;
  }

  end(): void {
    this.#isInForm = false;
  }

  #isDrawn(text: string, name: string): boolean {
    if (name === 'clientdata') return OF_SHEETS.test(attribute(text, 'ObjectType') ?? '');
    if (this.format.container !== 'html') return true;
    return this.#isInForm && !/\stype\s*=\s*["']?hidden/i.test(text);
  }
}

function namesFor({ container, family }: Format): readonly string[] {
  if (container === 'html') return ['form', ...OF_HTML];
  if (container === 'odf' || container === 'flat-odf') return ['control'];
  return container === 'ooxml' && family === 'calc' ? ['clientdata'] : [];
}
