/**
 * Within which periods a listed service is an anchor: as EU DSS does, one that lost its status is none for what was signed
 * afterwards ("sunset").
 */
import type { ListedService } from './anchor.js';

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

/** The services that were granted at this time; both ends of a period belong to it. */
export function grantedAt(services: readonly ListedService[], time: Date): ListedService[] {
  return services.filter(({ periods }) =>
    periods.some(({ start, end, status }) => isGrantedStatus(status) && start <= time && (end === null || time <= end)),
  );
}

function isGrantedStatus(status: string): boolean {
  return GRANTED.has(STATUS.exec(status)?.[1]?.toLowerCase() ?? '');
}
