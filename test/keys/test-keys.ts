/** Temporary key stores with a clock that the test advances. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { type CodeLimits, type Keys, openLocalKeys, openSharedKeys } from '../../src/keys/index.js';
import { testClock } from '../helpers/clock.js';
import { describeWith } from '../helpers/requires.js';
import { IS_FOR_POSTGRES, openTestDatabaseWithClock, postgresql } from '../helpers/servers/postgres.js';

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Rules {
  registration?: string;
  keyDays?: number;
}

export interface TestKeys {
  keys: Keys;
  /** The same store, as another process opens it. */
  again(): Promise<Keys>;
  /** The same store without its secret. */
  stolen(): Promise<Keys>;
  /** Everything that is stored, as text. */
  stored(): Promise<string>;
  /** Advances the clock. */
  pass(ms: number): Promise<void>;
}

/** In files. */
export interface TestFiles extends TestKeys {
  data: string;
  config: string;
}

export type OpenTestKeys = (limits?: Partial<CodeLimits>, rules?: Rules) => Promise<TestKeys>;

/** Runs the suite on the kind of store that this run is for. */
export function describeStore(suite: (openTestKeys: OpenTestKeys) => void): void {
  if (IS_FOR_POSTGRES) describeWith('in PostgreSQL', [postgresql], () => suite(openTestTables));
  else describe('in files', () => suite((limits, rules) => openTestFiles(limits, makeFolder(), rules)));
}

export async function openTestFiles(
  limits: Partial<CodeLimits> = {},
  root = makeFolder(),
  rules: Rules = {},
): Promise<TestFiles> {
  const { now, pass } = testClock();
  const [data, config] = [join(root, 'data'), join(root, 'config')];
  const open = (pepperFolder: string) => openLocalKeys({ data, config: pepperFolder, limits, ...rules, now });
  return {
    keys: await open(config),
    again: () => open(config),
    stolen: () => open(makeFolder()),
    stored: async () =>
      readdirSync(data)
        .map(name => readFileSync(join(data, name)))
        .join(''),
    data,
    config,
    pass: async ms => pass(ms),
  };
}

async function openTestTables(limits: Partial<CodeLimits> = {}, rules: Rules = {}): Promise<TestKeys> {
  const { postgres, pass } = await openTestDatabaseWithClock(testClock().now());
  const open = (pepper: string) => openSharedKeys({ postgres, pepper: Buffer.from(pepper), limits, ...rules });
  const rowsOf = (table: string) => postgres.query(`SELECT * FROM docconv.${table}`);
  return {
    keys: await open('pepper'),
    again: () => open('pepper'),
    stolen: () => open('salt'),
    stored: async () =>
      JSON.stringify(await Promise.all(['keys', 'invitations', 'codes', 'code_counts', 'audit'].map(rowsOf))),
    pass,
  };
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
