/**
 * The connections of the store as the pool that BullMQ expects. So a process has no others for its queues, its statements
 * name the schema, since a pool such as PgBouncer keeps no search_path, and they have the time of the database.
 */
import { EventEmitter } from 'node:events';
import type { Postgres } from '../../../postgres/index.js';
import { inDatabaseTime } from './database-time.js';
import { SCHEMA } from './schema.js';

/** Of BullMQ: a job was added. */
const CHANNEL = 'bullmq_jobs';

export function connectionsOf({ query, prepared, listen }: Postgres): object {
  const run = async (text: string, values?: unknown[]) => {
    const statement = inSchema(inDatabaseTime(text));
    return { rows: await (isConstantCall(text) ? prepared : query)(statement, values) };
  };
  const listener = listen(CHANNEL);
  return {
    options: { keepAlive: true },
    on() {},
    query: run,
    async connect() {
      const client = new EventEmitter();
      const ends: (() => void)[] = [];
      const listenOn = async () => {
        ends.push(listener.on(payload => client.emit('notification', { channel: CHANNEL, payload })));
        ends.push(listener.onLost(error => client.emit('error', error)));
        await listener.opened();
      };
      return Object.assign(client, {
        query: async (text: string, values?: unknown[]) => {
          if (text.includes(`LISTEN ${CHANNEL}`)) await listenOn();
          else if (!SETS_NAME.test(text)) return run(text, values);
          return { rows: [] };
        },
        release() {
          for (const end of ends.splice(0)) end();
        },
      });
    },
    async end() {},
  };
}

/** BullMQ lists its workers by the names of their connections, which docconv does not use. */
const SETS_NAME = /set_config\('application_name'/;

/** The tables, types and functions that a statement names; each function finds what it uses itself. */
const TABLE = /\b(FROM|JOIN|UPDATE|INTO) (job|job_log|meta|event|rate_limit|dedup|job_dependency|scheduler)\b/g;
const TYPE = /::(job_state|dep_status)\b/g;
const CALL = /(?<![.\w])(?!coalesce\b)\w+\(\s*\$1\b/i;
const FUNCTION = /(?<![.\w])(?!coalesce\b)(\w+\(\s*\$1\b)/gi;

/** Its plan is the call. (The statements about the next delay have the time in them.) */
function isConstantCall(text: string): boolean {
  return CALL.test(text) && !/\bnext_(signal|delay)\(/.test(text);
}

function inSchema(text: string): string {
  return text.replace(TABLE, `$1 ${SCHEMA}.$2`).replace(TYPE, `::${SCHEMA}.$1`).replace(FUNCTION, `${SCHEMA}.$1`);
}
