/** Registers an e-mail address for an API key: address, code, key. The key is stored for this tab only. */
import { Problem, post } from './client.js';
import { announce, byId, fieldForm, h } from './dom.js';

const STORAGE_KEY = 'docconv-key';
const waiting = [];

export const currentKey = () => sessionStorage.getItem(STORAGE_KEY);

/** Resolves to the key; without one, opens the registration first. */
export function ensureKey() {
  const key = currentKey();
  if (key) return Promise.resolve(key);
  open('Converting requires an API key. Registration takes a minute.');
  return new Promise(resolve => waiting.push(resolve));
}

/** After the service has refused it. */
export function forgetKey() {
  sessionStorage.removeItem(STORAGE_KEY);
  updateButton();
}

export function setUpKey() {
  byId('key-button').addEventListener('click', () => (byId('key').hidden ? open() : close()));
  updateButton();
}

function updateButton() {
  byId('key-button').textContent = currentKey() ? 'Your API key ✓' : 'Get an API key';
}

function open(why) {
  show(currentKey() ? keyView(currentKey()) : addressForm(why));
}

function close() {
  byId('key').hidden = true;
  byId('key-button').setAttribute('aria-expanded', 'false');
}

function show(content) {
  const section = byId('key');
  section.replaceChildren(...content);
  section.hidden = false;
  byId('key-button').setAttribute('aria-expanded', 'true');
  section.querySelector('input')?.focus();
  section.scrollIntoView({ block: 'nearest' });
}

const title = text => h('h2', { id: 'key-title' }, text);

function addressForm(why = 'You get one mail with a code.') {
  const { form } = fieldForm({
    label: 'E-mail address',
    button: 'Send code',
    type: 'email',
    autocomplete: 'email',
    onSubmit: email => attempt(form, () => post('/v1/auth/register', { email }).then(sent => show(codeForm(sent)))),
  });
  const own = fieldForm({ label: 'Or use an existing key', button: 'Use key', type: 'password', onSubmit: store });
  own.form.classList.add('own');
  own.form.querySelector('button').className = 'quiet';
  return [title('Get an API key'), h('p', { class: 'status' }, why), form, own.form];
}

function codeForm({ email, expiresIn }) {
  const { form } = fieldForm({
    label: 'Code from the mail',
    button: 'Get key',
    autocomplete: 'one-time-code',
    onSubmit: typed => attempt(form, () => post('/v1/auth/verify', { email, code: typed }).then(showIssued)),
  });
  const minutes = Math.round(expiresIn / 60);
  const again = h('button', { type: 'button', class: 'quiet', onclick: () => show(addressForm()) }, 'Another address');
  announce(`A code was sent to ${email}.`);
  const sent = `A code was sent to ${email}. It can be used once, within ${minutes} minutes.`;
  return [title('Check your mail'), h('p', { class: 'status' }, sent), form, again];
}

function showIssued({ apiKey }) {
  store(apiKey);
  show(keyView(apiKey, 'Copy it now: it is shown only once and cannot be recovered.'));
  announce('Your API key is shown.');
}

function store(key) {
  sessionStorage.setItem(STORAGE_KEY, key);
  updateButton();
  close();
  for (const resolve of waiting.splice(0)) resolve(key);
}

function keyView(key, note = 'This tab uses the key until it is closed.') {
  const copy = event => {
    navigator.clipboard.writeText(key).then(() => {
      event.target.textContent = 'Copied';
      announce('The key was copied.');
    });
  };
  const forget = () => {
    forgetKey();
    show(addressForm());
  };
  return [
    title('Your API key'),
    h('p', { class: 'status' }, note),
    h('code', { class: 'keytext' }, key),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: copy }, 'Copy'),
      h('button', { type: 'button', class: 'quiet', onclick: close }, 'Done'),
      h('button', { type: 'button', class: 'quiet', onclick: forget }, 'Remove from this tab'),
    ),
  ];
}

/** Runs a step and shows its error below the form. */
async function attempt(form, step) {
  form.nextElementSibling?.classList.contains('problem') && form.nextElementSibling.remove();
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    await step();
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    form.after(h('p', { class: 'problem', role: 'alert' }, thrown.message));
  } finally {
    button.disabled = false;
  }
}
