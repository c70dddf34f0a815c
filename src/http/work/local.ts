/** Converts and verifies on this machine. */
import { createSharedExclusiveLock, type JobKind, type SharedExclusiveLock } from '../../jobs/index.js';
import { createVerifier, type VerifierSettings } from '../../signatures/service/verifier.js';
import { isForm } from '../gotenberg/order.js';
import { createFormWork } from '../gotenberg/work.js';
import { type Admission, createAdmission } from '../limits/admission.js';
import type { Guard } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ConversionProbe, ServerServices } from '../services.js';
import type { UploadFolder } from '../upload/folder.js';
import { createConversion } from './conversion.js';
import { createVerification } from './verification.js';
import type { Allowed } from './verify-options.js';
import type { Work } from './work.js';

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

interface Parts {
  allowed: Allowed;
  folder: UploadFolder;
  metrics: Metrics;
  probe: ConversionProbe;
}

export function createLocalWork(services: ServerServices, { allowed, folder, metrics, probe }: Parts): LocalWork {
  const admission = createAdmission(services);
  watchWorkers(metrics, admission);
  const verifier = createVerifier(verifierSettings(services));
  const lock = createSharedExclusiveLock();
  const convert = createConversion(services, { admission, metrics, probe });
  const form = createFormWork(services, { admission, folder, metrics, probe });
  const works: Works = {
    convert: (order, output, signal) => (isForm(order) ? form : convert)(order, output, signal),
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

function verifierSettings({ settings, trust }: ServerServices): VerifierSettings {
  return {
    trust: trust && (() => trust.portable),
    rules: settings.trustRules,
    online: settings.online,
    timeoutMs: settings.verificationTimeoutMs,
    memoryMb: settings.verificationMemory,
    processPerDocument: settings.processPerDocument,
  };
}
