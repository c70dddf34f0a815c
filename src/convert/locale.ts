/** Language and country, by which LibreOffice writes dates and numbers and chooses the paper of a document without a size. */

/** What LibreOffice uses for documents that say nothing, on every engine and machine. */
export const DEFAULT_LOCALE = 'en-US';

/** "de-DE" for "de", "de_DE" and "de-DE" (BCP 47); null for what is no known language. */
export function canonicalLocale(text: string): string | null {
  try {
    const { baseName, language, script, region } = new Intl.Locale(text.replaceAll('_', '-'));
    if (Intl.DateTimeFormat.supportedLocalesOf(baseName).length === 0) return null;
    const country = region ?? new Intl.Locale(baseName).maximize().region;
    return [language, script, country].filter(Boolean).join('-');
  } catch {
    return null;
  }
}
