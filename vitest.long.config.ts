/** `npm run test:long`: whole matrices of documents and attacks, of which `npm test` runs a selection. */
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { shared } from './vitest.config.js';

/** Of minutes each: as the last ones, one would keep a single processor busy. vitest begins with the largest files. */
const FIRST = ['hostile/hostile.long.test.ts', 'costly-documents.long.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some(name => moduleId.endsWith(name));
    return [...sorted.filter(isFirst), ...sorted.filter(file => !isFirst(file))];
  }
}

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: ['test/**/*.long.test.ts'],
      sequence: { sequencer: LongestFirst },
      testTimeout: 180_000, // a test of many seconds takes several times as long on a busy machine
    },
  }),
);
