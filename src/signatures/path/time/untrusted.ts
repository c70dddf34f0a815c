/** Why a certificate path ends without a trust anchor, and what would help. */
import { type Certificate, isSelfSigned } from '../../../pki/index.js';
import { day } from '../../../system/day.js';
import { territoryName, territoryOf } from '../../../system/territory.js';
import type { TrustStore } from '../../../trust/index.js';

/** One sentence, without a name of a person: it is part of the verdict. */
export function untrustedMessage(path: readonly Certificate[], trust: TrustStore | null, now: Date): string {
  const last = path.at(-1)!;
  const ends = `The certificate path ends at ${nameOf(last.subject)}, which is not trusted`;
  if (isSelfSigned(last) && path.length === 1) return `${ends}; it is self-signed, so no authority confirms its name.`;
  const missing = isSelfSigned(last)
    ? ''
    : `, and the certificate of its issuer ${nameOf(last.issuer)} is not in the document`;
  return `${ends}${missing}; ${remedy(last.issuer, trust, now)}.`;
}

/** Why the trusted lists were not consulted. */
export function noPublicTrust(trust: Pick<TrustStore, 'excluded'> | null | undefined): string {
  return trust?.excluded.includes('eu')
    ? 'the trusted lists of the European Union are loaded here, but this check was told not to use them'
    : 'no public trust is loaded here (`docconv trust update` loads it)';
}

/** Members of the European Union and the European Economic Area, by the names of their lists; the United Kingdom's is closed. */
const LISTING_TERRITORIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK UK'.split(' '),
);

/** Which list would name the authority, and what is known of it here. */
function remedy(authority: Certificate['subject'], trust: TrustStore | null, now: Date): string {
  if (!trust?.sources.includes('eu')) return noPublicTrust(trust);
  if (authority.country === null) return 'no trusted list names it, and it does not state its country';
  const territory = territoryOf(authority.country);
  if (!LISTING_TERRITORIES.has(territory)) {
    return `its country, ${territoryName(territory)}, is not part of the trusted lists of the European Union`;
  }
  const list = trust.listOf(territory);
  const name = `the trusted list of ${territoryName(territory)}`;
  if (!list) return `${name}, which may name it, is not loaded (\`docconv trust update\` loads it)`;
  const { sequence, issued, nextUpdate } = list;
  const end = nextUpdate && nextUpdate < now ? `, outdated since ${day(nextUpdate)}` : '';
  return `${name} (no. ${sequence}, issued ${day(issued)}${end}) does not name it`;
}

export const nameOf = (name: Certificate['subject']): string =>
  name.commonName ?? (name.text || 'an authority without a name');
