/** Converts and verifies on this machine. */
import { createSharedExclusiveLock, type JobKind, type SharedExclusiveLock } from '../../jobs/index.js';
import { createVerifier } from '../../signatures/service/verifier.js';
import { type Admission, createAdmission } from '../limits/admission.js';
import type { Guard } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ConversionProbe, ServerServices } from '../services.js';
import type { UploadFolder } from '../upload/folder.js';
import { createConversion } from './conversion.js';
import { createVerification } from './verification.js';
import type { Allowed } from './verify-options.js';
import type { Order, Work } from './work.js';

export type Works = Readonly<Record<JobKind, Work>>;

export interface LocalWork {
  /** Of jobs, which take the lock themselves. */
  readonly works: Works;
  /** Of requests: they wait while a job runs alone. */
  readonly worksOfRequests: Works;
  readonly lock: SharedExclusiveLock;
  /** See Admission. */
  readonly guard: Guard;
  /** Conversions that run at once. */
  readonly atOnce: number;
  /** See Admission. */
  readonly meanSeconds: number;
  close(): Promise<void>;
}

/** Conversions that another folder describes in its own words. */
export interface OtherConversions {
  owns(order: Pick<Order, 'parameters'>): boolean;
  create(services: ServerServices, parts: Omit<Parts, 'allowed' | 'others'> & { admission: Admission }): Work;
}

interface Parts {
  allowed: Allowed;
  folder: UploadFolder;
  metrics: Metrics;
  others: OtherConversions;
  probe: ConversionProbe;
}

export function createLocalWork(services: ServerServices, parts: Parts): LocalWork {
  const { allowed, folder, metrics, others, probe } = parts;
  const admission = createAdmission(services);
  watchWorkers(metrics, admission);
  const { settings, trust } = services;
  const verifier = createVerifier({
    trust: trust && (() => trust.portable),
    rules: settings.trustRules,
    online: settings.online,
    timeoutMs: settings.verificationTimeoutMs,
    memoryMb: settings.verificationMemory,
    processPerDocument: settings.processPerDocument,
  });
  const lock = createSharedExclusiveLock();
  const convert = createConversion(services, { admission, metrics, probe });
  const other = others.create(services, { admission, folder, metrics, probe });
  const works: Works = {
    convert: (order, output, signal) => (others.owns(order) ? other : convert)(order, output, signal),
    verify: createVerification({ allowed, verifier, metrics }),
  };
  const shared = (work: Work): Work => {
    return (order, output, signal) => lock.shared(() => work(order, output, signal), signal);
  };
  return {
    works,
    worksOfRequests: { convert: shared(works.convert), verify: shared(works.verify) },
    lock,
    guard: admission.guard,
    atOnce: services.converter.workers,
    get meanSeconds() {
      return admission.meanSeconds;
    },
    close: () => verifier.close(),
  };
}

function watchWorkers(metrics: Metrics, admission: Admission): void {
  metrics.watch('workers', () => admission.status().workers);
  metrics.watch('busyWorkers', () => admission.status().busy);
  metrics.watch('queuedConversions', () => admission.status().queued);
}
