/**
 * What is generated agrees with what it is generated from. After a change of the tables or the commands:
 *   UPDATE_GENERATED=1 npx vitest run test/generated.test.ts
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REFERENCE } from './helpers/reference.js';
import { describeTools } from './helpers/requires.js';

function agree(file: string, generated: string): void {
  if (process.env.UPDATE_GENERATED) writeFileSync(file, generated);
  expect(readFileSync(file, 'utf8')).toBe(generated);
}

const completion = (shell: string) =>
  execFileSync(process.execPath, ['bin/docconv.js', 'completion', shell], { encoding: 'utf8' });

const COMPLETIONS = { bash: 'docconv.bash', zsh: '_docconv', fish: 'docconv.fish' };

describe('completions', () => {
  it.each(Object.entries(COMPLETIONS))('for %s are those of the commands', (shell, file) => {
    agree(`completions/${file}`, completion(shell));
  });
});

describeTools('in bash', ['bash'], () => {
  /** What bash offers for the last of these words. */
  function offered(...words: string[]): string[] {
    const list = words.map(word => `'${word}'`).join(' ');
    const script = `source completions/docconv.bash; COMP_WORDS=(docconv ${list}); COMP_CWORD=${words.length}; _docconv; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
  }

  it('a command is completed', () => expect(offered('che')).toEqual(['check']));
  it('a flag is completed', () => expect(offered('convert', '--pdfu')).toEqual(['--pdfua']));
  it('a value is completed', () => expect(offered('convert', '--pdfa', '')).toEqual(['1b', '2b', '3b']));
  it('a subcommand is completed', () => expect(offered('trust', 'rem')).toEqual(['remove']));
  it('no file where none is meant', () => expect(offered('config', '')).not.toContain('README.md'));
  it('a file after a flag', () => expect(offered('serve', '--config', 'READ')).toEqual(['README.md']));
  it('a command after help', () => expect(offered('help', 'conv')).toEqual(['convert']));
  it('a file is completed', () => expect(offered('convert', 'READ')).toEqual(['README.md']));
});

describe('documentation', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map(name => join('docs', name))]
    .filter(name => name.endsWith('.md'))
    .map(name => ({ name, text: readFileSync(name, 'utf8') }));

  it.each(Object.entries(REFERENCE))('has one up-to-date table of %s', (table, generate) => {
    const [start, end] = [`<!-- ${table}:start -->\n`, `\n<!-- ${table}:end -->`];
    const places = documents.filter(({ text }) => text.includes(start));
    expect(places.map(({ name }) => name)).toHaveLength(1);
    const { name } = places[0]!;
    const text = readFileSync(name, 'utf8'); // another table of the same document may just have been written
    const [before = '', rest = ''] = text.split(start);
    expect(rest).toContain(end.slice(1));
    agree(name, `${before}${start}${generate()}\n${rest.slice(rest.indexOf(end.slice(1)))}`);
  });
});
