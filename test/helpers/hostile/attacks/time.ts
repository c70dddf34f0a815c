/** Attacks on processor time: burnt where nobody counts it, or where there is no request. */
import { spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { type Attack, NO_ANSWER } from '../attack.js';
import { pdfWith } from '../scene.js';

const BURN = '1 while 1';
/** Uses 50 ms in each of many children, for which nobody waits. */
const PIECES = `$SIG{CHLD} = "IGNORE"; for (1..100000) { pipe R, W; fork or do { 1 while (times)[0] + (times)[1] < 0.05; exit }; close W; <R> }`;

/** Answers, and lets `start` burn time afterwards: the stage looks how long processes with the id live. */
const afterTheAnswer =
  (start: (id: string) => void): Attack =>
  async ({ link, scene }) => {
    start(scene.id);
    link.answer(pdfWith('attacked'));
    return NO_ANSWER;
  };

const perl = (id: string, script: string) =>
  void spawn('perl', ['-MPOSIX', '-e', `${script} # ${id}`], { stdio: 'ignore' })
    .on('error', () => {})
    .unref();

export const TIME_ATTACKS: Record<string, Attack> = {
  'burns in a thread after the answer': afterTheAnswer(id => {
    perl(id, 'sleep 300');
    new Worker('for (;;);', { eval: true });
  }),
  'burns in a child after the answer': afterTheAnswer(id => perl(id, BURN)),
  'burns in an orphan after the answer': afterTheAnswer(id => perl(id, `fork and exit; ${BURN}`)),
  'burns in a session of its own after the answer': afterTheAnswer(id => perl(id, `fork and exit; setsid(); ${BURN}`)),
  'burns in short children after the answer': afterTheAnswer(id => perl(id, PIECES)),
  'burns in short children of an orphan after the answer': afterTheAnswer(id => perl(id, `fork and exit; ${PIECES}`)),
};
