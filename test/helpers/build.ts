/** Runs once before all tests: the command line and the workers run from dist/, which must match the source. */
import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

const build = () => void execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });

export default function setup(project: TestProject): void {
  build();
  project.onTestsRerun(async () => build());
}
