/** Elements from names, attributes and children. Text is always text: nothing a document says becomes markup. */

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

export const byId = id => document.getElementById(id);

/** For those who do not see the page change. */
export function say(sentence) {
  byId('said').textContent = sentence;
}

export function sizeOf(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A field and a button in one line; `onSubmit` gets what was typed. */
export function oneField({ label, button, type = 'text', autocomplete = 'off', onSubmit }) {
  const input = h('input', { type, autocomplete, required: true, spellcheck: 'false' });
  const submit = event => {
    event.preventDefault();
    onSubmit(input.value.trim());
  };
  const form = h('form', { class: 'row', onsubmit: submit }, h('label', {}, label, input), h('button', {}, button));
  return { form, input };
}
