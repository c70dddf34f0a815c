/**
 * `node bench/warm.mjs [FILE ...]`: `docconv convert --warm` with an engine that runs already beside `node -e 0`, in
 * alternating runs. A call is to take at most 80 ms more than Node itself. Needs LibreOffice.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BIN, CORPUS, median, ROOT, report, scratch, sideBySide, timed } from './lib.mjs';
import { sleep } from './service.mjs';

const GOAL_MS = 80;
const ROUNDS = Number(process.env.BENCH_COUNT ?? 25);
const given = process.argv.slice(2);
const files = given.length > 0 ? given : [join(CORPUS, 'docx', 'sample.docx'), join(ROOT, 'examples', 'report.docx')];

const folder = scratch();
const env = { ...process.env, DOCCONV_HOME: join(folder, 'home'), CI: '' };
mkdirSync(env.DOCCONV_HOME);
const node = (...args) => timed(process.execPath, args, { env });
const convert = file => [BIN, 'convert', '--warm', '--json', '-o', join(folder, 'out.pdf'), file];

/** Of the engine, as the line of JSON tells it; null without an engine. */
function engineMilliseconds(file) {
  const { stdout } = spawnSync(process.execPath, convert(file), { env, encoding: 'utf8' });
  const { warm, milliseconds } = JSON.parse(stdout);
  return warm ? milliseconds : null;
}

try {
  while (engineMilliseconds(files[0]) === null) await sleep(500); // the first call starts the engine
  for (const file of files) {
    const engine = Array.from({ length: ROUNDS }, () => engineMilliseconds(file));
    if (engine.includes(null)) throw new Error('The engine was not used.');
    const times = sideBySide(ROUNDS, { node: () => node('-e', '0'), warm: () => node(...convert(file)) });
    const precise = value => `${value.toFixed(1)} ms`.padStart(9);
    report(`convert --warm, ${basename(file)} (medians of ${ROUNDS}, in turn)`, [
      ['node -e 0', precise(times.node)],
      ['docconv convert --warm', precise(times.warm)],
      [`difference (wanted: at most ${GOAL_MS} ms)`, precise(times.warm - times.node)],
      ['of it in the engine', precise(median(engine))],
    ]);
    if (times.warm - times.node > GOAL_MS) process.exitCode = 1;
  }
} finally {
  spawnSync(process.execPath, [BIN, 'warm', 'stop'], { env });
}
