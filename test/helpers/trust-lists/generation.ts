/** A folder with a generation of trusted lists, as `docconv trust update` writes it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ServicePeriod } from '../../../src/trust/lists/model.js';
import { Generations } from '../../../src/trust/store/generations.js';
import { compileIndex, type IndexedList } from '../../../src/trust/store/index-file.js';
import type { GenerationState, ListState } from '../../../src/trust/store/state.js';

export interface PeriodRow {
  readonly status: string;
  readonly start: string;
  /** Default: the current period. */
  readonly end?: string;
  /** ExpiredCertsRevocationInfo. */
  readonly expiredKept?: string;
  /** Short name; default: CA/QC. */
  readonly type?: string;
}

/** A list with one service. Periods are newest first. */
export function indexedList(territory: string, der: Uint8Array, periods: readonly PeriodRow[]): IndexedList {
  return {
    territory,
    providers: [
      { names: ['Provider'], tradeNames: [], services: [{ certificates: [der], periods: periods.map(period) }] },
    ],
  };
}

function period({ status, start, end, expiredKept, type = 'CA/QC' }: PeriodRow): ServicePeriod {
  return {
    start: new Date(start),
    end: end === undefined ? null : new Date(end),
    type: `http://uri.etsi.org/TrstSvc/Svctype/${type}`,
    status: `http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}`,
    names: ['Service'],
    additional: [],
    qualifications: [],
    hasUnknownCritical: false,
    expiredCertsRevocationInfo: expiredKept === undefined ? null : new Date(expiredKept),
  };
}

/** Removed after the test. */
export function listsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-lists-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Replaces the generation in the folder; resolves to its name. Lists are closed where no next update is given. `dropped`: when the
 * list of lists ceased to name the signer.
 */
export async function writeGeneration(
  folder: string,
  lists: readonly IndexedList[],
  nextUpdates: Readonly<Record<string, Date>> = {},
  dropped: Readonly<Record<string, Date>> = {},
): Promise<string> {
  const index = compileIndex(lists, stateOf(lists, nextUpdates, dropped));
  return (await new Generations(folder).replace(async () => new Map([['index', index]])))!;
}

function stateOf(
  lists: readonly IndexedList[],
  nextUpdates: Readonly<Record<string, Date>>,
  dropped: Readonly<Record<string, Date>>,
): GenerationState {
  const state = (territory: string): ListState => ({
    territory,
    url: `https://example.org/${territory}.xml`,
    sequence: 7,
    issued: new Date('2026-01-05T10:00:00Z'),
    nextUpdate: nextUpdates[territory] ?? null,
    sha256: '00',
    signer: '00',
    signerName: 'Operator',
    signerUntil: dropped[territory] ?? null,
    fetched: new Date('2026-01-06T10:00:00Z'),
    etag: null,
    services: 1,
    certificates: 1,
    unreadable: [],
  });
  return { listOfLists: state('EU'), pivots: [], lists: lists.map(({ territory }) => state(territory)) };
}
