/**
 * `node bench/jobs.mjs [section ...]`: the jobs of several `docconv serve` on one private PostgreSQL, from Debian's package
 * postgresql. Sections:
 *
 * - `chaos`: jobs (BENCH_JOBS=1000) while processes are killed (BENCH_KILLS=one for 10 jobs; 0: never, nor stopped) and stopped, their
 *   clocks are wrong, documents kill them (one of BENCH_POISON_EVERY=100), and PostgreSQL crashes; needs faketime
 * - `keys`: codes, revocation and limits over three servers
 * - `fairness`: 5 jobs of one account after 500 of another (BENCH_JOBS)
 * - `begin`: time from the answer 202 to the begin of a job, when nothing else runs (BENCH_ROUNDS=100)
 * - `synchronous`: conversions without a job, by a server with and one without a store, in turn (BENCH_ROUNDS=200)
 * - `memory`: a job of 49 MB (BENCH_MB); `memoryS3`: the same, with its documents in S3
 * - `waiting`: 10,000 waiting jobs (BENCH_JOBS)
 * - `throughput`: jobs per second of 1, 2 and 3 servers (BENCH_JOBS=50 for each), each with 0.4 of a core (BENCH_SHARE)
 * - `place`: one place with and without a store, and through PgBouncer (BENCH_JOBS=40 for each, BENCH_ROUNDS=3)
 * - `submissions`: submissions per second by 4 processes, and processor time for each (BENCH_JOBS=4000)
 * - `queue`: empty jobs per second that PostgreSQL bears (BENCH_JOBS=3000)
 * - `versions`: an upgrade from another version (BENCH_OTHER=its built checkout) while jobs arrive (BENCH_JOBS=20 for each step)
 *
 * BENCH_LOGS=FOLDER keeps the logs of the servers.
 */
const SECTIONS = {
  chaos: () => import('./jobs/chaos.mjs'),
  keys: () => import('./jobs/keys.mjs'),
  fairness: () => import('./jobs/fairness.mjs'),
  begin: () => import('./jobs/latency.mjs'),
  synchronous: () => import('./jobs/latency.mjs'),
  memory: () => import('./jobs/size.mjs'),
  memoryS3: () => import('./jobs/size.mjs'),
  waiting: () => import('./jobs/size.mjs'),
  throughput: () => import('./jobs/throughput.mjs'),
  place: () => import('./jobs/place.mjs'),
  submissions: () => import('./jobs/submissions.mjs'),
  queue: () => import('./jobs/queue.mjs'),
  versions: () => import('./jobs/versions.mjs'),
};

const selected = process.argv.slice(2);
for (const name of selected.length > 0 ? selected : Object.keys(SECTIONS)) {
  if (!SECTIONS[name]) throw new Error(`There is no section ${name}: ${Object.keys(SECTIONS).join(', ')}.`);
  await (await SECTIONS[name]())[name]();
}
process.exit();
