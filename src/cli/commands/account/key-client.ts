/** Where a person asks for codes and keys: the store of this machine, or a docconv elsewhere. */
import { loadConfig } from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';
import type { KeyInfo } from '../../../keys/index.js';
import { localKeys, localMailer } from '../../local-keys.js';
import type { Services } from '../../services.js';

export interface KeyDesk {
  /** The server that the keys are for. */
  readonly server: string;
  register(email: string): Promise<Registered>;
  verify(email: string, code: string): Promise<NewKey>;
  list(): Promise<KeyInfo[]>;
  /** False when there is no such living key. */
  revoke(id: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface Registered {
  email: string;
  /** Seconds. */
  expiresIn: number;
  /** The .eml file that the mail became, where it is not sent. */
  outbox: string | null;
}

export interface NewKey {
  apiKey: string;
  keyId: string;
  email: string;
  createdAt: string;
}

async function openLocalDesk({ env }: Services): Promise<KeyDesk> {
  const config = loadConfig({ env }).values;
  const keys = await localKeys(config, env);
  return {
    // Where `docconv serve` with this configuration takes these keys.
    server: `http://${/^(0\.0\.0\.0|::)$/.test(config.host) ? 'localhost' : bracketed(config.host)}:${config.port}`,
    async register(email) {
      const { codeMail } = await import('../../../mail/index.js');
      const mailer = await localMailer(config, env);
      try {
        const issued = await keys.issueCode({ email });
        const outbox = await mailer.send(codeMail({ ...issued, server: null }));
        return { email: issued.email, expiresIn: issued.expiresIn, outbox };
      } finally {
        mailer.close();
      }
    },
    async verify(email, code) {
      const { key: apiKey, id: keyId, ...rest } = await keys.redeemCode({ email, code });
      return { apiKey, keyId, email: rest.email, createdAt: rest.createdAt };
    },
    list: () => keys.list(),
    revoke: id => keys.revoke(id),
    close: async () => {},
  };
}

/** The desk of the server that was named, or of this machine. `key`: as openRemote() takes it. */
export async function openDesk(
  server: string | undefined,
  key: 'needed' | 'unused',
  services: Services,
): Promise<KeyDesk> {
  return server === undefined ? openLocalDesk(services) : openRemoteDesk(server, key, services);
}

async function openRemoteDesk(server: string, key: 'needed' | 'unused', services: Services): Promise<KeyDesk> {
  const { openRemote } = await import('../../remote.js');
  const remote = await openRemote(server, services, { key });
  return {
    server: remote.server,
    register: async email => ({ ...printable(await remote.register(email), remote.server), outbox: null }),
    verify: async (email, code) => printable(await remote.verifyEmail(email, code), remote.server),
    list: async () => (await remote.keys()).map(entry => printable(entry, remote.server)),
    revoke: id => remote.revokeKey(id),
    close: () => remote.close(),
  };
}

/** What a server says of keys is shown and kept: nothing in it may act upon the terminal. */
function printable<Answer extends object>(answer: Answer, server: string): Answer {
  if (!/[\p{C}]/u.test(Object.values(answer).join(''))) return answer;
  throw new DocconvError('REMOTE_REFUSED', `${server} gave an answer that cannot be shown. Is it a docconv?`);
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
