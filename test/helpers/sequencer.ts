/** The order of test files. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** vitest begins with the largest files. Those that match come before them: as the last ones, they would keep a single worker busy. */
export function beginningWith(first: RegExp): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const isFirst = ({ moduleId }: TestSpecification) => first.test(moduleId);
      return [...sorted.filter(isFirst), ...sorted.filter(file => !isFirst(file))];
    }
  };
}
