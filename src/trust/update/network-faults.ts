/** Why a list could not be fetched from the network, as the user of this machine can change it: DNS, proxy, TLS, mirror. */
import { DocconvError, toDocconvError } from '../../errors.js';

/** The same error, or one that names the cause. */
export function networkFault(thrown: unknown, url: string): DocconvError {
  const error = toDocconvError(thrown);
  const cause = error.cause as NodeJS.ErrnoException & { readonly hostname?: string };
  const options = { cause: thrown, detail: error.detail };
  const host = new URL(url).hostname;
  if (isOfDns(cause)) return new DocconvError('FETCH_FAILED.list-name', { name: cause.hostname ?? host }, options);
  if (error.code === 'FETCH_TIMEOUT')
    return new DocconvError('FETCH_TIMEOUT.list', { problem: error.message }, options);
  if (error.code !== 'FETCH_FAILED' || !cause) return error; // the server has answered
  if (CERTIFICATE.test(cause.code ?? ''))
    return new DocconvError('FETCH_FAILED.list-certificate', { host, reason: cause.message }, options);
  return new DocconvError('FETCH_FAILED.list-connection', { problem: error.message }, options);
}

/** Of the server, or of the proxy. A fetcher for public addresses does not tell a name without an address from a private one. */
const isOfDns = (cause: NodeJS.ErrnoException | undefined): boolean =>
  /^(getaddrinfo|query)/.test(cause?.syscall ?? '');

const CERTIFICATE = /CERT|SIGNATURE|ALTNAME/;
