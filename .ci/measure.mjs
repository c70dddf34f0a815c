/**
 * What .ci/systems measures of docconv on a system, and where it is written.
 *   answers CORPUS FILE      what `docconv check --json` says of signed documents
 *   row CORPUS RESULTS       writes RESULTS/row.json, from the tests and the expected answers in RESULTS, and from what is
 *                            measured here. Documents that differ are named, with the causes (causes.mjs) or "NO KNOWN CAUSE".
 *   compare DOCUMENT...      measures of the row only whether these documents are like those of soffice
 *   add FILE                 writes a row to docs/systems.json
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { compare, factsOf } from '../bench/corpus/compare.mjs';
import { soffice } from '../bench/corpus/make.mjs';
import { BIN, median, ROOT, scratch, timed } from '../bench/lib.mjs';
import { causesOf } from './causes.mjs';

const DOCUMENTS = 40;
const ROUNDS = 10;
/** soffice takes the format of paper from the language of the user, and docconv from that of the document. */
const OPTIONS = { locale: 'en-US' };
/** Of a verification: certificates expire. */
const TIME = '2026-01-01';

const SYSTEMS = join(ROOT, 'docs', 'systems.json');
const folder = scratch();
const [command, ...args] = process.argv.slice(2);
if (command === 'answers') writeJson(args[1], answersOf(args[0]));
else if (command === 'row') await writeRow(...args);
else if (command === 'compare') console.log(JSON.stringify(await documentsLikeSoffice(args, libreOfficeVersion())));
else addRow(JSON.parse(readFileSync(args[0], 'utf8')));

async function writeRow(corpus, results) {
  const libreOffice = libreOfficeVersion();
  const [tests, verdicts] = [testsIn(results), verdictsLike(corpus, join(results, 'expected.json'))];
  const { documents, engines } = await documentsLikeSoffice(documentsOf(corpus), libreOffice);
  const row = { system: systemName(), node: process.versions.node, libreOffice, engines, tests, documents, verdicts };
  writeJson(join(results, 'row.json'), { ...row, missingIsolation: missingIsolation(), cold: coldRatio() });
}

function addRow(row) {
  const rows = existsSync(SYSTEMS) ? JSON.parse(readFileSync(SYSTEMS, 'utf8')) : [];
  const key = ({ system, node }) => `${system} ${Number.parseInt(node, 10)}`;
  const others = rows.filter(other => key(other) !== key(row));
  writeJson(
    SYSTEMS,
    [...others, row].sort((a, b) => key(a).localeCompare(key(b))),
  );
}

function systemName() {
  const name = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))[1];
  return name.replace('GNU/Linux ', '');
}

function libreOfficeVersion() {
  return /\d+(\.\d+)+/.exec(soffice(folder, ['--version']).stdout)[0];
}

/** Files whose tests failed were run once more, alone (.ci/suite). */
function testsIn(results) {
  const first = readJson(join(results, 'test.json'));
  const again = join(results, 'test-repeated.json');
  const failed = existsSync(again) ? readJson(again).numFailedTests : first.numFailedTests;
  const passed = first.numPassedTests + first.numFailedTests - failed;
  return { passed, failed, skipped: first.numPendingTests };
}

function answersOf(corpus) {
  const signed = join(corpus, 'signed');
  const files = evenly(readdirSync(signed).sort(), DOCUMENTS);
  const { stdout } = docconv(['check', '--json', '--no-require-trust', '--at', TIME, ...files], signed);
  const answers = stdout.trim().split('\n').map(JSON.parse);
  if (answers.length !== files.length) throw new Error(`${answers.length} answers for ${files.length} documents`);
  return answers;
}

function verdictsLike(corpus, file) {
  const expected = readJson(file);
  const answers = answersOf(corpus);
  const differing = answers.filter((answer, i) => !isDeepStrictEqual(answer, expected[i]));
  for (const { file: name, verdict, error } of differing)
    console.log(`${name}: ${verdict ?? error?.code}, another answer`);
  return { same: answers.length - differing.length, of: answers.length };
}

