/** The card of one file: its name, progress and result. */
import { Problem } from './client.js';
import { announce, byId, fieldForm, h, sizeOf } from './dom.js';

export function openCard(file) {
  const status = h('p', { class: 'status' }, sizeOf(file.size));
  const actions = h('div', { class: 'actions' });
  const body = h('div');
  const head = h('header', {}, h('div', {}, h('h2', {}, file.name), status), actions);
  byId('results').prepend(h('article', { class: 'card' }, head, body));
  return {
    actions,
    status(text) {
      status.textContent = text;
    },
    /** From 0 to 1; null for an indeterminate bar. */
    progress(fraction) {
      const bar =
        body.querySelector('progress') ?? body.appendChild(h('progress', { max: 1, 'aria-label': file.name }));
      if (fraction === null) bar.removeAttribute('value');
      else bar.value = fraction;
    },
    show: (...content) => body.replaceChildren(...content),
    add: content => body.append(content),
  };
}

/** Runs `work(password)`, asks for the password of an encrypted document, and shows errors on the card. */
export async function withPassword(card, name, work, password) {
  try {
    await work(password);
  } catch (thrown) {
    if (['password_needed', 'wrong_password'].includes(thrown.code)) return askPassword(card, name, work, thrown);
    const isProblem = thrown instanceof Problem;
    const message = isProblem ? thrown.message : 'This page could not show the result. Reload it and try again.';
    card.status('');
    card.show(h('p', { class: 'problem', role: 'alert' }, message));
    announce(`${name}: ${message}`);
    if (!isProblem) throw thrown; // for the console
  }
}

function askPassword(card, name, work, { code }) {
  card.status(code === 'wrong_password' ? 'The password is wrong.' : 'The document is encrypted.');
  const { form, input } = fieldForm({
    label: `Password of ${name}`,
    button: 'Open',
    type: 'password',
    onSubmit: password => withPassword(card, name, work, password),
  });
  card.show(form);
  input.focus();
}
