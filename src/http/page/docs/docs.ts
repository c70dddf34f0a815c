/** What /docs has beyond its HTML: the address of this server in samples, one language in all of them, and copying. */
import { copied, h } from '../dom.js';

/** The server is the folder of this page, also below a path prefix. */
const SERVER = new URL('.', location.href).href.replace(/\/$/, '');
const COPIED_MS = 2_000;

for (const code of document.querySelectorAll<HTMLElement>('pre code')) {
  code.textContent = code.textContent!.replaceAll(document.body.dataset.base!, SERVER);
  code.parentElement!.append(copyButton(code));
}
document.addEventListener('change', ({ target }) => {
  const { value } = target as HTMLInputElement;
  for (const choice of document.querySelectorAll<HTMLInputElement>(`.samples input[value="${value}"]`))
    choice.checked = true;
});

function copyButton(code: HTMLElement): HTMLElement {
  const button = h('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', async () => {
    const isCopied = await copied(code.textContent!);
    if (!isCopied) getSelection()?.selectAllChildren(code);
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_MS);
  });
  return button;
}
