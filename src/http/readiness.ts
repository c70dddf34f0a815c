/** Whether documents can be converted, and the states of parts, for /readyz. */
import type { Converter } from './services.js';

const PROBE_DOCUMENT = Buffer.from('{\\rtf1\\ansi Ready?\\par}');
const PROBE_TIMEOUT_MS = 15_000;
/** A successful conversion within this time makes a probe unnecessary. */
const FRESH_MS = 30_000;

export interface Readiness {
  /**
   * Resolves after a recent success or a successful test conversion; rejects with its error. Null: this server converts
   * nothing.
   */
  readonly probe: (() => Promise<void>) | null;
  /** A client's document was converted, which is as good as a probe. */
  recordSuccess(): void;
  /** Adds the state of a part to the answer of /readyz, for the operator. It does not decide whether the service is ready. */
  addDetail(name: string, read: () => CheckState | Promise<CheckState>): void;
  /** Without those whose state cannot be read: the failure of another check. */
  details(): Promise<Readonly<Record<string, CheckState>>>;
}

/** Anyone can read /readyz: no addresses, names of hosts or paths. */
export interface CheckState {
  readonly status: 'ok' | 'failing';
  readonly [member: string]: string | number | boolean | null;
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

export function createReadiness(converter: Converter | null): Readiness {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  const details = new Map<string, () => CheckState | Promise<CheckState>>();

  const recordSuccess = () => {
    lastSuccess = performance.now();
  };
  const convertProbe = async (converter: Converter) => {
    const limits = { timeoutMs: PROBE_TIMEOUT_MS, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) };
    await converter.convert({ bytes: PROBE_DOCUMENT, name: 'ready.rtf' }, { from: 'rtf', ...limits });
    recordSuccess();
  };
  return {
    recordSuccess,
    probe:
      converter &&
      (async () => {
        if (performance.now() - lastSuccess < FRESH_MS) return;
        running ??= convertProbe(converter).finally(() => {
          running = null;
        });
        await running;
      }),
    addDetail: (name, read) => void details.set(name, read),
    async details() {
      const states = [...details].map(async ([name, read]) => [name, await read()] as const);
      const known = await Promise.allSettled(states);
      return Object.fromEntries(known.flatMap(state => (state.status === 'fulfilled' ? [state.value] : [])));
    },
  };
}
