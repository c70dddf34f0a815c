/** What goes wrong in `chaos`: kills, stops, wrong clocks, and crashes of PostgreSQL. */
import { sleep } from '../service.mjs';

/** Longer than the lock of a job, 15 s, and the search for expired locks, 10 s. */
const STOPPED_MS = 30_000;
const OUTAGE_MS = 3_000;
/** Longer than the time in which a process notices it, 5 s. */
const WRONG_MS = 15_000;
const WRONG = ['+65m', '-65m', '+0 x1.5', '+0 x0.7'];

/**
 * Until stop(): kills `kills` processes in the course of all jobs, at most one every `killMs`. It counts ended jobs, not time: on
 * a busy machine, processes that are killed as they start would do no job, and each job that runs alone would be killed three
 * times. Stops another for 30 s, sets the clock of one wrong for 15 s or lets it drift, and crashes PostgreSQL twice.
 * @param endedJobs how many jobs have ended @param count of all jobs
 */
export function disturb({ cluster }, processes, { kills, killMs, endedJobs, count }) {
  const events = { kills: 0, stops: 0, clocks: 0, crashes: 0 };
  let isOver = false;
  const stopped = new Set();
  const pause = async ms => {
    for (const end = performance.now() + ms; !isOver && performance.now() < end; ) await sleep(200);
  };
  const killing = async () => {
    for (let i = 0; !isOver; i++) {
      await pause(killMs);
      const one = processes[i % processes.length];
      if (isOver || stopped.has(one) || (await endedJobs()) < (events.kills * count) / kills) continue;
      one.kill('SIGKILL');
      events.kills++;
    }
  };
  const stopping = async () => {
    for (let i = 1; !isOver; i++) {
      await pause(10_000);
      if (isOver) return;
      const one = processes[i % processes.length];
      stopped.add(one);
      one.kill('SIGSTOP');
      events.stops++;
      await pause(STOPPED_MS);
      one.kill('SIGCONT');
      stopped.delete(one);
    }
  };
  const settingClocks = async () => {
    for (let i = 0; !isOver; i++) {
      const { clock } = processes[i % processes.length];
      clock.set(WRONG[(i + Math.floor(i / processes.length)) % WRONG.length]); // each process gets each
      events.clocks++;
      await pause(WRONG_MS);
      clock.set('+0');
    }
  };
  const crashing = async () => {
    for (const least of [0.1, 0.5]) {
      while (!isOver && (await endedJobs()) < least * count) await sleep(500);
      if (isOver) return;
      cluster.crash();
      events.crashes++;
      await sleep(OUTAGE_MS);
      await cluster.start();
    }
  };
  const all = [settingClocks(), ...(kills > 0 ? [killing(), stopping(), crashing()] : [])];
  return {
    async stop() {
      isOver = true;
      await Promise.all(all);
      return events;
    },
  };
}
