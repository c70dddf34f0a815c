/** The card of one file: its name, progress and result. */
import { message } from '../../messages/index.js';
import type { Outcome } from './batch.js';
import { Problem } from './client.js';
import { announce, byId, type Child, fieldForm, h, problem, sizeOf } from './dom.js';

export interface Card {
  status(text: string): void;
  /** From 0 to 1; null for an indeterminate bar. */
  progress(fraction: number | null): void;
  /** Replaces what the card shows below its head. */
  show(...content: Child[]): void;
  add(content: Child): void;
  /** Buttons and links in the head, followed by one that chooses another file. */
  actions(...content: Child[]): void;
  /** A button in the head that cancels. */
  running(cancel: () => void): void;
}

export function openCard({ name, size }: Pick<File, 'name' | 'size'>): Card {
  const status = h('p', { class: 'status' }, sizeOf(size));
  const actions = h('div', { class: 'actions' });
  const body = h('div');
  const head = h('header', {}, h('div', {}, h('h2', {}, name), status), actions);
  const article = h('article', { class: 'card' }, head, body);
  byId('results').prepend(article);
  article.scrollIntoView({ block: 'nearest' });
  return {
    status(text) {
      status.textContent = text;
    },
    progress(fraction) {
      const bar = body.querySelector('progress') ?? body.appendChild(h('progress', { max: 1, 'aria-label': name }));
      if (fraction === null) bar.removeAttribute('value');
      else bar.value = fraction;
    },
    show(...content) {
      body.replaceChildren(...content.filter(child => child instanceof Node));
      head.scrollIntoView({ block: 'nearest' });
    },
    add: content => content instanceof Node && body.append(content),
    running: cancel =>
      actions.replaceChildren(h('button', { type: 'button', class: 'quiet', onclick: cancel }, message('page.cancel'))),
    actions: (...content) => actions.replaceChildren(...content.filter(child => child instanceof Node), another()),
  };
}

function another(): HTMLElement {
  const choose = () => byId('file', HTMLInputElement).click();
  return h('button', { type: 'button', class: 'quiet', onclick: choose }, message('page.another'));
}

/** Shows how much was uploaded, and then `next`. */
export const uploading =
  (card: Card, next: string) =>
  (fraction: number): void => {
    card.progress(fraction < 1 ? fraction : null);
    card.status(fraction < 1 ? message('page.uploading', { percent: Math.floor(fraction * 100) }) : next);
  };

export interface Given {
  /** Aborted by the button of the card. */
  signal: AbortSignal;
  password: string | undefined;
}

type Work = (signal: AbortSignal, password?: string) => Promise<Outcome>;

/**
 * Runs `work` until it ends or is cancelled, asks for the password of an encrypted document, and shows every error on the
 * card.
 */
export async function runOn(card: Card, name: string, work: Work): Promise<Outcome> {
  for (let password: string | undefined; ; ) {
    const running = new AbortController();
    card.running(() => running.abort(new Problem({ code: 'cancelled', detail: message('page.cancelled') })));
    try {
      return await Promise.race([work(running.signal, password), aborted(running.signal)]);
    } catch (thrown) {
      const code = thrown instanceof Problem ? thrown.code : '';
      if (code !== 'password_needed' && code !== 'wrong_password') return showEnd(card, name, thrown);
      password = await askPassword(card, name, code);
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

function showEnd(card: Card, name: string, thrown: unknown): Outcome {
  const text = messageOf(thrown);
  const isCancelled = thrown instanceof Problem && thrown.code === 'cancelled';
  card.status(isCancelled ? text : '');
  card.show(isCancelled ? null : problem(text));
  card.actions();
  announce(`${name}: ${text}`);
  if (!(thrown instanceof Problem)) void Promise.reject(thrown); // for the console
  return isCancelled ? 'cancelled' : 'failed';
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Problem ? thrown.message : 'This page could not show the result. Reload it and try again.';
}

function askPassword(card: Card, name: string, code: 'password_needed' | 'wrong_password'): Promise<string> {
  const why = code === 'wrong_password' ? 'The password is wrong.' : 'The document is encrypted.';
  card.status(why);
  return new Promise(resolve => {
    const label = `Password of ${name}`;
    const { form, input } = fieldForm({ label, button: 'Open', type: 'password', onSubmit: resolve });
    card.show(form);
    card.actions();
    announce(`${name}: ${why}`);
    input.focus();
  });
}
