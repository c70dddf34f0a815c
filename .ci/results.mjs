/**
 * Reads the results that vitest writes as JSON, for .ci/run.
 *   failed FILE                  the test files that failed, one in each line; none when there are too many to repeat
 *   sum FOLDER NAME=STATUS...    the tests that passed only when repeated, and "N passed, N failed" for all suites
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** More than these are not the effect of a busy machine. */
const MAX_REPEATED = 12;

const [command, ...args] = process.argv.slice(2);
if (command === 'failed') printFailed(args[0]);
else printSum(...args);

function printFailed(file) {
  const names = failuresOf(read(file)).map(({ name }) => name);
  if (names.length <= MAX_REPEATED) for (const name of names) console.log(relative('.', name));
}

function printSum(folder, ...suites) {
  const totals = { passed: 0, failed: 0 };
  for (const suite of suites) {
    const [name, status] = suite.split('=');
    const { passed, failed, unstable } = countSuite(`${folder}/${name}`, status === '0');
    totals.passed += passed;
    totals.failed += failed;
    for (const title of unstable) console.log(`passed only when repeated: ${title}`);
  }
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
}

function countSuite(path, succeeded) {
  const first = read(`${path}.json`);
  const repeated = read(`${path}-repeated.json`);
  const last = repeated ?? first;
  const failed = last?.numFailedTests ?? 0;
  const unnamed = succeeded || failed > 0 ? 0 : 1; // lint, types, the build, or a test file that did not load
  const failedBefore = repeated ? first.numFailedTests : failed;
  const failedAgain = titlesOf(repeated);
  return {
    passed: (first?.numPassedTests ?? 0) + failedBefore - failed,
    failed: failed + unnamed,
    unstable: repeated ? titlesOf(first).filter(title => !failedAgain.includes(title)) : [],
  };
}

/** Null where the suite did not run. */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function failuresOf(results) {
  return results?.testResults.filter(({ status }) => status === 'failed') ?? [];
}

/** Of failed tests; the file alone where it did not load. */
function titlesOf(results) {
  return failuresOf(results).flatMap(({ name, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const file = relative('.', name);
    return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file];
  });
}
