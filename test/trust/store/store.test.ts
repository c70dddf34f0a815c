/** The store of trusted lists: the index answers as the lists say, damage is an error, and a generation is whole or not there. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DocconvError } from '../../../src/errors.js';
import type { ServicePeriod } from '../../../src/trust/lists/model.js';
import { Generations } from '../../../src/trust/store/generations.js';
import { compileIndex, type IndexedList, TrustIndex } from '../../../src/trust/store/index-file.js';
import { createPki } from '../../helpers/pki.js';

const pki = createPki({
  root: { subject: 'C=DE,O=Beispiel,CN=Root' },
  twin: { subject: 'C=de,O=BEISPIEL,CN=root' },
  ca: { subject: 'C=BE,O=Exemple,CN=CA' },
  stranger: { subject: 'C=FR,CN=Stranger' },
});

const period = (status: string): ServicePeriod => ({
  start: new Date('2020-01-01T00:00:00Z'),
  end: null,
  type: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC',
  status,
  names: ['Qualified certificates'],
  additional: [],
  qualifications: [],
  hasUnknownCritical: false,
  expiredCertsRevocationInfo: null,
});

function list(territory: string, name: string, ...rows: string[]): IndexedList {
  const certificates = rows.map(row => pki.id(row).der);
  return {
    territory,
    providers: [{ names: [name], tradeNames: [], services: [{ certificates, periods: [period('granted')] }] }],
  };
}

const LISTS = [list('DE', 'Beispiel', 'root', 'twin'), list('BE', 'Exemple', 'ca'), list('LU', 'Autre', 'ca')];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'docconv-trust-store-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function indexFile(bytes: Uint8Array = compileIndex(LISTS, { sequence: 7 })): string {
  const path = join(folder(), 'index');
  writeFileSync(path, bytes);
  return path;
}

function opened(path: string): TrustIndex {
  const index = new TrustIndex(path);
  onTestFinished(() => index.close());
  return index;
}

const subjectOf = (row: 'root' | 'ca' | 'stranger') => pki.certificate(row).subject;

describe('the index', () => {
  it('finds a certificate by its subject, with the services of all territories', () => {
    const index = opened(indexFile());
    const [found, ...others] = index.find(subjectOf('ca'));
    expect(others).toEqual([]);
    expect(Buffer.from(found!.der)).toEqual(Buffer.from(pki.id('ca').der));
    expect(found!.services.map(({ territory, providerNames }) => [territory, ...providerNames])).toEqual([
      ['BE', 'Exemple'],
      ['LU', 'Autre'],
    ]);
    expect(found!.services[0]!.periods).toEqual([period('granted')]);
  });

  it('finds all certificates of equal names, however they are written', () => {
    const found = opened(indexFile()).find(subjectOf('root'));
    expect(found.map(({ der }) => Buffer.from(der))).toEqual(
      expect.arrayContaining(['root', 'twin'].map(row => Buffer.from(pki.id(row).der))),
    );
  });

  it('finds nothing for another name, and keeps its description', () => {
    const index = opened(indexFile());
    expect(index.find(subjectOf('stranger'))).toEqual([]);
    expect(index.description).toEqual({ sequence: 7 });
  });

  it('leaves out certificates that cannot be parsed', () => {
    const broken = {
      ...LISTS[1]!,
      providers: [{ ...LISTS[1]!.providers[0]!, services: [{ certificates: [Buffer.from('no')], periods: [] }] }],
    };
    expect(opened(indexFile(compileIndex([broken], null))).find(subjectOf('ca'))).toEqual([]);
  });

  it('reports a changed byte wherever it is, and never answers wrongly', () => {
    const bytes = compileIndex(LISTS, { sequence: 7 });
    for (let at = 0; at < bytes.length; at += 29) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x01;
      const path = indexFile(changed);
      const answer = () => {
        const index = new TrustIndex(path);
        try {
          return (['root', 'ca', 'stranger'] as const).map(row => index.find(subjectOf(row)).length);
        } finally {
          index.close();
        }
      };
      expect(answer, `byte ${at}`).toThrowError(DocconvError);
    }
  });

  it.each([0, 3, 47, 100])('reports a file that was cut off behind %i bytes', length => {
    const path = indexFile(compileIndex(LISTS, null).subarray(0, length));
    expect(() => new TrustIndex(path)).toThrowError(/damaged .* docconv trust update/);
  });
});

describe('generations', () => {
  const files = (text: string) =>
    new Map([
      ['index', Buffer.from(text)],
      ['lists/DE.xml', Buffer.from(text)],
    ]);

  it('has none at first', () => {
    expect(new Generations(join(folder(), 'trust')).current()).toBeNull();
  });

  it('replaces the current one, and keeps the one before', async () => {
    const store = new Generations(join(folder(), 'trust'));
    const first = await store.replace(async () => files('one'));
    const second = await store.replace(async current => files(current === first ? 'two' : 'wrong'));
    const third = await store.replace(async () => files('three'));
    expect(store.current()).toBe(third);
    expect(readFileSync(store.pathOf(third!, 'lists', 'DE.xml'), 'utf8')).toBe('three');
    expect(readdirSync(store.folder).sort()).toEqual(['current', second!, third!].sort());
  });

  it('stays as it is when the next one is not wanted, or cannot be made', async () => {
    const store = new Generations(folder());
    const first = await store.replace(async () => files('one'));
    expect(await store.replace(async () => null)).toBe(first);
    await expect(store.replace(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(store.current()).toBe(first);
  });

  it('removes what a process left that was killed while it wrote', async () => {
    const store = new Generations(folder());
    mkdirSync(store.pathOf('.new-20200101T000000Z-00000000', 'lists'), { recursive: true });
    const name = await store.replace(async () => files('one'));
    expect(readdirSync(store.folder).sort()).toEqual([name, 'current'].sort());
  });

  it('writes one after the other when two processes write at once', async () => {
    const store = new Generations(folder());
    const names = await Promise.all(['one', 'two', 'three'].map(text => store.replace(async () => files(text))));
    expect(new Set(names).size).toBe(3);
    expect(names).toContain(store.current());
  });
});
