/** Creates elements. Text is always a text node, so that nothing in a document becomes markup. */
import { escapeLines } from '../../text.js';

export type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: Event) => void);

/** h('a', { href, class, onclick }, 'text', child): attributes without a value and children that are empty are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false)
      element.setAttribute(key, value === true ? '' : `${value}`);
  }
  element.append(...children.flat().filter(isPresent).map(plain));
  return element;
}

/** Text of a document reorders nothing beside it. */
const plain = (child: Node | string): Node | string => (typeof child === 'string' ? escapeLines(child) : child);

const isPresent = (child: Child): child is Node | string => child !== null && child !== undefined && child !== false;

/** The element with this id, which must exist and be of this type. */
export function byId<E extends HTMLElement = HTMLElement>(id: string, type?: new () => E): E {
  const element = document.getElementById(id);
  if (!(element instanceof (type ?? HTMLElement))) throw new Error(`The page has no element "${id}".`);
  return element as E;
}

/** Text for screen readers, which do not notice other changes of the page. */
export function announce(text: string): void {
  byId('announcement').textContent = text;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1).replace('.0', '')} MB`;
}

export function problem(message: string): HTMLElement {
  return h('p', { class: 'problem', role: 'alert' }, message);
}

/** A line that can be opened to read more. */
export function more(title: string, ...content: (Child | readonly Child[])[]): HTMLElement {
  return h('details', { class: 'more' }, h('summary', {}, title), ...content);
}

interface FieldForm {
  label: string;
  button: string;
  type?: string;
  autocomplete?: string;
  /** Receives the trimmed value. */
  onSubmit(value: string): void;
}

/** A form with one field and a button. */
export function fieldForm({ label, button, type = 'text', autocomplete = 'off', onSubmit }: FieldForm) {
  const input = h('input', { type, autocomplete, required: true, spellcheck: 'false' });
  const onsubmit = (event: Event) => {
    event.preventDefault();
    onSubmit(input.value.trim());
  };
  const submit = h('button', {}, button);
  const form = h('form', { class: 'row', onsubmit }, h('label', {}, label, input), submit);
  return { form, input, submit };
}

/** `navigator.clipboard` exists on HTTPS and loopback only. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
