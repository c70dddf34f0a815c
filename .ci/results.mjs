/**
 * Reads the results that vitest writes as JSON (json-results.mjs), for .ci/run and .github/workflows/test.yml.
 *   failed FILE                  the test files that failed or threw an error outside of their tests, one in each line; none
 *                                when there are too many to repeat, or an error is of no known file
 *   sum FOLDER NAME=STATUS...    of each leg, how many tests were skipped, and why, and how many failed and were repeated;
 *                                the tests that passed only then; what failed, with the first line of its error, or the
 *                                end of NAME.log where no test failed; and "N passed, N failed" for all legs
 *   skips FILE SYSTEM            the tests that were skipped for a reason that expected-skips.json does not have for this system,
 *                                as in "ubuntu-24.04"; fails when there are such, or no results
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describeSkips, reasonsOf } from './skips.mjs';

/** More than these are not the effect of a busy machine. */
const MAX_REPEATED = 12;
/** Of the log of a leg without results. */
const LOG_LINES = 30;

const [command, ...args] = process.argv.slice(2);
if (command === 'failed') printFailed(args[0]);
else if (command === 'skips') checkSkips(...args);
else printSum(...args);

function printFailed(file) {
  const results = read(file);
  const unhandled = unhandledIn(results).map(({ file: origin }) => origin);
  const names = [...new Set([...failuresOf(results).map(({ name }) => name), ...unhandled])];
  if (names.length > MAX_REPEATED || names.includes(null)) return;
  for (const name of names) console.log(relative('.', name));
}

function printSum(folder, ...legs) {
  const totals = { passed: 0, failed: 0 };
  const failures = [];
  for (const leg of legs) {
    const [name, status] = leg.split('=');
    const counts = countLeg(`${folder}/${name}`, status === '0');
    totals.passed += counts.passed;
    totals.failed += counts.failed;
    failures.push(...counts.failures.map(failure => `failed: ${name}: ${failure}`));
    printUnusual(name, counts);
  }
  for (const failure of failures) console.log(failure);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
}

function printUnusual(name, { skipped, repeated, unstable }) {
  if (skipped.length > 0) console.log(`${name}: ${describeSkips(skipped)}`);
  if (repeated > 0) console.log(`${name}: ${repeated} failed and repeated`);
  for (const title of unstable) console.log(`passed only when repeated: ${title}`);
}

/** What failed without a failed test is lint, types, the build, an installation: its output is all there is. */
function countLeg(path, succeeded) {
  const first = read(`${path}.json`);
  const counts = first ? countTests(first, read(`${path}-repeated.json`)) : countSteps(readLog(path));
  if (succeeded || counts.failures.length > 0) return counts;
  return { ...counts, failed: counts.failed + 1, failures: [`no test, but:\n${endOf(readLog(path))}`] };
}

function countTests(first, repeated) {
  const [failedFirst, failed] = [failedTests(first), failedTests(repeated ?? first)];
  const failedAgain = titles(failed);
  const again = repeated?.testResults ?? [];
  const last = [...first.testResults.filter(({ name }) => !again.some(file => file.name === name)), ...again];
  return {
    passed: titlesOf(last, ({ status }) => status === 'passed').length,
    failed: failed.length,
    failures: failed.map(({ title, error }) => `${title}\n  ${error}`),
    skipped: titlesOf(last, isSkipped),
    repeated: repeated ? failedFirst.length : 0,
    unstable: titles(failedFirst).filter(title => !failedAgain.includes(title)),
  };
}

/** Of a script whose log names the steps and ends with their numbers (.ci/steps). */
function countSteps(log) {
  const passed = Number(/^\w+: (\d+) passed, \d+ failed$/m.exec(log)?.[1] ?? 0);
  const failures = [...log.matchAll(/^ *FAILED: (.*)\n(.*)/gm)].map(([, step, error]) => `${step}\n  ${error}`);
  return { passed, failed: failures.length, failures, skipped: [], repeated: 0, unstable: [] };
}

function readLog(path) {
  return existsSync(`${path}.log`) ? stripVTControlCharacters(readFileSync(`${path}.log`, 'utf8')) : '';
}

function endOf(log) {
  const lines = log.split('\n').filter(line => line.trim() !== '');
  return lines
    .slice(-LOG_LINES)
    .map(line => `  ${line}`)
    .join('\n');
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

/** Thrown by timers, events or rejected promises, or by the end of a worker. */
function unhandledIn(results) {
  return results?.unhandledErrors ?? [];
}

/** Suites whose hooks failed, and errors outside of tests, as well. */
function failedTests(results) {
  const unhandled = unhandledIn(results).map(({ file, message, place = 'at an unknown place' }) => ({
    title: `${file ? relative('.', file) : 'no file'}: outside of a test: ${firstLine(message)}`,
    error: place,
  }));
  return [...failedInFiles(results), ...unhandled];
}

/** The file alone where nothing says what failed. */
function failedInFiles(results) {
  return failuresOf(results).flatMap(file => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    const suites = (file.suiteErrors ?? []).map(({ suite, message }) => ({
      title: suite ? titleOf(file, { fullName: suite }) : relative('.', file.name),
      error: firstLine(message),
    }));
    const failed = [
      ...suites,
      ...tests.map(test => ({ title: titleOf(file, test), error: firstLine(test.failureMessages[0]) })),
    ];
    return failed.length > 0 ? failed : { title: relative('.', file.name), error: firstLine(file.message) };
  });
}

function firstLine(message) {
  return stripVTControlCharacters(message || 'no message').split('\n', 1)[0];
}

function titles(tests) {
  return tests.map(({ title }) => title);
}

function titlesOf(files, isWanted) {
  return files.flatMap(file => file.assertionResults.filter(isWanted).map(test => titleOf(file, test)));
}

function titleOf({ name }, { fullName }) {
  return `${relative('.', name)}: ${fullName}`;
}
