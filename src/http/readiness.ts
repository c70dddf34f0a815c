/** A tiny conversion that shows that conversions work. */
import type { Converter } from './services.js';

const DOCUMENT = Buffer.from('{\\rtf1\\ansi Ready?\\par}');
/** A conversion that went through this many milliseconds ago says enough. */
const FRESH_MS = 30_000;
const PATIENCE_MS = 15_000;

export interface Canary {
  /** Resolves when a conversion went through lately or goes through now. */
  sing(): Promise<void>;
  /** A real conversion went through: as good as a trial, and it keeps a busy server ready. */
  heard(): void;
}

export function createCanary(converter: Converter, now: () => number = Date.now): Canary {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | null = null;

  const trial = async () => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await converter.convert({ bytes: DOCUMENT, name: 'ready.rtf' }, { from: 'rtf', timeoutMs: PATIENCE_MS, signal });
    lastSuccess = now();
  };
  return {
    heard() {
      lastSuccess = now();
    },
    async sing() {
      if (now() - lastSuccess < FRESH_MS) return;
      underWay ??= trial().finally(() => {
        underWay = null;
      });
      await underWay;
    },
  };
}
