import { expect, test } from 'vitest';
import { watchClock } from '../../../src/http/clock.js';
import { defer } from '../../../src/system/deferred.js';

const log = { warn() {}, info() {} } as never;

test('a measurement that began before another does not replace its result', async () => {
  const skews = [defer<number>(), defer<number>(), defer<number>()];
  let asked = 0;
  const clockSkew = async () => {
    const seconds = await skews[asked++]!.promise;
    return { seconds, warning: seconds === 0 ? null : 'ahead' };
  };
  skews[0]!.resolve(0);
  const clock = await watchClock({ clockSkew } as never, log);
  const [earlier, later] = [clock.measure(), clock.measure()];
  skews[2]!.resolve(3_900);
  await later;
  skews[1]!.resolve(0);
  await earlier;
  expect(clock.isRight()).toBe(false);
  clock.close();
});
