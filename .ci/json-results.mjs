/**
 * The results of vitest as JSON, for results.mjs, with errors of which its own reporter writes none: those of suites, which are
 * those of hooks, and those outside of any test, with the file that is to be repeated for them.
 */
import { JsonReporter } from 'vitest/node';

export default class JsonResultsReporter extends JsonReporter {
  onTestRunStart(specifications) {
    super.onTestRunStart?.(specifications);
    this.wanted = specifications.map(({ moduleId }) => moduleId);
  }

  async onTestRunEnd(modules, unhandledErrors) {
    this.suiteErrors = new Map(modules.map(module => [module.moduleId, suiteErrors(module)]));
    const described = unhandledErrors.flatMap(error => describeUnhandled(error, modules));
    this.unhandledErrors = [...described, ...notRun(this.wanted, modules, described)];
    await super.onTestRunEnd(modules);
  }

  async writeReport(report) {
    const results = JSON.parse(report);
    for (const file of results.testResults) file.suiteErrors = this.suiteErrors.get(file.name) ?? [];
    await super.writeReport(JSON.stringify({ ...results, unhandledErrors: this.unhandledErrors }));
  }
}

/** `suite`: '' for the file. */
function suiteErrors(module) {
  const suites = [...module.children.allSuites()].map(suite => ({ name: suite.fullName, errors: suite.errors() }));
  const all = [{ name: '', errors: module.errors() }, ...suites];
  return all.flatMap(({ name, errors }) => errors.map(({ message }) => ({ suite: name, message })));
}

/** Files that a worker had not begun, or not finished, when its process ended. */
function notRun(wanted, modules, described) {
  const known = [...modules.filter(isFinished).map(({ moduleId }) => moduleId), ...described.map(({ file }) => file)];
  const lost = wanted.filter(file => !known.includes(file));
  return lost.map(file => ({
    file,
    message: 'was not run',
    place: 'behind a file that ended the process of its worker',
  }));
}

const isFinished = module => !['queued', 'pending'].includes(module.state());

/** One for each file that may be the origin; `file`: null for an unknown one. */
function describeUnhandled(error, modules) {
  const message = [error.message, error.cause?.message].filter(Boolean).join(' ') || String(error);
  const place = /^ *(at .*)/m.exec(error.stack ?? '')?.[1];
  return originsOf(error, modules).map(file => ({ file, message, place }));
}

/**
 * A timer may end while the worker runs the tests of a later file, so that the stack counts first. Where the process of a
 * worker has ended, the tests that it ran have no result.
 */
function originsOf({ stack = '', VITEST_TEST_PATH: running }, modules) {
  const named = modules.filter(({ moduleId }) => stack.includes(`${moduleId}:`));
  if (named.length === 0 && running) return [running];
  const unfinished = modules.filter(module => !isFinished(module));
  const origins = named.length > 0 ? named : unfinished;
  return origins.length > 0 ? origins.map(({ moduleId }) => moduleId) : [null];
}
