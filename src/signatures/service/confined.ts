/** check() in a process of its own, for documents of strangers. */
import { asBuffer } from '../../system/bytes.js';
import { readInput } from '../../system/files/files.js';
import { type Members, requireKnownMembers } from '../../system/known-members.js';
import type { TrustStore } from '../../trust/index.js';
import type { CheckOptions, TrustRules } from '../options.js';
import type { VerificationResult } from '../result.js';
import { createVerifier, type OnlineSettings } from './verifier.js';

/** Settings of createConfinedCheck(): trust, network access, limits. */
export interface ConfinedSettings extends TrustRules {
  /** Null or absent: no certificate is trusted, and the verdict is about integrity. */
  readonly trust?: TrustStore | null;
  /** Fetches missing certificates, CRLs and OCSP responses; null or absent: nothing is fetched. */
  readonly online?: OnlineSettings | null;
  /** For one document; by default 10 minutes. */
  readonly timeoutMs?: number;
  /** MiB of heap for one document; by default 2048. */
  readonly memoryMb?: number;
}

const SETTINGS: Members<ConfinedSettings> = {
  trust: true,
  strictTrust: true,
  trustGrace: true,
  online: true,
  timeoutMs: true,
  memoryMb: true,
};

/** Options of one document. */
export type ConfinedOptions = Pick<CheckOptions, 'password' | 'requireTrust' | 'at' | 'tolerateOverlays' | 'signal'>;

/** From createConfinedCheck(). */
export interface ConfinedCheck {
  /**
   * As check(); rejects also with VERIFICATION_CRASHED, LIMIT_EXCEEDED and OVERLOADED.
   * @param source a path or the bytes: the whole document is sent to the process
   */
  check(source: string | Uint8Array, options?: ConfinedOptions): Promise<VerificationResult>;
  /** Ends the processes. */
  close(): Promise<void>;
}

/**
 * check() in the sandbox of the service: a document that takes control of the PDF reader reaches neither files nor, unless
 * `online` says so, the network. Each document has a process of its own, which takes some 0.3 s to start.
 */
export function createConfinedCheck(settings: ConfinedSettings = {}): ConfinedCheck {
  requireKnownMembers(settings, SETTINGS, 'the settings of createConfinedCheck()');
  const { trust = null, online = null, timeoutMs = 600_000, memoryMb = 2048, ...rules } = settings;
  const verifier = createVerifier({
    trust: trust && (() => trust.portable),
    rules,
    online,
    timeoutMs,
    memoryMb,
    processPerDocument: true,
    spares: 0, // most calls are for one document
  });
  return {
    async check(source, { signal = new AbortController().signal, ...options } = {}) {
      const bytes = typeof source === 'string' ? () => readInput(source) : source;
      const { json } = await verifier.verify({ bytes, ...options }, signal, 'library');
      return JSON.parse(asBuffer(json).toString()) as VerificationResult;
    },
    close: () => verifier.close(),
  };
}
