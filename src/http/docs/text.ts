/** Texts of the description as HTML: prose with code between backticks, and code. */
import { escaped, type Html, html } from '../../report/index.js';

export function prose(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : escaped(part)))}`;
}

/** The script of the page adds a button that copies it. */
export function code(source: string, lang: string): Html {
  return html`<pre class="${lang}"><code>${escaped(source)}</code></pre>`;
}
