/** Territories of trusted lists and countries. Also bundled for browsers, so that it imports nothing. */

/** Two lists have names that differ from the country codes of ISO 3166. */
const LIST_NAMES: Readonly<Record<string, string>> = { GR: 'EL', GB: 'UK' };

/** 'EL' for the country code 'GR': the territory of the list that belongs to a country. */
export function territoryOf(country: string): string {
  const code = country.trim().toUpperCase();
  return LIST_NAMES[code] ?? code;
}

/** 'Greece' for the territory 'EL' in this language (BCP 47); what is not a known code stays as it is. */
export function territoryName(territory: string, language: string): string {
  const country = Object.keys(LIST_NAMES).find(code => LIST_NAMES[code] === territory) ?? territory;
  if (!/^[A-Z]{2}$/.test(country)) return territory;
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? territory;
}
