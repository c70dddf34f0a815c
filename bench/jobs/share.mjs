/** Limits the processor time of a process and its descendants, as cpulimit does: by stopping them for a while. */
import { cpuOf, descendantsOf } from '../processes.mjs';

const EVERY_MS = 50;
/** Seconds of processor time that may be saved up. */
const BURST = 0.2;

/** @param share of one core. Returns a function that ends the limit. */
export function limitShare(pid, share) {
  let used = secondsOf(tree(pid));
  let [at, left, isStopped] = [performance.now(), 0, false];
  const signal = (pids, name) => {
    for (const one of pids) {
      try {
        process.kill(one, name);
      } catch {} // it has ended
    }
  };
  const timer = setInterval(() => {
    const pids = tree(pid);
    const [now, total] = [performance.now(), secondsOf(pids)];
    left = Math.min(BURST, left + ((now - at) / 1000) * share - Math.max(0, total - used));
    [at, used] = [now, total];
    if (left < 0)
      signal(pids, 'SIGSTOP'); // also those that are new
    else if (isStopped) signal(pids, 'SIGCONT');
    isStopped = left < 0;
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    signal(tree(pid), 'SIGCONT');
  };
}

export const tree = pid => [pid, ...descendantsOf(pid)];

/** Processor time, with that of children that have ended. */
export function secondsOf(pids) {
  return pids.reduce((sum, pid) => sum + cpuOf(pid, { withEnded: true }), 0) / 1000;
}

/** Processor time of a process and of its descendants: a worker that was killed is not in the time of its parent. */
export function startMeter(pid) {
  const known = new Map();
  const sample = () => {
    for (const one of tree(pid)) known.set(one, Math.max(known.get(one) ?? 0, cpuOf(one) / 1000));
  };
  const timer = setInterval(sample, EVERY_MS);
  return {
    read() {
      sample();
      const own = known.get(pid);
      return { own, others: [...known.values()].reduce((sum, one) => sum + one, 0) - own };
    },
    stop: () => clearInterval(timer),
  };
}
