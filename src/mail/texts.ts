/** The mail with a code. It contains no link that redeems the code: mail scanners open links. */
import type { Mail } from './mail.js';

interface CodeMailContent {
  /** In normalized form. */
  email: string;
  code: string;
  /** Seconds. */
  expiresIn: number;
  /** Base URL of the server, from the configuration and never from a request; null for the local store. */
  server: string | null;
}

export function codeMail(content: CodeMailContent): Mail {
  const { email, code, expiresIn } = content;
  const intro = `Your code for a docconv API key${content.server ? ` on ${content.server}` : ''}:`;
  const validity = `It can be used once, within ${Math.round(expiresIn / 60)} minutes. To exchange it for your key, run:`;
  const commands = commandsFor(content);
  const outro = 'If you did not request this code, ignore this mail: no key is issued without the code.';
  return {
    to: email,
    subject: 'Your docconv code',
    text: [intro, `    ${code}`, validity, ...commands.map(command => `    ${command}`), outro]
      .join('\n\n')
      .concat('\n'),
    html: [
      `<p>${escapeHtml(intro)}</p>`,
      `<p style="font: bold 1.6em monospace">${escapeHtml(code)}</p>`,
      `<p>${escapeHtml(validity)}</p>`,
      ...commands.map(command => `<pre>${escapeHtml(command)}</pre>`),
      `<p>${escapeHtml(outro)}</p>`,
    ].join('\n'),
  };
}

function commandsFor({ email, code, server }: CodeMailContent): string[] {
  const command = `docconv verify-email ${shellQuote(email)} ${code}`;
  if (server === null) return [command];
  const body = shellQuote(JSON.stringify({ email, code }));
  return [
    `${command} --server ${shellQuote(server)}`,
    `curl -H 'Content-Type: application/json' -d ${body} ${shellQuote(`${server}/v1/auth/verify`)}`,
  ];
}

/** E-mail addresses may contain characters with a meaning in a shell. */
function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
