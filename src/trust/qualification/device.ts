/** Whether the private key resides in a qualified device, by ETSI TS 119 615 (4.5) and by EU DSS, with what they differ in. */

import { type CertificateFacts, hasDevicePolicy } from './facts.js';
import { when } from './listed-states.js';
import type { ReasonCode } from './reasons.js';

/** Qualifiers by what they state, before the Regulation and since. */
const BEFORE = { yes: ['QCWithSSCD'], no: ['QCNoSSCD'], asStated: ['QCSSCDStatusAsInCert'] };
const SINCE = { yes: ['QCWithQSCD', 'QCQSCDManagedOnBehalf'], no: ['QCNoQSCD'], asStated: ['QCQSCDStatusAsInCert'] };
const GROUPS = ['yes', 'no', 'asStated'] as const;

export interface DeviceRules {
  /** Which qualifiers count. TS 119 615: by the moment of the determination; DSS: by the start of the period. */
  readonly isOld: boolean;
  /** Whether policies of the certificate count. TS 119 615: by the same moment; DSS: by the date of the certificate. */
  readonly countsPolicies: boolean;
  /** Whether qualifiers that do not count may contradict others. Only in DSS. */
  readonly comparesAll: boolean;
}

/**
 * PRO-4.5.4-03 to -05, tables 6 and 7. `reasons`: why it is not known to reside there; `has` is what the qualifiers say, also
 * where they contradict each other.
 */
export function deviceOf(
  facts: CertificateFacts,
  qualifiers: ReadonlySet<string>,
  { isOld, countsPolicies, comparesAll }: DeviceRules,
): { has: boolean; reasons: readonly ReasonCode[] } {
  const is = (name: string) => qualifiers.has(name);
  const states = (names: typeof BEFORE, group: (typeof GROUPS)[number]) => names[group].some(is);
  const own = isOld ? BEFORE : SINCE;
  const compared = comparesAll ? [BEFORE, SINCE] : [own];
  const stated = GROUPS.filter(group => compared.some(names => states(names, group)));
  const isOldOnly = (is('QCWithSSCD') && !is('QCWithQSCD')) || (is('QCNoSSCD') && !is('QCNoQSCD'));
  const inCertificate = (facts.qc?.sscd ?? false) || (countsPolicies && hasDevicePolicy(facts));
  const has = states(own, 'yes') || (inCertificate && (states(own, 'asStated') || !states(own, 'no')));
  if (stated.length > 1 || (!isOld && isOldOnly)) return { has, reasons: ['DEVICE_CONFLICT'] };
  return { has, reasons: when(!has, 'NO_DEVICE') };
}
