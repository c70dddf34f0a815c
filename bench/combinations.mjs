/**
 * `node bench/combinations.mjs [engine ...]`: documents that each engine converts in each combination of what a system offers for
 * isolation (BENCH_DOCUMENTS, by default 20 DOCX of the corpus in one call of `docconv convert`): how many were converted,
 * processor time with all workers, and that in relation to the first combination. BENCH_IN: only combinations with this in their
 * name. Needs root, bubblewrap, unshare, setpriv and perl.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BIN, CORPUS, importSource, ratio, scratch } from './lib.mjs';
import { watch } from './processes.mjs';

const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 20);
const ENGINES = process.argv.length > 2 ? process.argv.slice(2) : ['native', 'soffice', 'wasm'];
/** Every user writes here: the ordinary one must not own what root made. */
const FOR_ALL = 0o777;

const { COMBINATIONS } = await importSource('test/helpers/hostile/combinations.ts');
const { refusing, withoutPrograms } = await importSource('test/helpers/isolation/refuse.ts');
const withNothing = command => withoutPrograms(['bwrap', 'unshare'], refusing(['landlock', 'seccomp'], command));
const SYSTEMS = {
  ...COMBINATIONS,
  'nothing, root': withNothing,
  'nothing, user': command => withNothing(COMBINATIONS['bubblewrap, user'](command)),
};
const folder = scratch();
chmodSync(folder, FOR_ALL);
const documents = copied(DOCUMENTS);
const failures = [];

console.log(`| combination | ${ENGINES.join(' | ')} |\n| --- |${' --- |'.repeat(ENGINES.length)}`);
const first = {};
for (const combination of Object.keys(SYSTEMS).filter(name => name.includes(process.env.BENCH_IN ?? ''))) {
  const cells = [];
  for (const engine of ENGINES) {
    const { pdfs, seconds, messages } = await converted(combination, engine);
    first[engine] ??= seconds;
    if (pdfs < DOCUMENTS) failures.push(`${combination}, ${engine}: ${messages.join('; ')}`);
    cells.push(`${pdfs} of ${DOCUMENTS}, ${seconds.toFixed(1)} s, ${ratio(seconds / first[engine]).trim()}`);
  }
  console.log(`| ${combination} | ${cells.join(' | ')} |`);
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Copies of documents of the corpus that can be converted, spread over it, in a folder that the ordinary user can read. */
function copied(count) {
  const known = JSON.parse(readFileSync(join(CORPUS, 'docx.json'), 'utf8'));
  const names = known.filter(({ convertible }) => convertible).map(({ file }) => file);
  const step = Math.max(1, Math.floor(names.length / count));
  return Array.from({ length: count }, (_, i) => {
    const path = join(folder, `${i}.docx`);
    copyFileSync(join(CORPUS, 'docx', names[i * step]), path);
    chmodSync(path, 0o644);
    return path;
  });
}

async function converted(combination, engine) {
  const output = join(folder, `${combination}-${engine}`.replaceAll(/[^a-z]+/g, '-'));
  const home = `${output}-home`;
  for (const made of [output, home]) {
    mkdirSync(made);
    chmodSync(made, FOR_ALL);
  }
  const docconv = async files => {
    const args = [
      process.execPath,
      BIN,
      'convert',
      '--engine',
      engine,
      '-j',
      '1',
      '--timeout',
      '600',
      '-f',
      '-o',
      `${output}/`,
      ...files,
    ];
    const [command, ...rest] = SYSTEMS[combination](args);
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', DOCCONV_HOME: home };
    const child = spawn(command, rest, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const stop = watch(child.pid);
    const [messages] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { messages: messages.split('\n').filter(line => line.startsWith('✗')), seconds: stop().cpu / 1000 };
  };
  await docconv(documents.slice(0, 1)); // fills the caches
  const run = await docconv(documents);
  return { ...run, pdfs: readdirSync(output).filter(name => name.endsWith('.pdf')).length };
}
