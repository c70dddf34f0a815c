/**
 * A process that issues keys as fast as possible: `issuer DATA CONFIG NAME COUNT`.
 * Prints "ready", then each key as soon as it is issued.
 */
import { writeSync } from 'node:fs';
import { openLocalKeys } from '../../src/keys/index.js';

const [data = '', config = '', name = '', count = '0'] = process.argv.slice(2);
const keys = await openLocalKeys({ data, config });
writeSync(1, 'ready\n');
for (let i = 0; i < Number(count); i++) {
  const email = `${name}-${i}@example.org`;
  const { code } = await keys.issueCode({ email });
  const { key } = await keys.redeemCode({ email, code });
  writeSync(1, `${key}\n`);
}
