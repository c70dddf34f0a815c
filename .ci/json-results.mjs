/** The results of vitest as JSON, with the errors of suites, of which its own reporter writes none: those of hooks. For results.mjs. */
import { JsonReporter } from 'vitest/node';

export default class JsonResultsReporter extends JsonReporter {
  async onTestRunEnd(modules) {
    this.suiteErrors = new Map(modules.map(module => [module.moduleId, suiteErrors(module)]));
    await super.onTestRunEnd(modules);
  }

  async writeReport(report) {
    const results = JSON.parse(report);
    for (const file of results.testResults) file.suiteErrors = this.suiteErrors.get(file.name) ?? [];
    await super.writeReport(JSON.stringify(results));
  }
}

/** `suite`: '' for the file. */
function suiteErrors(module) {
  const suites = [...module.children.allSuites()].map(suite => ({ name: suite.fullName, errors: suite.errors() }));
  const all = [{ name: '', errors: module.errors() }, ...suites];
  return all.flatMap(({ name, errors }) => errors.map(({ message }) => ({ suite: name, message })));
}
