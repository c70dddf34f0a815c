/** What this server does with files, and what its results mean: true for its settings. */
import { message } from '../../messages/index.js';
import { VERDICT_LOOK } from '../../report/presentation.js';
import { Problem, urlOf } from './client.js';
import { byId, h, sizeOf } from './dom.js';

/** As routes/page.ts sends it. */
export interface About {
  /** Bytes of a file. */
  maxUpload: number;
  /** Whether verifications need a key, as conversions always do. */
  verifyNeedsKey: boolean;
  /** Whether missing certificates and revocation data are fetched from the authorities that issued the certificates. */
  online: boolean;
  /** Whether the server has certificates of authorities that it trusts. */
  hasAnchors: boolean;
}

let known: Promise<About | null> | null = null;

/** Null if the server does not answer: requests then tell why. */
export function about(): Promise<About | null> {
  known ??= fetch(urlOf('page/about.json'), { credentials: 'omit' })
    .then(response => response.json())
    .catch(() => null);
  return known;
}

export async function requireSize({ size }: Pick<File, 'size'>): Promise<void> {
  const limit = (await about())?.maxUpload;
  if (limit === undefined || size <= limit) return;
  throw new Problem({ detail: `The file has ${sizeOf(size)}; this service accepts up to ${sizeOf(limit)}.` });
}

/** What each verdict means. */
export function explainResults(): void {
  const verdicts = ['valid', 'intact', 'indeterminate', 'invalid', 'unsigned'] as const;
  const items = verdicts.flatMap(verdict => {
    const { mark, tone } = VERDICT_LOOK[verdict];
    const word = message(verdict === 'intact' ? 'help.intact.word' : `headline.${verdict}`);
    return [h('dt', { class: tone }, `${mark} ${word}`), h('dd', {}, message(`help.${verdict}`))];
  });
  byId('verdicts').replaceChildren(...items);
}

export async function explainServer(): Promise<void> {
  const server = await about();
  byId('files').textContent = whatHappens(server?.online ?? false);
  byId('trust').textContent = whomItTrusts(server?.hasAnchors ?? false);
  if (server) byId('limit').textContent = ` up to ${sizeOf(server.maxUpload)}`;
}

function whatHappens(online: boolean): string {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const where = isLocal ? 'on this computer' : `on the server ${location.hostname}`;
  const open = !isLocal && location.protocol === 'http:' ? ' The connection to it is not encrypted.' : '';
  const asks = online
    ? ' To check a certificate, the server may ask the authority that issued it; it then sends the number of the certificate, never the file.'
    : '';
  return `Your file is processed ${where} only, and is deleted there when the result is sent or has failed.${open}${asks}`;
}

export function whomItTrusts(hasAnchors: boolean): string {
  return message(hasAnchors ? 'page.trust' : 'page.trust.none');
}
