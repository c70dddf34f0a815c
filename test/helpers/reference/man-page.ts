/** The manual page docconv(1), from the definitions of the commands. */
import type { Command } from 'commander';
import type { Context } from '../../../src/cli/context.js';
import { buildProgram } from '../../../src/cli/main.js';

export async function manPage(): Promise<string> {
  const context = { terminal: {}, env: {}, signal: new AbortController().signal } as unknown as Context;
  const program = await buildProgram(context, 'all');
  const lines = [
    '.TH DOCCONV 1',
    '.SH NAME',
    'docconv \\- convert office documents to PDF and verify signatures in PDFs',
    '.SH SYNOPSIS',
    '.B docconv',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH COMMANDS',
    ...program.commands.flatMap(command => [command, ...command.commands]).flatMap(commandLines),
    '.SH FILES',
    '.B docconv config path',
    'prints the path of the configuration file;',
    '.B docconv config purge',
    'lists and removes all files of the user.',
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(command: Command): string[] {
  const parents = command.parent?.parent ? `${command.parent.name()} ` : '';
  const options = command.options.filter(option => !option.hidden);
  return [
    `.SS docconv ${escaped(`${parents}${command.name()} ${command.usage()}`)}`,
    escaped(command.description()),
    ...options.flatMap(({ flags, description }) => ['.TP', `\\fB${escaped(flags)}\\fR`, escaped(description)]),
  ];
}

/** A line that begins with a dot or an apostrophe would be a request. */
function escaped(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
}
