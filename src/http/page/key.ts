/** Registers an e-mail address for an API key: address, code, key. The key is stored for this tab only. */
import { type Card, messageOf } from './card.js';
import { Problem, post } from './client.js';
import { announce, byId, copied, fieldForm, h, problem } from './dom.js';

const STORAGE_KEY = 'docconv-key';
const waiting: ((key: string) => void)[] = [];
/** Where the browser denies storage, the key lasts as long as the page. */
let unstored: string | null = null;

function currentKey(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return unstored;
  }
}

function keep(key: string | null): void {
  unstored = key;
  try {
    if (key === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    // see `unstored`
  }
  byId('key-button').textContent = key ? 'Your API key ✓' : 'Get an API key';
}

/** Runs `work` with a key. Asks for one if there is none, or if the service refuses it. */
export async function withKey<T>(card: Card, doing: string, work: (key: string) => Promise<T>): Promise<T> {
  for (let why = `${doing} requires an API key. You get it by e-mail, in a minute.`; ; ) {
    card.status(currentKey() ? '' : 'Waiting for an API key');
    card.show(currentKey() ? null : h('button', { type: 'button', onclick: () => open(why) }, 'Get an API key'));
    const key = await keyOf(why);
    card.show();
    try {
      return await work(key);
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.code !== 'key_invalid') throw thrown;
      if (key === currentKey()) keep(null);
      why = 'The service does not accept this key (any more). Enter another one, or get a new one.';
    }
  }
}

function keyOf(why: string): Promise<string> {
  const key = currentKey();
  if (key) return Promise.resolve(key);
  open(why);
  return new Promise(resolve => waiting.push(resolve));
}

export function setUpKey(): void {
  byId('key-button').addEventListener('click', () => (byId('key').hidden ? open() : close()));
  keep(currentKey());
}

function open(why?: string): void {
  const key = currentKey();
  show(key ? keyView(key) : addressForm(why));
}

function close(): void {
  byId('key').hidden = true;
  byId('key-button').setAttribute('aria-expanded', 'false');
}

function show(content: readonly HTMLElement[]): void {
  const section = byId('key');
  section.replaceChildren(...content);
  section.hidden = false;
  byId('key-button').setAttribute('aria-expanded', 'true');
  section.querySelector('input')?.focus();
  section.scrollIntoView({ block: 'nearest' });
}

const title = (text: string) => h('h2', { id: 'key-title' }, text);
const status = (text: string) => h('p', { class: 'status' }, text);

interface CodeSent {
  email: string;
  /** Seconds. */
  expiresIn: number;
  /** Seconds until another code can be requested. */
  retryAfter?: number;
}

const sendCode = async (email: string) => show(codeForm(await post<CodeSent>('v1/auth/register', { email })));

function addressForm(why = 'You get one mail with a code.'): HTMLElement[] {
  const { form, submit } = fieldForm({
    label: 'E-mail address',
    button: 'Send code',
    type: 'email',
    autocomplete: 'email',
    onSubmit: email => attempt(form, submit, () => sendCode(email)),
  });
  const own = fieldForm({ label: 'Or use an existing key', button: 'Use key', type: 'password', onSubmit: use });
  own.form.classList.add('own');
  own.submit.className = 'quiet';
  return [title('Get an API key'), status(why), form, own.form];
}

function codeForm({ email, expiresIn, retryAfter = 0 }: CodeSent): HTMLElement[] {
  const { form, submit } = fieldForm({
    label: 'Code from the mail',
    button: 'Get key',
    autocomplete: 'one-time-code',
    onSubmit: code => attempt(form, submit, () => post<Issued>('v1/auth/verify', { email, code }).then(showIssued)),
  });
  const again = h('button', { type: 'button', class: 'quiet' });
  again.addEventListener('click', () => attempt(form, again, () => sendCode(email)));
  countDown(again, 'Send a new code', retryAfter);
  const other = h('button', { type: 'button', class: 'quiet', onclick: () => show(addressForm()) }, 'Another address');
  const minutes = Math.round(expiresIn / 60);
  const sent = `A code was sent to ${email}. It can be used once, within ${minutes} minutes. No mail? Look into the spam folder.`;
  announce(`A code was sent to ${email}.`);
  return [title('Check your mail'), status(sent), form, h('div', { class: 'row' }, again, other)];
}

/** Enables the button after so many seconds, which its text counts. */
function countDown(button: HTMLButtonElement, text: string, seconds: number): void {
  const end = Date.now() + seconds * 1000;
  const update = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? `${text} (in ${left} s)` : text;
    if (left <= 0) clearInterval(timer);
  };
  const timer = setInterval(update, 500);
  update();
}

interface Issued {
  apiKey: string;
}

function showIssued({ apiKey }: Issued): void {
  use(apiKey);
  show(keyView(apiKey, 'Copy it now: it is shown only once and cannot be recovered.'));
  announce('Your API key is shown.');
}

function use(key: string): void {
  keep(key);
  close();
  for (const resolve of waiting.splice(0)) resolve(key);
}

function keyView(key: string, note = 'This tab uses the key until it is closed.'): HTMLElement[] {
  const shown = h('code', { class: 'keytext' }, key);
  const copy = h('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    const isCopied = await copied(key);
    copy.textContent = isCopied ? 'Copied' : 'Copy';
    if (!isCopied) getSelection()?.selectAllChildren(shown);
    const message = isCopied
      ? 'The key was copied.'
      : 'The browser does not permit copying. The key is selected: press Ctrl+C.';
    byId('key').querySelector('.status')!.textContent = message;
    announce(message);
  });
  const forget = () => {
    keep(null);
    show(addressForm());
  };
  const buttons = [
    copy,
    h('button', { type: 'button', class: 'quiet', onclick: close }, 'Done'),
    h('button', { type: 'button', class: 'quiet', onclick: forget }, 'Remove from this tab'),
  ];
  return [title('Your API key'), status(note), shown, h('div', { class: 'row' }, buttons)];
}

/** Runs a step while its button is disabled, and shows its error below the form. */
async function attempt(form: HTMLFormElement, button: HTMLButtonElement, step: () => Promise<void>): Promise<void> {
  byId('key').querySelector('.problem')?.remove();
  button.disabled = true;
  try {
    await step();
  } catch (thrown) {
    form.after(problem(messageOf(thrown)));
    if (!(thrown instanceof Problem)) throw thrown; // for the console
  } finally {
    button.disabled = false;
  }
}
