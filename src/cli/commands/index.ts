/**
 * The table of commands, in the order of the help. A new command is one file in this folder and one line here.
 * Commands are imported on demand: all of them together take 120 ms to load, which `--help` does not need.
 */
import type { CommandEntry } from '../command.js';

export const COMMANDS: readonly CommandEntry[] = [
  { name: 'convert', summary: 'convert documents to PDF', load: () => import('./convert/command.js') },
  { name: 'watch', summary: 'convert what is put into a folder', load: () => import('./watch/command.js') },
  { name: 'check', summary: 'verify the signatures of PDFs', load: () => import('./check/command.js') },
  { name: 'trust', summary: 'manage trusted certificates and trusted lists', load: () => import('./trust/command.js') },
  { name: 'sign', summary: 'sign a PDF', load: () => import('./sign.js') },
  { name: 'jobs', summary: 'manage your jobs on a server', load: () => import('./jobs.js') },
  { name: 'config', summary: 'show and change settings', load: () => import('./config/command.js') },
  { name: 'doctor', summary: 'test this installation', load: () => import('./doctor/command.js') },
  { name: 'engine', summary: 'add and remove the WebAssembly engine', load: () => import('./engine/command.js') },
  { name: 'warm', summary: 'show and stop engines in the background', load: () => import('./warm.js') },
  { name: 'register', summary: 'request an API key by email', load: () => import('./account/register.js') },
  {
    name: 'verify-email',
    summary: 'exchange the code from the mail for an API key',
    load: () => import('./account/verify-email.js'),
  },
  {
    name: 'keys',
    summary: 'list, create, rotate and revoke API keys',
    load: () => import('./account/keys/command.js'),
  },
  { name: 'login', summary: 'save the API key of a remote server', load: () => import('./account/login.js') },
  { name: 'logout', summary: 'remove the saved key', load: () => import('./account/logout.js') },
  {
    name: 'whoami',
    summary: 'show saved API keys and whether they are valid',
    load: () => import('./account/whoami.js'),
  },
  { name: 'serve', summary: 'run the HTTP service', load: () => import('./serve/command.js') },
  { name: 'work', summary: 'do the jobs of several servers', load: () => import('./serve/work.js') },
  { name: 'store', summary: 'prepare and test the database of several servers', load: () => import('./store.js') },
  { name: 'completion', summary: 'print a shell completion script', load: () => import('./completion/command.js') },
];
