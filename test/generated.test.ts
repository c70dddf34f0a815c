/**
 * Generated files and tables are up to date. After a change of the tables or the commands of the code, write them with
 *   UPDATE_GENERATED=1 npx vitest run test/generated.test.ts
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { createIdentity, createSigningService, localSigner } from '../src/sign/index.js';
import { docconvResident, newHome } from './helpers/cli.js';
import { formPdf } from './helpers/form-pdf.js';
import { licences } from './helpers/reference/licences.js';
import { manPage } from './helpers/reference/man-page.js';
import { REFERENCE } from './helpers/reference/reference.js';
import { describeTools } from './helpers/requires.js';
import { startServer } from './http/started.js';

function expectCurrent(file: string, generated: string): void {
  if (process.env.UPDATE_GENERATED) writeFileSync(file, generated);
  expect(readFileSync(file, 'utf8')).toBe(generated);
}

const COMPLETIONS = { bash: 'docconv.bash', zsh: '_docconv', fish: 'docconv.fish' };

describe('completions', () => {
  it.each(Object.entries(COMPLETIONS))('for %s are up to date', async (shell, file) => {
    expectCurrent(`completions/${file}`, (await docconvResident(['completion', shell])).out);
  });
});

it('the manual page is up to date', async () => expectCurrent('man/docconv.1', await manPage()));

it('the list of licences is up to date', () => expectCurrent('LICENSES.md', licences()));

it('the types of the API are up to date', async () => {
  const signing = createSigningService({
    ...{ open: async () => localSigner(createIdentity('Example')), tsa: null, fetcher: null, trust: null },
    ...{ timeoutMs: 1, memoryMb: 256 },
  });
  const server = await startServer({ signing });
  const text = await (await fetch(`${server.url}/openapi.json`)).text();
  await server.stop();
  expectCurrent('docs/openapi.d.ts', `${TYPES_HEAD}${astToString(await openapiTS(text))}`);
});

const TYPES_HEAD =
  '/** The HTTP API of docconv for TypeScript, generated from its OpenAPI document by openapi-typescript. */\n\n';

describeTools('completion in fish', ['fish'], () => {
  it('offers the settings', () => {
    const script = `source completions/docconv.fish; complete -C 'docconv config set smtpH'`;
    expect(execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' })).toMatch(/^smtpHost$/m);
  });
});

describeTools('completion in zsh', ['zsh'], () => {
  it('offers the settings', () => {
    const script = `_arguments() { state=argument }; compadd() { print -l -- $@ }; words=(docconv config set '') CURRENT=4
      functions[offer]=$(sed '/^_docconv "/d' completions/_docconv); offer; _docconv`;
    expect(execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8' })).toMatch(/^smtpHost$/m);
  });
});

describeTools('completion in bash', ['bash'], () => {
  /** The completions that bash offers for the last word. */
  function offered(...words: string[]): string[] {
    const list = words.map(word => `'${word}'`).join(' ');
    const script = `source completions/docconv.bash; COMP_WORDS=(docconv ${list}); COMP_CWORD=${words.length}; _docconv; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
  }

  it('offers commands', () => expect(offered('che')).toEqual(['check']));
  it('offers flags', () => expect(offered('convert', '--pdfu')).toEqual(['--pdfua']));
  it('offers the values of a flag', () => expect(offered('convert', '--pdfa', '')).toEqual(['1b', '2b', '3b']));
  it('offers the rest of a list', () => {
    expect(offered('convert', '--allow', 'pr')).toEqual(['print', 'print-low']);
    expect(offered('convert', '--allow', 'print,')).toEqual(
      ['print-low', 'modify', 'assemble', 'annotate', 'fill', 'copy'].map(choice => `print,${choice}`),
    );
    expect(offered('convert', '--allow', 'copy,print,m')).toEqual(['copy,print,modify']);
  });
  it('offers subcommands', () => expect(offered('trust', 'rem')).toEqual(['remove']));
  it('offers the settings, and nothing where a value is due', () => {
    expect(offered('config', 'set', 'smtpH')).toEqual(['smtpHost']);
    expect(offered('config', 'get', 'smtpH')).toEqual(['smtpHost']);
    expect(offered('config', 'unset', 'engine', 'smtpH')).toEqual(['smtpHost']);
    expect(offered('config', 'set', 'engine', '')).toEqual([]);
  });
  it('offers no files where the command takes none', () => expect(offered('config', '')).not.toContain('README.md'));
  it('offers files after a flag that takes one', () =>
    expect(offered('serve', '--config', 'READ')).toEqual(['README.md']));
  it('offers commands after help', () => expect(offered('help', 'conv')).toEqual(['convert']));
  it('offers files as arguments', () => expect(offered('convert', 'READ')).toEqual(['README.md']));
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
    expectCurrent(name, `${before}${start}${generate()}\n${rest.slice(rest.indexOf(end.slice(1)))}`);
  });

  it('has the sample of docconv check as the command prints it', async () => {
    const fresh = await checkSample();
    const undated = (text: string) => text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE');
    const text = readFileSync('README.md', 'utf8');
    const sample = /<!-- sample:start -->\n([\s\S]*?)\n<!-- sample:end -->/.exec(text)?.[1] ?? '';
    expect(sample).not.toBe('');
    if (process.env.UPDATE_GENERATED && undated(sample) !== undated(fresh))
      writeFileSync(
        'README.md',
        text.replace(sample, () => fresh),
      );
    else expect(undated(sample)).toBe(undated(fresh));
  });
});

async function checkSample(): Promise<string> {
  const home = newHome();
  const run = (...argv: string[]) => docconvResident(argv, { cwd: home, env: { DOCCONV_HOME: home } });
  writeFileSync(join(home, 'report.pdf'), formPdf().bytes);
  await run('sign', 'report.pdf', '--self-signed', 'Anna Example', '--reason', 'I agree');
  const { out } = await run('check', 'report.signed.pdf');
  return `\`\`\`\n$ docconv check report.signed.pdf\n${out.trimEnd()}\n\`\`\``;
}
