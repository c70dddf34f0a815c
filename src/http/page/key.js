/** The way to an API key: address, code, key. It is kept for this tab alone. */
import { Problem, post } from './client.js';
import { byId, h, oneField, say } from './dom.js';

const SLOT = 'docconv-key';
const waiting = [];

export const currentKey = () => sessionStorage.getItem(SLOT);

/** The key, once there is one: whoever has none is shown the way. */
export function ensureKey() {
  const key = currentKey();
  if (key) return Promise.resolve(key);
  open('A key is needed to convert. It takes a minute.');
  return new Promise(resolve => waiting.push(resolve));
}

/** After a refusal. */
export function forgetKey() {
  sessionStorage.removeItem(SLOT);
  label();
}

export function setUpKey() {
  byId('key-button').addEventListener('click', () => (byId('key').hidden ? open() : close()));
  label();
}

function label() {
  byId('key-button').textContent = currentKey() ? 'Your key ✓' : 'Get a key';
}

function open(why) {
  show(currentKey() ? present(currentKey()) : address(why));
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

function address(why = 'Your address is asked once, and gets one mail.') {
  const { form } = oneField({
    label: 'E-mail address',
    button: 'Send me a code',
    type: 'email',
    autocomplete: 'email',
    onSubmit: email => attempt(form, () => post('/v1/auth/register', { email }).then(sent => show(code(sent)))),
  });
  const own = oneField({ label: 'Or use a key you have', button: 'Use it', type: 'password', onSubmit: keep });
  own.form.classList.add('own');
  own.form.querySelector('button').className = 'quiet';
  return [title('Get a key'), h('p', { class: 'status' }, why), form, own.form];
}

function code({ email, expiresIn }) {
  const { form } = oneField({
    label: 'Code from the mail',
    button: 'Get my key',
    autocomplete: 'one-time-code',
    onSubmit: typed => attempt(form, () => post('/v1/auth/verify', { email, code: typed }).then(issued)),
  });
  const minutes = Math.round(expiresIn / 60);
  const again = h('button', { type: 'button', class: 'quiet', onclick: () => show(address()) }, 'Another address');
  say(`A code was sent to ${email}.`);
  const sent = `A code is on its way to ${email}. It works once, within ${minutes} minutes.`;
  return [title('Look into your mail'), h('p', { class: 'status' }, sent), form, again];
}

function issued({ apiKey }) {
  keep(apiKey);
  show(present(apiKey, 'Copy it now: it is shown this once and cannot be recovered.'));
  say('Here is your key.');
}

function keep(key) {
  sessionStorage.setItem(SLOT, key);
  label();
  close();
  for (const resolve of waiting.splice(0)) resolve(key);
}

function present(key, note = 'This tab uses it. It is forgotten when the tab is closed.') {
  const copied = event => {
    navigator.clipboard.writeText(key).then(() => {
      event.target.textContent = 'Copied';
      say('The key was copied.');
    });
  };
  const forget = () => {
    forgetKey();
    show(address());
  };
  return [
    title('Your key'),
    h('p', { class: 'status' }, note),
    h('code', { class: 'keytext' }, key),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: copied }, 'Copy'),
      h('button', { type: 'button', class: 'quiet', onclick: close }, 'Done'),
      h('button', { type: 'button', class: 'quiet', onclick: forget }, 'Forget it here'),
    ),
  ];
}

/** Runs a step; what goes wrong is said under its form. */
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
