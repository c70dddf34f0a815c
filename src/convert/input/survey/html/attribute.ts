import { attribute } from '../markup.js';

/** Of HTML, where the name of an attribute may have any case and its value no quotes; '' where it is absent. */
export function attributeOf(tag: string, name: string): string {
  const text = tag.replace(/\s[\w-]+(?=\s*=)/g, found => found.toLowerCase());
  return attribute(text, name) ?? new RegExp(`\\s${name}\\s*=\\s*([^\\s"'>]+)`).exec(text)?.[1] ?? '';
}
