/** One file that was dropped: its name, how far it is, and what became of it. */
import { Problem } from './client.js';
import { byId, h, oneField, say, sizeOf } from './dom.js';

export function openCard(file) {
  const status = h('p', { class: 'status' }, sizeOf(file.size));
  const actions = h('div', { class: 'actions' });
  const body = h('div');
  const head = h('header', {}, h('div', {}, h('h2', {}, file.name), status), actions);
  byId('results').prepend(h('article', { class: 'card' }, head, body));
  return {
    actions,
    status(sentence) {
      status.textContent = sentence;
    },
    /** A share from 0 to 1; null while nobody knows. */
    progress(share) {
      const bar =
        body.querySelector('progress') ?? body.appendChild(h('progress', { max: 1, 'aria-label': file.name }));
      if (share === null) bar.removeAttribute('value');
      else bar.value = share;
    },
    show: (...content) => body.replaceChildren(...content),
    add: content => body.append(content),
  };
}

/** Runs `work(password)`; asks for the password where the document has one, and says what else goes wrong. */
export async function withPassword(card, name, work, password) {
  try {
    await work(password);
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    if (['password_needed', 'wrong_password'].includes(thrown.code)) return askPassword(card, name, work, thrown);
    card.status('');
    card.show(h('p', { class: 'problem', role: 'alert' }, thrown.message));
    say(`${name}: ${thrown.message}`);
  }
}

function askPassword(card, name, work, { code }) {
  card.status(code === 'wrong_password' ? 'That is not its password.' : 'It is encrypted.');
  const { form, input } = oneField({
    label: `Password of ${name}`,
    button: 'Open',
    type: 'password',
    onSubmit: password => withPassword(card, name, work, password),
  });
  card.show(form);
  input.focus();
}
