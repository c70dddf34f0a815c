/** Whether the server is ready: named checks, and the states of parts that do not decide it, for /readyz. */
import { untilAborted } from '../../system/deferred.js';

/** Anyone can read /readyz: no addresses, names of hosts or paths. */
export interface CheckState {
  readonly status: 'ok' | 'failing';
  readonly [member: string]: string | number | boolean | null;
}

/** What a check has found. */
export interface Finding {
  /** Why the server is not ready, as a part of a sentence; null: it is, as far as this check knows. */
  readonly fault: string | null;
  /** For the log. */
  readonly cause?: unknown;
  /** Further members of its state. */
  readonly members?: Readonly<Record<string, string | number>>;
}

/** Null: there is nothing to say, because another check has failed. */
export type Check = () => Promise<Finding | null>;

export interface ReadinessReport {
  /** Of the checks that failed. */
  readonly faults: readonly string[];
  /** Of the first one. */
  readonly cause: unknown;
  readonly states: Readonly<Record<string, CheckState>>;
}

export interface Readiness {
  /** Adds a check that decides whether the server is ready. */
  addCheck(name: string, check: Check): void;
  /** Rejects where the store has not answered soon: a load balancer waits for this, not for what a request may take. */
  soon<Answer>(answer: Promise<Answer>): Promise<Answer>;
  /** Adds the state of a part, for the operator. It does not decide whether the server is ready. */
  addDetail(name: string, read: () => CheckState | Promise<CheckState>): void;
  /** Runs all checks. */
  report(): Promise<ReadinessReport>;
  /** Without those whose state cannot be read, or not soon: the failure of a check. */
  details(): Promise<Readonly<Record<string, CheckState>>>;
}

/** Milliseconds for an answer of the store, which takes a few; a request with a key needs several answers. */
const SOON_MS = 3_000;

export function createReadiness(soonMs = SOON_MS): Readiness {
  const checks = new Map<string, Check>();
  const details = new Map<string, () => CheckState | Promise<CheckState>>();

  const soon = <Answer>(answer: Promise<Answer>) => untilAborted(answer, AbortSignal.timeout(soonMs));
  const detailStates = async () => {
    const states = [...details].map(async ([name, read]) => [name, await soon(Promise.resolve(read()))] as const);
    const known = await Promise.allSettled(states);
    return Object.fromEntries(known.flatMap(state => (state.status === 'fulfilled' ? [state.value] : [])));
  };
  return {
    addCheck: (name, check) => void checks.set(name, check),
    soon,
    addDetail: (name, read) => void details.set(name, read),
    details: detailStates,
    async report() {
      const run = [...checks].map(async ([name, check]) => ({ name, finding: await check() }));
      const [found, others] = await Promise.all([Promise.all(run), detailStates()]);
      const findings = found.flatMap(({ name, finding }) => (finding ? [[name, finding] as const] : []));
      const failed = findings.flatMap(([, finding]) => (finding.fault === null ? [] : [finding]));
      return {
        faults: failed.map(({ fault }) => fault!),
        cause: failed[0]?.cause,
        states: { ...Object.fromEntries(findings.map(([name, finding]) => [name, stateOf(finding)])), ...others },
      };
    },
  };
}

function stateOf({ fault, members }: Finding): CheckState {
  return fault === null ? { status: 'ok', ...members } : { status: 'failing', reason: fault, ...members };
}

/** A check that fails when `work` rejects. */
export function failingWith(fault: string, work: () => Promise<unknown>): Check {
  return () =>
    work().then(
      () => ({ fault: null }),
      cause => ({ fault, cause }),
    );
}

/** Reads a state again when it is older than `milliseconds`: everyone can ask for it. */
export function rememberedFor<State>(milliseconds: number, read: () => State): () => State {
  let known: { readonly at: number; readonly state: State } | null = null;
  return () => {
    const now = performance.now();
    if (known === null || now - known.at > milliseconds) known = { at: now, state: read() };
    return known.state;
  };
}
