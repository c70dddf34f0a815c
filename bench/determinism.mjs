/**
 * `node bench/determinism.mjs [PART OF A NAME]`: documents that take much work, each verified 5 times (BENCH_ROUNDS) on a
 * quiet machine and 5 times beside 8 busy loops: the verdicts, the processor time, and how many answers differ. Run it on an
 * otherwise idle machine.
 */
import { spawn } from 'node:child_process';
import { importSource } from './lib.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LOOPS = 8;

const { HEAVY_DOCUMENTS, answerAbout } = await importSource('test/helpers/heavy/documents.ts');
const documents = HEAVY_DOCUMENTS.filter(({ name }) => name.includes(process.argv[2] ?? '')).map(({ name, make }) => ({
  name,
  ...make(),
}));
const answers = documents.map(() => new Set());
const processor = documents.map(() => 0);

for (let i = 0; i < ROUNDS; i++) await verifyAll();
const loops = Array.from({ length: LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;) Math.random()']));
process.on('exit', () => {
  for (const loop of loops) loop.kill();
});
for (let i = 0; i < ROUNDS; i++) await verifyAll();

let differing = 0;
for (const [i, { name }] of documents.entries()) {
  const verdicts = [...answers[i]].map(answer => JSON.parse(answer).verdict);
  if (verdicts.length > 1) differing++;
  console.log(
    `${verdicts.length > 1 ? '!' : ' '} ${processor[i].toFixed(0).padStart(6)} ms  ${verdicts.join(' | ')}  ${name}`,
  );
}
console.log(
  `\n${documents.length} documents, each ${ROUNDS} times on a quiet machine and ${ROUNDS} times beside ${LOOPS} busy loops: verdicts that differ ${differing}`,
);
process.exit(differing === 0 ? 0 : 1);

async function verifyAll() {
  for (const [i, document] of documents.entries()) {
    const before = process.cpuUsage();
    answers[i].add(await answerAbout(document));
    const { user, system } = process.cpuUsage(before);
    processor[i] = Math.max(processor[i], (user + system) / 1000);
  }
}
