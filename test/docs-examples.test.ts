/** The examples of the documents have only commands and options that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import type { Context } from '../src/cli/context.js';
import { buildProgram } from '../src/cli/main.js';

const DOCUMENTS = ['README.md', 'SECURITY.md', ...readdirSync('docs').map(name => join('docs', name))].filter(name =>
  name.endsWith('.md'),
);

/** The words after `docconv` of each line in a code block, without comment, and without what follows in a pipe. */
function examplesOf(document: string): string[][] {
  const blocks = [...readFileSync(document, 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  const shown = blocks.filter(([, language]) => language === 'sh' || language === '').map(([, , text]) => text!);
  const lines = shown
    .join('')
    .replaceAll('\\\n', ' ')
    .replace(/(^|\s)#.*/gm, '')
    .split('\n');
  return lines
    .map(
      line => /^(?:\w+=\S+ |.*(?:\||&&|npx|\$) )?docconv ((?:\s*(?:"[^"]*"|'[^']*'|[^\s#|;&>"']+))+)/.exec(line)?.[1],
    )
    .filter(words => words !== undefined)
    .map(words => words.replace(/"[^"]*"|'[^']*'/g, 'text').split(/\s+/));
}

/** What the example has and its command lacks. */
function unknownIn(words: readonly string[], program: Command): string[] {
  let command = program;
  let subcommand: Command | undefined;
  for (const word of words) {
    subcommand = command.commands.find(each => each.name() === word || each.aliases().includes(word));
    if (!subcommand) break;
    command = subcommand;
  }
  if (command === program) return words[0]!.startsWith('-') ? [] : [words[0]!];
  const known = new Set(['-h', '--help', ...command.options.flatMap(({ short, long }) => [short, long])]);
  const options = words.filter(word => /^--?[a-z]/.test(word)).map(word => word.replace(/=.*/, ''));
  return options.filter(option => !known.has(option) && !known.has(option.slice(0, 2)));
}

it('name commands and options that exist', async () => {
  const program = await buildProgram(
    { terminal: {}, env: {}, signal: new AbortController().signal } as unknown as Context,
    'all',
  );
  const examples = DOCUMENTS.flatMap(document => examplesOf(document).map(words => ({ document, words })));
  expect(examples.length).toBeGreaterThan(80);
  const wrong = examples
    .map(({ document, words }) => ({ document, line: words.join(' '), unknown: unknownIn(words, program) }))
    .filter(({ unknown }) => unknown.length > 0);
  expect(wrong).toEqual([]);
});
