/**
 * Reads the results that vitest writes as JSON, for .ci/run and .github/workflows/test.yml.
 *   failed FILE                  the test files that failed, one in each line; none when there are too many to repeat
 *   sum FOLDER NAME=STATUS...    of each suite, how many tests were skipped, and why, and how many failed and were repeated;
 *                                the tests that passed only then; and "N passed, N failed" for all suites
 *   skips FILE SYSTEM            the tests that were skipped for a reason that expected-skips.json does not have for this system,
 *                                as in "ubuntu-24.04"; fails when there are such, or no results
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describeSkips, reasonsOf } from './skips.mjs';

/** More than these are not the effect of a busy machine. */
const MAX_REPEATED = 12;

const [command, ...args] = process.argv.slice(2);
if (command === 'failed') printFailed(args[0]);
else if (command === 'skips') checkSkips(...args);
else printSum(...args);

function printFailed(file) {
  const names = failuresOf(read(file)).map(({ name }) => name);
  if (names.length <= MAX_REPEATED) for (const name of names) console.log(relative('.', name));
}

function printSum(folder, ...suites) {
  const totals = { passed: 0, failed: 0 };
  for (const suite of suites) {
    const [name, status] = suite.split('=');
    const { passed, failed, skipped, repeated, unstable } = countSuite(`${folder}/${name}`, status === '0');
    totals.passed += passed;
    totals.failed += failed;
    if (skipped.length > 0) console.log(`${name}: ${describeSkips(skipped)}`);
    if (repeated > 0) console.log(`${name}: ${repeated} failed and repeated`);
    for (const title of unstable) console.log(`passed only when repeated: ${title}`);
  }
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
}

/** Of tests, or of the steps of a script, whose last line has their numbers. */
function countSuite(path, succeeded) {
  if (existsSync(`${path}.steps`)) return countSteps(`${path}.steps`);
  const first = read(`${path}.json`);
  const repeated = read(`${path}-repeated.json`);
  const last = repeated ?? first;
  const failed = last?.numFailedTests ?? 0;
  const unnamed = succeeded || failed > 0 ? 0 : 1; // lint, types, the build, or a test file that did not load
  const failedBefore = repeated ? first.numFailedTests : failed;
  const failedAgain = failedTitles(repeated);
  return {
    passed: (first?.numPassedTests ?? 0) + failedBefore - failed,
    failed: failed + unnamed,
    skipped: titlesOf(first?.testResults ?? [], isSkipped),
    repeated: repeated ? failedBefore : 0,
    unstable: repeated ? failedTitles(first).filter(title => !failedAgain.includes(title)) : [],
  };
}

function countSteps(file) {
  const [, passed, failed] = /(\d+) passed, (\d+) failed\n$/.exec(readFileSync(file, 'utf8')) ?? [null, 0, 1];
  return { passed: Number(passed), failed: Number(failed), skipped: [], repeated: 0, unstable: [] };
}

function checkSkips(file, system) {
  const results = read(file);
  if (!results) throw new Error(`There are no results in ${file}.`);
  const expected = expectedOn(system);
  const skipped = titlesOf(results.testResults, isSkipped);
  const unexpected = skipped.filter(title => !isExpected(title, expected));
  for (const title of unexpected) console.log(`skipped, and not expected on ${system}: ${title}`);
  console.log(`${results.numPassedTests} passed, ${skipped.length} skipped, ${unexpected.length} of them not expected`);
  if (unexpected.length > 0) process.exitCode = 1;
}

/** vitest calls those of `skipIf` "skipped", and those of a suite that was left out "pending". */
function isSkipped({ status }) {
  return status !== 'passed' && status !== 'failed';
}

function expectedOn(system) {
  const lists = JSON.parse(readFileSync(new URL('expected-skips.json', import.meta.url), 'utf8'));
  const name = Object.keys(lists).find(prefix => system?.startsWith(`${prefix}-`));
  if (!name) throw new Error(`expected-skips.json has no list for the system ${system}.`);
  return [...lists.every, ...lists[name]];
}

/** One of its reasons is enough. "*" stands for one word. */
function isExpected(title, expected) {
  return reasonsOf(title).some(reason => expected.some(pattern => toPattern(pattern).test(reason)));
}

function toPattern(text) {
  const literal = part => part.replaceAll(/[\\^$.+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`^${text.split('*').map(literal).join('\\S+')}$`);
}

/** Null where the suite did not run. */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function failuresOf(results) {
  return results?.testResults.filter(({ status }) => status === 'failed') ?? [];
}

/** Of failed tests; the file alone where it did not load. */
function failedTitles(results) {
  return failuresOf(results).flatMap(file => {
    const titles = titlesOf([file], ({ status }) => status === 'failed');
    return titles.length > 0 ? titles : [relative('.', file.name)];
  });
}

function titlesOf(files, isWanted) {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isWanted).map(({ fullName }) => `${relative('.', name)}: ${fullName}`),
  );
}
