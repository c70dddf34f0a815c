/** HTML by tagged template: every inserted value is escaped, except HTML made by the same template. */
import { singleLine } from '../text.js';

export class Html {
  constructor(readonly text: string) {}
}

export type Piece = string | number | Html | readonly Html[] | null;

export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(parts.map((part, at) => (at === 0 ? '' : render(values[at - 1] ?? null)) + part).join(''));
}

function render(value: Piece): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return escaped(singleLine(String(value), 4096)).text;
}

/** Text with its line breaks, such as code. */
export function escaped(text: string): Html {
  return new Html(text.replace(/[&<>"'`]/g, character => `&#${character.charCodeAt(0)};`));
}
