/** The table of commands, in the order of the help. A new command is one file here and one line below. */
import type { CommandEntry } from '../command.js';

export const COMMANDS: readonly CommandEntry[] = [
  { name: 'convert', summary: 'turn documents into PDF', load: () => import('./convert/command.js') },
  { name: 'check', summary: 'say who signed a PDF, and whether it holds', load: () => import('./check/command.js') },
  { name: 'trust', summary: 'keep the certificates whom `check` trusts', load: () => import('./trust.js') },
  { name: 'sign', summary: 'sign a PDF', load: () => import('./sign.js') },
  { name: 'config', summary: 'show and keep settings', load: () => import('./config/command.js') },
  {
    name: 'doctor',
    summary: 'say what works here, and what to install for more',
    load: () => import('./doctor/command.js'),
  },
  {
    name: 'register',
    summary: 'ask for an API key: a code is sent to your address',
    load: () => import('./account/register.js'),
  },
  {
    name: 'verify-email',
    summary: 'trade the code from the mail for an API key',
    load: () => import('./account/verify-email.js'),
  },
  { name: 'keys', summary: 'list and revoke API keys', load: () => import('./account/keys.js') },
  { name: 'login', summary: 'keep a key for a docconv elsewhere', load: () => import('./account/login.js') },
  { name: 'logout', summary: 'forget it again', load: () => import('./account/logout.js') },
  {
    name: 'whoami',
    summary: 'say which keys are kept, and whether they work',
    load: () => import('./account/whoami.js'),
  },
  { name: 'serve', summary: 'answer over HTTP: the same work as a service', load: () => import('./serve/command.js') },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    load: () => import('./completion/command.js'),
  },
];
