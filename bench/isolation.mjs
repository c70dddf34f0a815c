/**
 * `node bench/isolation.mjs [engine ...]`: what documents with external references reach on each engine, with all isolation
 * and where the system allows no namespaces, compared with plain `soffice --convert-to`; then on the first engine with each
 * layer alone (needs root). Numbers are requests to a listener; F is a local file in the PDF.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { importSource, ROOT } from './lib.mjs';

const ENGINES = process.argv.length > 2 ? process.argv.slice(2) : ['native', 'soffice', 'wasm'];
const { withoutNamespaces } = await importSource('test/helpers/isolation/no-namespaces.ts');
const { refusing, withoutPrograms } = await importSource('test/helpers/isolation/refuse.ts');

const script = join(ROOT, 'node_modules', '.cache', `isolation-${process.pid}.mjs`);
process.on('exit', () => rmSync(script, { force: true }));
await build({
  entryPoints: [join(ROOT, 'test/helpers/isolation/isolation.main.ts')],
  outfile: script,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});

function run(command, args) {
  const { stdout, stderr, status } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const node = [process.execPath, script];
const open = run(process.execPath, [script, '.', 'plain']);
const confined = run(process.execPath, [script, '.', ...ENGINES]);
const bare = run(...withoutNamespaces([...node, '.', ...ENGINES]));

/** The kernel or the system refuses all other means. */
const one = [...node, '.', ENGINES[0]];
const LAYERS = {
  'bubblewrap alone': split(refusing(['landlock', 'seccomp'], one)),
  'unshare alone': split(withoutPrograms(['bwrap'], refusing(['landlock', 'seccomp'], one))),
  'Landlock alone': withoutNamespaces(refusing(['seccomp'], one)),
  'seccomp alone': withoutNamespaces(refusing(['landlock'], one)),
  'profile alone': withoutNamespaces(refusing(['landlock', 'seccomp'], one)),
};
const layers = Object.entries(LAYERS).map(([name, command]) => [name, run(...command)]);

function split([command, ...args]) {
  return [command, args];
}

const columns = [
  ['plain soffice', open.matrices.plain],
  ...ENGINES.map(engine => [engine, confined.matrices[engine]]),
  ...ENGINES.map(engine => [`${engine}, no ns`, bare.matrices[engine]]),
];
const alone = layers.map(([name, { matrices }]) => [name, matrices[ENGINES[0]]]);
const cell = row => (row ? `${row.requests}${row.leaked ? ' F' : ''}${row.outcome === 'pdf' ? '' : ' -'}` : '');
console.log(
  `with: ${JSON.stringify(confined.capabilities)}\nno ns: ${JSON.stringify(bare.capabilities)}\n"-": no PDF\n`,
);
for (const [name, { capabilities }] of layers) console.log(`${name}: ${JSON.stringify(capabilities)}`);
console.log(['vector'.padEnd(34), ...[...columns, ...alone].map(([name]) => name.padEnd(17))].join(''));
for (const { vector } of open.matrices.plain) {
  const cells = [...columns, ...alone].map(([, rows]) => cell(rows.find(row => row.vector === vector)).padEnd(17));
  console.log([vector.padEnd(34), ...cells].join(''));
}
const sum = rows =>
  `${rows.reduce((n, row) => n + row.requests, 0)} requests, ${rows.filter(row => row.leaked).length} files`;
console.log('');
for (const [name, rows] of [...columns, ...alone])
  console.log(
    `${name.padEnd(34)}${sum(rows)}, ${rows.filter(({ outcome }) => outcome === 'pdf').length} of ${rows.length} converted`,
  );
if (columns.slice(1).some(([, rows]) => rows.some(({ requests, leaked }) => requests > 0 || leaked)))
  process.exitCode = 1;
