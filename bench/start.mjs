/** `node bench/start.mjs`: the time of `docconv --help` compared with that of an empty Node process. */
import { BIN, ms, ratio, report, sideBySide, timed } from './lib.mjs';

const node = (...args) => timed(process.execPath, args);
const times = sideBySide(25, { empty: () => node('-e', '0'), help: () => node(BIN, '--help') });
report('Start (medians of 25, in turn)', [
  ['node -e 0', ms(times.empty)],
  ['docconv --help', ms(times.help)],
  ['docconv / node (wanted: at most 1.6)', ratio(times.help / times.empty)],
]);
