/** Which mechanisms of isolation the workers of this machine have: measured with a process in the sandbox. */
import { DocconvError } from '../../errors.js';
import { measureWorker } from './measure.js';
import { evaluateMechanisms, type Mechanism } from './mechanisms.js';
import { describeSystem } from './system.js';

export type { Mechanism } from './mechanisms.js';

/** All mechanisms in a fixed order. Takes about as long as the start of a worker. */
export async function examineIsolation(): Promise<Mechanism[]> {
  return evaluateMechanisms(await measureWorker(), await describeSystem());
}

/** Rejects with ISOLATION_INCOMPLETE, whose message lists what is missing and what offers it. */
export async function requireIsolation(): Promise<void> {
  const missing = (await examineIsolation()).filter(({ present, needed }) => needed && !present);
  if (missing.length > 0) throw incomplete(missing);
}

/** One line: for each advice, the mechanisms that it offers, unless these are all. */
function incomplete(missing: readonly Mechanism[]): DocconvError {
  const advice = new Set(missing.flatMap(mechanism => mechanism.advice));
  const steps = [...advice].map(line => {
    const offered = missing.filter(mechanism => mechanism.advice.includes(line)).map(({ name }) => name);
    return offered.length < missing.length ? `(${offered.join(', ')}) ${line}` : line;
  });
  const names = missing.map(({ name }) => name);
  const values = { missing: names.join(', '), steps: steps.join(' ') };
  return new DocconvError('ISOLATION_INCOMPLETE.strict', values, { detail: { missing: names.join(' ') } });
}
