/** Which means of isolation the workers of this machine have: measured with a process in the sandbox. */
import { DocconvError } from '../../errors.js';
import { evaluateMeans, type Means } from './means.js';
import { measureWorker } from './measure.js';
import { describeSystem } from './system.js';

export type { Means } from './means.js';

/** All means in a fixed order. Takes about as long as the start of a worker. */
export async function examineIsolation(): Promise<Means[]> {
  return evaluateMeans(await measureWorker(), await describeSystem());
}

/** Rejects with ISOLATION_INCOMPLETE, whose message lists what is missing and what offers it. */
export async function requireIsolation(): Promise<void> {
  const missing = (await examineIsolation()).filter(({ present, needed }) => needed && !present);
  if (missing.length > 0) throw incomplete(missing);
}

/** One line: for each advice, the means that it offers. */
function incomplete(missing: readonly Means[]): DocconvError {
  const advice = new Set(missing.flatMap(means => means.advice));
  const steps = [...advice].map(line => {
    const offered = missing.filter(means => means.advice.includes(line)).map(({ name }) => name);
    return `(${offered.join(', ')}) ${line}`;
  });
  const names = missing.map(({ name }) => name);
  const message =
    `The isolation "strict" needs means that this machine lacks: ${names.join(', ')}. ${steps.join(' ')} ` +
    'Run docconv doctor to see what each of them does. The isolation "document" starts without them.';
  return new DocconvError('ISOLATION_INCOMPLETE', message, { detail: { missing: names.join(' ') } });
}
