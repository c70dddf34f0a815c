/** The states of listed services at one moment (ETSI TS 119 615, clause 4.3). */
import { foldText } from '../../pki/index.js';
import { territoryOf } from '../../system/territory.js';
import type { PartyFacts } from './facts.js';
import type { ReasonCode } from './reasons.js';
import type { AppliedPeriod, AppliedService } from './services.js';

/** The state of each service of this type at this time, of the list that the country of the party names. */
export function statesAt(
  services: readonly AppliedService[],
  { party, type, at }: { party: PartyFacts; type: string; at: Date },
): { states: readonly AppliedPeriod[]; reasons: readonly ReasonCode[] } {
  const territory = party.country === null ? null : territoryOf(party.country);
  const own = services.filter(service => service.territory === territory);
  const matches = (own.length > 0 ? own : services).flatMap(service => {
    const period = service.periods.find(({ start, end }) => start <= at && (end === null || at < end));
    return period?.type === type ? [{ service, period }] : [];
  });
  if (matches.length === 0) return { states: [], reasons: ['NO_SERVICE_AT_TIME'] };
  const found = matches.map(({ service }) => service);
  const states = matches.map(({ period }) => period);
  return {
    states,
    reasons: [
      ...when(own.length === 0, 'LIST_OF_OTHER_COUNTRY'),
      ...when(found.some(hasSameStart), 'HISTORY_SAME_START'),
      ...when(!haveOneProvider(found), 'PROVIDERS_CONFLICT'),
      ...when(!found.some(service => isProvider(party, service)), 'PROVIDER_NAME_DIFFERS'),
      ...when(states.length > 1, 'SERVICE_LISTED_TWICE'),
      ...states.flatMap(({ doubts }) => doubts),
    ],
  };
}

export const when = (condition: boolean, code: ReasonCode): readonly ReasonCode[] => (condition ? [code] : []);

/** The order of TS 119 612, 5.6 says which is newer, and EU DSS follows it; TS 119 615 V1.4.1 has no result. */
const hasSameStart = ({ periods }: AppliedService) =>
  periods.some(({ start, end }) => end !== null && start.getTime() === end.getTime());

function haveOneProvider([first, ...others]: readonly AppliedService[]): boolean {
  const names = new Set(first!.providerNames.map(foldText));
  return others.every(({ providerNames }) => providerNames.some(name => names.has(foldText(name))));
}

/** By organization; by common name only where the certificate states no organization (PRO-4.4.4-06 b). */
function isProvider({ organizations, commonNames }: PartyFacts, { providerNames }: AppliedService): boolean {
  const names = new Set(providerNames.map(foldText));
  return (organizations.length > 0 ? organizations : commonNames).some(name => names.has(foldText(name)));
}
