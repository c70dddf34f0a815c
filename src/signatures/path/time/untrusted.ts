/** Why a certificate path ends without a trust anchor, and what would help. */
import { message, quoted } from '../../../messages/index.js';
import { type Certificate, isSelfSigned } from '../../../pki/index.js';
import { day } from '../../../system/day.js';
import { territoryName, territoryOf } from '../../../system/territory.js';
import { LIST_OF_LISTS, type TrustStore } from '../../../trust/index.js';

/** One sentence, without a name of a person: it is part of the verdict. */
export function untrustedMessage(path: readonly Certificate[], trust: TrustStore | null, now: Date): string {
  const last = path.at(-1)!;
  const name = nameOf(last.subject);
  if (isSelfSigned(last) && path.length === 1) return message('fault.path-untrusted.self-signed', { name });
  const values = { name, issuer: nameOf(last.issuer), remedy: remedy(last.issuer, trust, now) };
  return message(`fault.path-untrusted.${isSelfSigned(last) ? 'root' : 'issuer-missing'}`, values);
}

/** Why the trusted lists were not consulted. */
export function noPublicTrust(trust: Pick<TrustStore, 'excluded'> | null | undefined): string {
  return message(trust?.excluded.includes('eu') ? 'remedy.lists-excluded' : 'remedy.no-lists');
}

/** Members of the European Union and the European Economic Area, by the names of their lists; the United Kingdom's is closed. */
const LISTING_TERRITORIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK UK'.split(' '),
);

/** Which list would name the authority, and what is known of it here. */
function remedy(authority: Certificate['subject'], trust: TrustStore | null, now: Date): string {
  if (!trust?.sources.includes('eu')) return noPublicTrust(trust);
  if (authority.country === null) return message('remedy.no-country');
  const code = territoryOf(authority.country);
  const territory = territoryName(code, message('language'));
  if (!LISTING_TERRITORIES.has(code)) return message('remedy.other-country', { territory });
  const list = trust.listOf(code);
  if (!list) return message('remedy.list-not-loaded', { territory });
  const { sequence: number, issued, nextUpdate } = list;
  const values = { territory, number, issued: day(issued) };
  return nextUpdate && nextUpdate < now
    ? message('remedy.not-listed.outdated', { ...values, end: day(nextUpdate) })
    : message('remedy.not-listed', values);
}

/** Within a sentence. */
export const listName = (territory: string): string =>
  territory === LIST_OF_LISTS
    ? message('name.list-of-lists')
    : message('name.list', { territory: territoryName(territory, message('language')) });

export function nameOf({ commonName, text }: Certificate['subject']): string {
  const name = commonName || text;
  return name ? quoted(name) : message('name.authority-unnamed');
}
