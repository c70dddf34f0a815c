/**
 * `node bench/costly.mjs [theme or pattern]`: PDFs that are built to exhaust a verifier, each checked in its own process: the
 * time, the peak memory, the exit code and the answer. Fails when an input takes 3 s or 500 MB, or gets no answer with a code.
 * As other processes delay the clock, time is exceeded when both the clock and the processor time exceed it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, importSource, scratch } from './lib.mjs';

const LIMITS = { ms: 3000, mb: 500 };
const TIMEOUT_MS = 30_000;
/** The time of validation of the test certificates. */
const AT = '2026-06-01T12:00:00Z';
/** Printed when the process exits. VmHWM, as resourceUsage().maxRSS includes the memory of the parent process. */
const MEASURE = `process.on('exit', () => {
  const status = process.getBuiltinModule('fs').readFileSync('/proc/self/status', 'utf8');
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\nmeasured ' + JSON.stringify({ kb: Number(/VmHWM:\\s+(\\d+)/.exec(status)[1]), cpu: (user + system) / 1000 }) + '\\n');
})`;

const folder = scratch();
const env = { ...process.env, DOCCONV_HOME: join(folder, 'home') };
mkdirSync(env.DOCCONV_HOME);
const { COSTLY } = await importSource('test/helpers/costly/index.ts');
const wanted = process.argv[2] ?? '';
const inputs =
  COSTLY[wanted] ??
  Object.values(COSTLY)
    .flat()
    .filter(({ name }) => new RegExp(wanted, 'i').test(name));

console.log('    clock, processor ms       MB  exit  answer                                            input');
let failed = 0;
for (const input of inputs) {
  const row = measure(input);
  if (!row.isWithin) failed++;
  console.log(
    [
      `${row.isWithin ? ' ' : '!'} ${row.clock.toFixed(0).padStart(8)}`,
      (row.cpu?.toFixed(0) ?? '?').padStart(9),
      (row.mb?.toFixed(0) ?? '?').padStart(7),
      String(row.exit).padStart(4),
      ` ${row.answer.padEnd(48)}`,
      input.name,
    ].join('  '),
  );
}
console.log(
  failed === 0
    ? '\nAll within the limits'
    : `\n${failed} not within ${LIMITS.ms} ms and ${LIMITS.mb} MB with an answer`,
);
process.exitCode = failed === 0 ? 0 : 1;

function measure({ pdf, anchor }) {
  const file = join(folder, 'input.pdf');
  writeFileSync(file, pdf());
  const trust = anchor ? ['--trust', write('root.pem', anchor())] : [];
  const started = performance.now();
  const measured = ['--import', `data:text/javascript,${encodeURIComponent(MEASURE)}`];
  const run = spawnSync(process.execPath, [...measured, BIN, 'check', '--json', '--at', AT, ...trust, file], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const clock = performance.now() - started;
  rmSync(file);
  const found = /^measured (.*)$/m.exec(run.stderr);
  const { kb, cpu } = found ? JSON.parse(found[1]) : { kb: null, cpu: null };
  const mb = kb && kb / 1024;
  const answer = answerOf(run);
  const hasAnswer = !answer.startsWith('INTERNAL') && !answer.startsWith('no answer');
  const isFast = found !== null && Math.min(clock, cpu) < LIMITS.ms;
  return { clock, cpu, mb, exit: run.status ?? run.signal, answer, isWithin: hasAnswer && isFast && mb < LIMITS.mb };
}

function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The code of the error, or the verdict with the status of the first signer. */
function answerOf({ stdout, stderr }) {
  try {
    const { error, verdict, signers } = JSON.parse(stdout);
    if (error) return error.code;
    const [signer] = signers;
    return [verdict, signer?.subIndication, signer && (signer.changesAfter ?? 'not compared')]
      .filter(Boolean)
      .join(' ');
  } catch {
    return `no answer: ${stderr.trim().split('\n').at(0)?.slice(0, 60) ?? ''}`;
  }
}
