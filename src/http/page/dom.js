/** Creates elements. Text is always a text node, so that nothing in a document becomes markup. */

/** h('a', { href, class, onclick }, 'text', child) */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * The element with this id, which must exist and be of this type.
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} [type]
 * @returns {E}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof (type ?? HTMLElement))) throw new Error(`The page has no element "${id}".`);
  return /** @type {E} */ (element);
}

/** Text for screen readers, which do not notice other changes of the page. */
export function announce(text) {
  byId('announcement').textContent = text;
}

export function sizeOf(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A form with one field and a button; `onSubmit` receives the trimmed value. */
export function fieldForm({ label, button, type = 'text', autocomplete = 'off', onSubmit }) {
  const input = h('input', { type, autocomplete, required: true, spellcheck: 'false' });
  const submit = event => {
    event.preventDefault();
    onSubmit(input.value.trim());
  };
  const form = h('form', { class: 'row', onsubmit: submit }, h('label', {}, label, input), h('button', {}, button));
  return { form, input };
}
