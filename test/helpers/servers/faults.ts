/** What happens to a service and its machines in the course of a year. Without vitest: benchmarks use it as well. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cable } from './cable.js';
import type { Cluster } from './postgres-cluster.js';

/** What the processes of docconv depend on. */
export interface World {
  cluster: Cluster;
  /** To the database. */
  database: Cable;
  /** To the store of documents. */
  s3: Cable;
  /** Runs statements as the administrator of the database. */
  administer(sql: string): Promise<unknown>;
  /** Opens so many connections to the database; resolves to a function that closes them. */
  occupy(connections: number): Promise<() => Promise<void>>;
  /** Another session holds a lock of every table of docconv; resolves to a function that ends it. */
  lockTables(): Promise<() => Promise<void>>;
  /** Takes all room of the folders for temporary files and state; resolves to a function that gives it back. */
  fillDisk(): Promise<() => Promise<void>>;
  /** Sends requests of all kinds to the processes until the returned function is called. */
  startTraffic(): () => Promise<void>;
  /** Opens connections of clients that send nothing, or half a request; returns a function that closes them. */
  idleClients(): () => void;
  /** A job whose webhook goes to a receiver that never answers. */
  hangingWebhook(): Promise<() => Promise<void>>;
}

/** Brings the fault about, and resolves to a function that repairs it. */
export type Fault = (world: World) => Promise<() => unknown>;

const OUTAGE_MS = 3_000;

const frozen: Fault = async ({ cluster }) => {
  cluster.pause();
  return () => cluster.resume();
};
const crashed: Fault = async ({ cluster }) => {
  cluster.crash();
  return () => cluster.start();
};
const unplugged: Fault = async ({ database }) => {
  database.pull();
  return () => {
    database.plug();
    database.reset();
  };
};
const s3Away: Fault = async ({ s3 }) => {
  s3.reset(true);
  return () => s3.plug();
};
const s3Silent: Fault = async ({ s3 }) => {
  s3.pull();
  return () => s3.plug();
};
const withTraffic =
  (fault: Fault): Fault =>
  async world => {
    const stop = world.startTraffic();
    const repair = await fault(world);
    await sleep(OUTAGE_MS);
    await stop();
    return repair;
  };
/** The fault is over when the process is stopped. */
const passed =
  (fault: Fault): Fault =>
  async world => {
    const repair = await fault(world);
    await sleep(OUTAGE_MS);
    await repair();
    return () => {};
  };
const both =
  (one: Fault, other: Fault): Fault =>
  async world => {
    const repairs = [await one(world), await other(world)];
    return async () => {
      for (const repair of repairs) await repair();
    };
  };

export const FAULTS: Readonly<Record<string, Fault>> = {
  'nothing happens': async () => () => {},
  'the database crashed': crashed,
  'the database crashed and is back': passed(crashed),
  'the database crashed twice and is back': async world => {
    await passed(crashed)(world);
    return passed(crashed)(world);
  },
  'the database is frozen': frozen,
  'the database was frozen': passed(frozen),
  'the database was frozen, then killed': async world => {
    await frozen(world);
    await sleep(OUTAGE_MS);
    world.cluster.resume();
    return crashed(world);
  },
  'the network to the database is gone': unplugged,
  'the network to the database was gone, and its connections with it': async ({ database }) => {
    database.pull();
    await sleep(OUTAGE_MS);
    database.plug();
    return () => database.reset();
  },
  'the connections to the database were reset': async ({ database }) => {
    database.reset();
    return () => {};
  },
  'the database refuses connections': async ({ database }) => {
    database.reset(true);
    return () => database.plug();
  },
  'the administrator ended the connections': async ({ administer }) => {
    await administer(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'docconv%' AND pid <> pg_backend_pid()",
    );
    return () => {};
  },
  'the database has no free connection': async ({ occupy, database }) => {
    database.reset();
    return occupy(200);
  },
  'the database is read-only': async ({ administer }) => {
    await administer('ALTER SYSTEM SET default_transaction_read_only = on');
    await administer('SELECT pg_reload_conf()');
    return async () => {
      await administer('SET default_transaction_read_only = off; ALTER SYSTEM RESET default_transaction_read_only');
      await administer('SELECT pg_reload_conf()');
    };
  },
  'another session holds the tables': ({ lockTables }) => lockTables(),
  'another session holds the tables under load': withTraffic(({ lockTables }) => lockTables()),
  'the database crashed under load': withTraffic(crashed),
  'the database is frozen under load': withTraffic(frozen),
  'the network to the database is gone under load': withTraffic(unplugged),
  'the store of documents is away': withTraffic(s3Away),
  'the store of documents is silent': withTraffic(s3Silent),
  'the store of documents is silent and the database frozen': both(s3Silent, frozen),
  'the disk is full': ({ fillDisk }) => fillDisk(),
  'the disk is full and the database away': both(({ fillDisk }) => fillDisk(), crashed),
  'clients stay connected': async ({ idleClients }) => idleClients(),
  'the receiver of a webhook does not answer': ({ hangingWebhook }) => hangingWebhook(),
};