/**
 * Of as many documents that soffice converts. Those that need a password do not count: LibreOffice 26.8 prints their
 * encrypted bytes as text.
 */
async function documentsLikeSoffice(paths, version) {
  const { createConverter } = await import('../dist/index.js');
  const converter = createConverter({ workers: 1 });
  const [documents, engines] = [{ same: 0, of: 0 }, new Set()];
  for (const path of paths) {
    const reference = plainPdf(path);
    if (!reference) continue;
    const pdf = join(folder, 'docconv.pdf');
    const { engine, code } = await converter.convertToFile({ path }, pdf, { pdf: OPTIONS }).catch(error => error);
    if (code === 'PASSWORD_NEEDED') continue;
    const difference = engine ? compare(factsOf(pdf), factsOf(reference)).class : code;
    if (difference) {
      const causes = engine ? await causesOf({ path, pdf, difference, engine, version, options: OPTIONS, folder }) : [];
      console.log(`${path}: ${difference}: ${causes.join(', ') || 'NO KNOWN CAUSE'}`);
    } else documents.same++;
    engines.add(engine);
    if (++documents.of === DOCUMENTS) break;
  }
  await converter.close();
  return { documents, engines: [...engines].filter(Boolean).sort() };
}

/** Of all formats, and more than are compared. */
function documentsOf(corpus) {
  return evenly(documentsIn(corpus), 1.5 * DOCUMENTS);
}

/** In an order that mixes the formats. */
function documentsIn(corpus) {
  const files = ['docx', 'office'].flatMap(name =>
    readdirSync(join(corpus, name), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()),
  );
  files.sort((a, b) => (a.name < b.name ? -1 : 1));
  return files.map(({ parentPath, name }) => join(parentPath, name));
}

function plainPdf(path) {
  const plain = join(folder, 'plain');
  rmSync(plain, { recursive: true, force: true }); // a file of the same name in another folder
  // plain soffice opens HTML with Writer/Web, whose PDFs lack headings and other formatted text
  const filter = /\.html?$/.test(path) ? ['--infilter=HTML (StarWriter)'] : [];
  soffice(folder, [...filter, '--convert-to', 'pdf', '--outdir', plain, path]);
  const pdf = join(plain, `${basename(path, extname(path))}.pdf`);
  return existsSync(pdf) ? pdf : null;
}

function missingIsolation() {
  const { isolation } = JSON.parse(docconv(['doctor', '--json'], folder).stdout);
  return isolation.filter(({ present, needed }) => needed && !present).map(({ name }) => name);
}

/** Of the times of docconv and soffice for a conversion with nothing started before, in turn. */
function coldRatio() {
  const file = join(ROOT, 'examples', 'report.docx');
  const times = { docconv: [], soffice: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = timed(
      process.execPath,
      [BIN, 'convert', '-q', '-f', '-o', `${folder}/`, file],
      docconvOptions(folder),
    );
    const started = performance.now();
    soffice(folder, ['--convert-to', 'pdf', '--outdir', folder, file]);
    const theirs = performance.now() - started;
    if (round === 0) continue; // warms the page cache and fills the profiles
    times.docconv.push(ours);
    times.soffice.push(theirs);
  }
  const [ours, theirs] = [median(times.docconv), median(times.soffice)];
  return { docconv: Math.round(ours), soffice: Math.round(theirs), ratio: Number((ours / theirs).toFixed(2)) };
}

function docconv(argv, cwd) {
  return spawnSync(process.execPath, [BIN, ...argv], { ...docconvOptions(cwd), encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Without the settings and the trusted certificates of the user. */
function docconvOptions(cwd) {
  return { cwd, env: { ...process.env, DOCCONV_HOME: join(folder, 'home') } };
}

function evenly(list, count) {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
