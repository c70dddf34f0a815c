/** Which addresses may register without an invitation. */
import { DocconvError } from '../errors.js';
import { asciiDomain } from './address.js';

export type RegistrationPolicy = (email: string) => boolean;

/**
 * @param setting `open`, `invited`, or domains separated by commas: `example.org` is this domain only, `*.example.org`
 * its subdomains. Throws CONFIG_INVALID.
 */
export function registrationPolicy(setting: string): RegistrationPolicy {
  if (setting === 'open') return () => true;
  if (setting === 'invited') return () => false;
  const domains = setting.split(',').map(parseDomain);
  return email => {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    return domains.some(({ name, subdomains }) => (subdomains ? domain.endsWith(`.${name}`) : domain === name));
  };
}

function parseDomain(text: string): { name: string; subdomains: boolean } {
  const word = text.trim();
  const subdomains = word.startsWith('*.');
  const name = asciiDomain(subdomains ? word.slice(2) : word);
  if (name.includes('.')) return { name, subdomains };
  throw new DocconvError('CONFIG_INVALID.registration', { value: word });
}
