/** Registration and API keys for the account commands: at the local key store, or at a remote server. */
import { loadConfig } from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';
import type { KeyInfo } from '../../../keys/index.js';
import { codeMail, type SavedMail } from '../../../mail/index.js';
import type { Remote } from '../../../remote/index.js';
import { hasUnsafe } from '../../../text.js';
import { openKeys, openMailer } from '../../accounts.js';
import type { Context } from '../../context.js';
import { openRemote } from '../../remote.js';

export interface KeyClient {
  /** URL of the server that accepts the keys. */
  readonly server: string;
  register(email: string): Promise<Registration>;
  verify: Remote['verifyEmail'];
  /** `all`: also those of other addresses, at a server. The local key store has no owner: its keys are always all. */
  list(all: boolean): Promise<KeyInfo[]>;
  /** False if there is no active key with this id. */
  rename(id: string, name: string): Promise<boolean>;
  /** Null if there is no valid key with this id. */
  rotate(id: string, graceHours: number): Promise<RotatedKey | null>;
  /** The key that the server is sent; null for the local key store. */
  currentId(): Promise<string | null>;
  /** False if there is no active key with this id. */
  revoke(id: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface Registration {
  email: string;
  /** Lifetime of the code in seconds. */
  expiresIn: number;
  /** Null if the mail was sent. */
  outbox: SavedMail | null;
}

export type NewKey = Awaited<ReturnType<Remote['verifyEmail']>>;
export type RotatedKey = Pick<Awaited<ReturnType<Remote['rotateKey']>>, 'apiKey' | 'keyId' | 'email' | 'formerUntil'>;

/** The client of `server`, or of the local key store if it is undefined. `key`: see openRemote(). */
export async function openKeyClient(
  server: string | undefined,
  key: 'required' | 'unused',
  context: Context,
): Promise<KeyClient> {
  return server === undefined ? openLocalClient(context) : openRemoteClient(server, key, context);
}

async function openLocalClient({ env }: Context): Promise<KeyClient> {
  const config = loadConfig({ env }).values;
  const keys = await openKeys(config, env);
  return {
    // the address of `docconv serve` with this configuration, which uses the same store
    server: `http://${/^(0\.0\.0\.0|::)$/.test(config.host) ? 'localhost' : bracketed(config.host)}:${config.port}`,
    async register(email) {
      const mailer = await openMailer(config, env);
      try {
        const issued = await keys.issueCode({ email });
        if (!issued.permitted) throw mayNotRegister(issued.email, config.registration);
        const outbox = await mailer.send(codeMail({ ...issued, server: null })).catch(async thrown => {
          await keys.withdrawCode(issued);
          throw thrown;
        });
        return { email: issued.email, expiresIn: issued.expiresIn, outbox };
      } finally {
        mailer.close();
      }
    },
    async verify(email, code, options) {
      const { key: apiKey, id: keyId, createdAt, ...owner } = await keys.redeemCode({ email, code, ...options });
      return { apiKey, keyId, email: owner.email, createdAt };
    },
    list: () => keys.list(),
    rename: (id, name) => keys.rename(id, name),
    async rotate(id, graceHours) {
      const rotated = await keys.rotate(id, { graceHours });
      return rotated && { apiKey: rotated.key, keyId: id, email: rotated.email, formerUntil: rotated.formerUntil };
    },
    currentId: async () => null,
    revoke: id => keys.revoke(id),
    close: async () => {},
  };
}

function openRemoteClient(server: string, key: 'required' | 'unused', context: Context): KeyClient {
  const remote = openRemote(server, context, { key });
  return {
    server: remote.server,
    register: async email => ({ ...printable(await remote.register(email), remote.server), outbox: null }),
    verify: async (email, code, options) => printable(await remote.verifyEmail(email, code, options), remote.server),
    list: async all => (await remote.keys(all)).map(entry => printable(entry, remote.server)),
    rename: (id, name) => remote.renameKey(id, name),
    rotate: async (id, graceHours) => printable(await remote.rotateKey(id, graceHours), remote.server),
    currentId: async () => (await remote.whoami()).id,
    revoke: id => remote.revokeKey(id),
    close: () => remote.close(),
  };
}

/** A server does not tell clients; the user of the local key store can read its settings anyway. */
function mayNotRegister(email: string, registration: string): DocconvError {
  return new DocconvError('USAGE.may-not-register', { email, registration });
}

/** Responses are printed and stored: control characters would reach the terminal. */
function printable<Response extends object>(response: Response, server: string): Response {
  if (!hasUnsafe(Object.values(response).join(''))) return response;
  throw new DocconvError('REMOTE_REFUSED.control-characters', { server });
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
