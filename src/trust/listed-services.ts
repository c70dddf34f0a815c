/** The services of trusted lists that a certificate path leads to, and what they were at one time. */
import type { Certificate } from '../pki/index.js';
import type { ListedService } from './anchor.js';
import { isAnchorFor, type TrustStore } from './anchor.js';
import { shortName } from './qualification/index.js';

/**
 * The services that list the certificate nearest to the start of the path, among those listed for this type, e.g. 'CA/QC';
 * when there is none, among all. Empty: no list names a certificate of the path.
 */
export function listedServices(
  path: readonly Certificate[],
  type: string,
  store: Pick<TrustStore, 'find'>,
): readonly ListedService[] {
  const servicesOf = (certificate: Certificate) =>
    store
      .find(certificate.subject)
      .filter(anchor => anchor.source === 'eu' && isAnchorFor(anchor, certificate))
      .flatMap(({ services }) => services);
  const listed = path.map(servicesOf).filter(services => services.length > 0);
  return listed.find(services => services.some(service => isEverOfType(service, type))) ?? listed[0] ?? [];
}

const isEverOfType = ({ periods }: ListedService, wanted: string): boolean =>
  periods.some(({ type }) => shortName('type', type) === wanted);

/** A service in the state that it had at one time. */
export interface ListedState {
  readonly territory: string;
  readonly provider: string | null;
  readonly service: string | null;
  /** By short name, e.g. 'CA/QC'; an unknown one by URI. The same for the status, e.g. 'granted'. */
  readonly type: string | null;
  /** Null: the service was not listed yet. */
  readonly status: string | null;
}

/** Of several services, the first that had this type then. */
export function stateAt(services: readonly ListedService[], type: string, at: Date): ListedState | null {
  const states = services.map(service => stateOf(service, at));
  return states.find(state => state.type === type && state.status !== null) ?? states[0] ?? null;
}

function stateOf({ territory, providerNames, periods }: ListedService, at: Date): ListedState {
  const then = periods.find(({ start, end }) => start <= at && (end === null || at < end));
  const described = then ?? periods[0];
  return {
    territory,
    provider: providerNames[0] ?? null,
    service: described?.names[0] ?? null,
    type: described ? shortName('type', described.type) : null,
    status: then ? shortName('status', then.status) : null,
  };
}

/** Services that issue revocation data. */
const REVOCATION_TYPE = /^(?:CA\/|NationalRootCA|Certstatus\/)/;

/**
 * Since when the revocation data that these services published at `at`, while they were granted, includes certificates that have
 * expired (TS 119 612, 5.5.9.1); the latest of several statements. Null: none states it of that time.
 */
export function expiredKeptSince(services: readonly ListedService[], at: Date): Date | null {
  const stated = services
    .flatMap(({ periods }) => periods.find(({ start, end }) => start <= at && (end === null || at < end)) ?? [])
    .filter(({ type, status }) => REVOCATION_TYPE.test(shortName('type', type)) && isGrantedStatus(status))
    .flatMap(period => (period.hasUnknownCritical ? [] : (period.expiredCertsRevocationInfo ?? [])));
  return stated.length > 0 ? new Date(Math.max(...stated.map(Number))) : null;
}

/** Last parts of the status URIs of TS 119 612, 5.5.4, before and since Regulation (EU) 910/2014. */
const GRANTED: ReadonlySet<string> = new Set([
  'granted',
  'recognisedatnationallevel',
  'setbynationallaw',
  'undersupervision',
  'supervisionincessation',
  'accredited',
]);
const STATUS =
  /^https?:\/\/uri\.etsi\.org\/TrstSvc\/(?:TrustedList|eSigDir-1999-93-EC-TrustedList)\/Svcstatus\/(\w+)$/i;

/**
 * The services that were granted at this time; both ends of a period belong to it. As in EU DSS, one that lost its status is no
 * anchor for what was signed afterwards ("sunset").
 */
export function grantedAt(services: readonly ListedService[], time: Date): ListedService[] {
  return services.filter(({ periods }) =>
    periods.some(({ start, end, status }) => isGrantedStatus(status) && start <= time && (end === null || time <= end)),
  );
}

function isGrantedStatus(status: string): boolean {
  return GRANTED.has(STATUS.exec(status)?.[1]?.toLowerCase() ?? '');
}
