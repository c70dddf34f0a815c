/**
 * `node bench/trust-update.mjs`: loading the trusted lists of 2023 from a server on this machine, and what they cost a check.
 * Processor time and peak memory of the whole process.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { BIN, CORPUS, importSource, ms, report, scratch, sideBySide, timed } from './lib.mjs';

const FOLDER = join(CORPUS, 'trust-lists');
const PUBLICATION = 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2019.276.01.0001.01.ENG';
const { readManifest } = await importSource('test/helpers/trust-lists/corpus.ts');
const home = scratch();
const env = { ...process.env, DOCCONV_HOME: home };

const records = readManifest(FOLDER).lists.filter(({ file }) => file.startsWith('cache-2023/'));
const mirror = join(home, 'mirror');
mkdirSync(mirror);
for (const { file } of records) writeFileSync(join(mirror, basename(file)), readFileSync(join(FOLDER, file)));
const index = Object.fromEntries(records.map(({ url, file }) => [url, basename(file)]));
writeFileSync(join(mirror, 'index.json'), JSON.stringify(index));
const server = createServer((request, response) => response.end(readFileSync(join(mirror, basename(request.url)))));
await new Promise(done => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}/`;

const signers = readdirSync(join(FOLDER, 'anchors/oj-2019')).map(name => join(FOLDER, 'anchors/oj-2019', name));
docconv('trust', 'anchor', 'add', ...signers, '--publication', PUBLICATION);
report('docconv trust update', [
  ['first: everything is new', await measured(home, 'trust', 'update', '-q', '--mirror', url)],
  ['again: nothing has changed', await measured(home, 'trust', 'update', '-q', '--mirror', url)],
]);
server.close();

const empty = scratch();
const trusted = JSON.parse(readFileSync(join(CORPUS, 'signed-trust.json'), 'utf8')).filter(row => row.inCache2023);
const signed = trusted.map(row => join(CORPUS, 'signed', row.file));
const [file] = signed.toSorted((a, b) => statSync(a).size - statSync(b).size);
const check = folder =>
  timed(process.execPath, [BIN, 'check', '-q', file], {
    env: { ...env, DOCCONV_HOME: folder },
    allowed: [0, 10, 11, 12],
  });
const times = sideBySide(15, { without: () => check(empty), with: () => check(home) });
report(`docconv check ${basename(file)} (medians of 15, in turn)`, [
  ['without trusted lists', ms(times.without)],
  ['with all lists', ms(times.with)],
  ['without: processor time and memory', await measured(empty, 'check', '-q', file)],
  ['with: processor time and memory', await measured(home, 'check', '-q', file)],
]);

const { trustStoreOf } = await importSource('src/trust/index.ts');
const { verifyIntegrity } = await importSource('src/trust/lists/verify-list.ts');
const { parseCertificate } = await importSource('src/pki/index.ts');
const { list } = await verifyIntegrity(readFileSync(join(FOLDER, 'cache-2023/IT.xml')));
const services = list.providers.flatMap(provider => provider.services);
const subjects = services.flatMap(({ certificates }) =>
  certificates.slice(0, 1).map(der => parseCertificate(der).subject),
);
const lists = join(home, 'data', 'trust');
const store = trustStoreOf([], lists);
report(`Look-ups, in this process (means of ${subjects.length})`, [
  ['opening the store', micro(() => trustStoreOf([], lists))],
  ['one look-up of a listed name', micro(index => store.find(subjects[index]))],
  ['one look-up of another name', micro(index => store.find({ ...subjects[index], canonical: [`x${index}`] }))],
]);

function micro(run) {
  const started = performance.now();
  for (const index of subjects.keys()) run(index);
  return `${(((performance.now() - started) / subjects.length) * 1000).toFixed(0)} µs`.padStart(9);
}

function docconv(...argv) {
  const { status, stderr } = spawnSync(process.execPath, [BIN, ...argv], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** The server runs in this process: it has to stay free while the command runs. */
async function measured(folder, ...argv) {
  const child = spawn('/usr/bin/time', ['-f', '%U %S %M', process.execPath, BIN, ...argv], {
    env: { ...env, DOCCONV_HOME: folder },
  });
  const chunks = [];
  child.stderr.on('data', chunk => chunks.push(chunk));
  const status = await new Promise(done => child.on('close', done));
  const text = Buffer.concat(chunks).toString();
  if (![0, 10, 11, 12].includes(status)) throw new Error(text);
  const [user, system, memory] = text.trim().split('\n').at(-1).split(' ').map(Number);
  return `${(user + system).toFixed(2)} s of processor time, ${(memory / 1024).toFixed(0)} MB`;
}
