/**
 * Why tests were skipped, in one line: for .ci/results.mjs, and as a reporter of vitest. Their titles end with the reasons, in
 * brackets (test/helpers/requires.ts).
 */

export function reasonsOf(title) {
  const [, reasons = ''] = / \(((?:[^()]|\([^()]*\))+)\)$/.exec(title) ?? [];
  return reasons.split(', ');
}

/** As in "3 skipped: 2 as qpdf is not installed, 1 as this is not Linux"; of several reasons the first one counts. */
export function describeSkips(titles) {
  const counts = new Map();
  for (const [reason] of titles.map(reasonsOf)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return `${titles.length} skipped: ${sorted.map(([reason, count]) => `${count} as ${reason}`).join(', ')}`;
}

export default class SkipsReporter {
  onInit(vitest) {
    this.vitest = vitest;
  }

  onTestRunEnd(modules) {
    if (this.vitest.config.testNamePattern) return; // other tests were not selected
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    if (skipped.length > 0) this.vitest.logger.log(describeSkips(skipped.map(({ fullName }) => fullName)));
  }
}
