/** The one mail that docconv sends. It holds no link: a scanner that opens what it finds must not use up the code. */
import type { Mail } from './mailer.js';

export interface CodeMailContent {
  /** As normalizeEmail() gives it. */
  email: string;
  code: string;
  /** Seconds. */
  expiresIn: number;
  /** Base address the code is used at, from the configuration and never from a request; null for the local store. */
  server: string | null;
}

export function codeMail(content: CodeMailContent): Mail {
  const { email, code, expiresIn } = content;
  const intro = `Your code for an API key of docconv${content.server ? ` at ${content.server}` : ''}:`;
  const validity = `It works once, within ${Math.round(expiresIn / 60)} minutes. To trade it for your key:`;
  const ways = waysToUse(content);
  const outro = 'If you did not ask for it, do nothing: without the code nothing happens.';
  return {
    to: email,
    subject: 'Your docconv code',
    text: [intro, `    ${code}`, validity, ...ways.map(way => `    ${way}`), outro].join('\n\n').concat('\n'),
    html: [
      `<p>${escapeHtml(intro)}</p>`,
      `<p style="font: bold 1.6em monospace">${escapeHtml(code)}</p>`,
      `<p>${escapeHtml(validity)}</p>`,
      ...ways.map(way => `<pre>${escapeHtml(way)}</pre>`),
      `<p>${escapeHtml(outro)}</p>`,
    ].join('\n'),
  };
}

function waysToUse({ email, code, server }: CodeMailContent): string[] {
  const command = `docconv verify-email ${shellWord(email)} ${code}`;
  if (server === null) return [command];
  const body = shellWord(JSON.stringify({ email, code }));
  return [
    `${command} --server ${shellWord(server)}`,
    `curl -H 'Content-Type: application/json' -d ${body} ${shellWord(`${server}/v1/auth/verify`)}`,
  ];
}

/** An address may hold characters that a shell would act upon. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
