/** The test conversion of a server. */
import { expect, test } from 'vitest';
import { createConversionProbe } from '../../../src/cli/commands/serve/conversion-probe.js';
import { untilAborted } from '../../../src/system/deferred.js';

test('a test conversion that takes too long says so', async () => {
  const neverConverts = {
    convert: (_document: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      untilAborted(new Promise<never>(() => {}), signal!),
  };
  const stillRuns = setInterval(() => {}, 1_000); // the signal alone does not keep the process alive
  await expect(createConversionProbe(neverConverts, 20).run()).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: 'It took more than 0.02 s.',
  });
  clearInterval(stillRuns);
});
