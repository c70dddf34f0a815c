/**
 * The table of commands, in the order of the help. A new command is one file in this folder and one line here.
 * Commands are imported on demand: all of them together take 120 ms to load, which `--help` does not need.
 */
import type { CommandEntry } from '../command.js';

const ROWS: readonly (readonly [name: string, summary: string, load: CommandEntry['load']])[] = [
  ['convert', 'convert documents to PDF', () => import('./convert/command.js')],
  ['watch', 'convert what is put into a folder', () => import('./watch/command.js')],
  ['check', 'verify the signatures of PDFs', () => import('./check/command.js')],
  ['trust', 'manage trusted certificates and trusted lists', () => import('./trust/command.js')],
  ['sign', 'sign PDFs', () => import('./sign/command.js')],
  ['extend', 'raise signatures to a level that lasts longer', () => import('./sign/extend.js')],
  ['timestamp', 'add a timestamp to PDFs', () => import('./sign/timestamp.js')],
  ['jobs', 'manage your jobs on a server', () => import('./jobs.js')],
  ['webhooks', 'show and resend the webhooks of your jobs', () => import('./webhooks.js')],
  ['config', 'show and change settings', () => import('./config/command.js')],
  ['doctor', 'test this installation', () => import('./doctor/command.js')],
  ['engine', 'add and remove the WebAssembly engine', () => import('./engine/command.js')],
  ['warm', 'show and stop engines in the background', () => import('./warm.js')],
  ['register', 'request an API key by email', () => import('./account/register.js')],
  ['verify-email', 'exchange the code from the mail for an API key', () => import('./account/verify-email.js')],
  ['keys', 'list, create, rotate and revoke API keys', () => import('./account/keys/command.js')],
  ['login', 'save the API key of a remote server', () => import('./account/login.js')],
  ['logout', 'remove the saved key', () => import('./account/logout.js')],
  ['whoami', 'show saved API keys and whether they are valid', () => import('./account/whoami.js')],
  ['serve', 'run the HTTP service', () => import('./serve/command.js')],
  ['work', 'do the jobs of several servers', () => import('./serve/work.js')],
  ['store', 'prepare and test the database of several servers', () => import('./store.js')],
  ['completion', 'print a shell completion script', () => import('./completion/command.js')],
];

export const COMMANDS: readonly CommandEntry[] = ROWS.map(([name, summary, load]) => ({ name, summary, load }));
