/**
 * The address of the database, which may name several hosts as libpq permits: `postgres://docconv@a,b:5433/docconv`. Of these,
 * the first that accepts a connection and permits to write is used: no standby.
 */
import type pg from 'pg';

/** Scheme and user, hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;
/** A parameter of libpq, which has no choice here: docconv writes. */
const TARGET = /(?<=[?&])target_session_attrs=[^&#]*&?/;

/** A URL for each host; null when this is no address of PostgreSQL. */
export function urlsOfHosts(text: string): readonly string[] | null {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(text) ?? [];
  const urls = hosts.split(',').map(host => start + host + rest.replace(TARGET, ''));
  return start && urls.every(url => URL.canParse(url)) ? urls : null;
}

export interface Hosts {
  /** Connects to the host whose turn it is. */
  readonly Client: typeof pg.Client;
  /** Runs `connect`; once more for each further host while connections to one after the other fail. */
  inTurn<Result>(connect: () => Promise<Result>): Promise<Result>;
}

/** @param urls of urlsOfHosts() */
export function createHosts(urls: readonly string[], Base: typeof pg.Client): Hosts {
  let turn = 0;

  class Client extends Base {
    readonly #turn: number;

    constructor({ options, ...config }: pg.ClientConfig) {
      super({ ...config, connectionString: urls[turn]! });
      this.#turn = turn;
      if (options) addOptions(this, options);
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(() => callback(null as never), callback);
      return undefined;
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        if (urls.length > 1) await requireWritable(this);
        return this;
      } catch (thrown) {
        if (turn === this.#turn) turn = (turn + 1) % urls.length; // another connection may have failed before
        throw thrown;
      }
    }
  }
  return {
    Client,
    async inTurn(connect) {
      for (let left = urls.length - 1; ; left--) {
        const before = turn;
        try {
          return await connect();
        } catch (thrown) {
          if (left === 0 || turn === before) throw thrown; // no connection failed: all of them are in use
        }
      }
    },
  };
}

async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SHOW transaction_read_only');
  if (rows[0].transaction_read_only === 'off') return;
  await client.end().catch(() => {});
  throw new Error(`${client.host} is read-only`);
}

/** After those of the URL, or else of PGOPTIONS; pg would take only one of the three. The last value of a setting is in force. */
function addOptions(client: pg.Client, options: string): void {
  const { connectionParameters } = client as unknown as { connectionParameters: { options?: string | null } };
  connectionParameters.options = [connectionParameters.options ?? [], options].flat().join(' ');
}
