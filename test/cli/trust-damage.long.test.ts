/** A trust store that was loaded and then damaged or lost: no check accepts a signer whom it refused before. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/signatures/index.js';
import { openTrustStore } from '../../src/trust/index.js';
import { docconv, docconvResident } from '../helpers/cli.js';
import { createPki } from '../helpers/pki.js';
import { linux, program, testWith } from '../helpers/requires.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { adobeList, adobeXml } from '../helpers/trust-lists/adobe.js';
import { signedList } from '../helpers/trust-lists/index.js';
import { writeMirror } from '../helpers/trust-lists/mirror.js';
import { JOURNAL, LOTL, pki, world } from '../helpers/trust-lists/world.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-trust-damage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const signers = createPki(
  {
    root: { subject: 'CN=Adobe Root' },
    ca: { issuer: 'root', ca: true },
    signer: { issuer: 'ca', subject: 'CN=Adobe List' },
    listed: { ca: true, subject: 'CN=Listed CA' },
    stranger: { subject: 'CN=Stranger' },
  },
  new Date(),
);

const home = join(folder, 'home');
const at = (...path: string[]) => join(home, ...path);
const run = (line: string) => docconvResident(line.split(' '), { cwd: folder, env: { DOCCONV_HOME: home } });

const UPDATE = `trust update --mirror mirror --lotl ${LOTL} -q`;
const IMPORT = 'trust import adobe.acrobatsecuritysettings --trust root.pem -q';

/** The stores of the three sources, as their commands leave them; each damage is done to a copy. */
beforeAll(async () => {
  const write = (name: string, bytes: Uint8Array | string) => writeFileSync(join(folder, name), bytes);
  const listed = { providers: [{ services: [{ certificates: [signers.id('listed').der] }] }] };
  const dates = { issued: '2026-01-05T10:00:00Z', nextUpdate: '2099-01-01T00:00:00Z' };
  writeMirror(
    join(folder, 'mirror'),
    world({ AA: signedList({ territory: 'AA', ...listed, ...dates }, pki.id('state')) }),
  );
  write('commission.pem', pki.id('commission').pem);
  write('root.pem', signers.id('root').pem);
  write('listed.pem', signers.id('listed').pem);
  write('adobe.acrobatsecuritysettings', adobeList(adobeXml([{ der: signers.id('listed').der }]), signers).bytes);
  const pdf = blankPdf('A contract').sign({ make: bytes => signers.cms('stranger', bytes) });
  write('stranger.pdf', pdf.bytes);
  await run(`trust anchor add commission.pem --publication ${JOURNAL}`);
  for (const [source, load] of [
    ['eu', UPDATE],
    ['aatl', IMPORT],
    ['file', 'trust add listed.pem'],
  ] as const) {
    expect(await run(load)).toMatchObject({ code: 0 });
    expect(await run('check stranger.pdf')).toMatchObject({ code: 11 });
    renameSync(home, join(folder, source));
    mkdirSync(home);
    cpSync(join(folder, source, 'lotl-signers.json'), at('lotl-signers.json'));
  }
});

function restore(source: string): void {
  rmSync(home, { recursive: true, force: true });
  cpSync(join(folder, source), home, { recursive: true });
}

const generation = () => readFileSync(at('data/trust/current'), 'utf8').trim();
const only = (path: string) => join(path, readdirSync(at(path))[0]!);

interface Store {
  /** Files and folders that a check reads. */
  readonly places: Readonly<Record<string, () => string>>;
  /** The file whose bytes are changed. */
  readonly data: () => string;
  /** Repairs it; and gives it up. */
  readonly repair: string;
  readonly remove: () => string;
}

const STORES: Readonly<Record<string, Store>> = {
  eu: {
    places: {
      'the index': () => join('data/trust', generation(), 'index'),
      'the generation': () => join('data/trust', generation()),
      'the name of the generation': () => 'data/trust/current',
      'the folder of the lists': () => 'data/trust',
      'the folder of the data': () => 'data',
    },
    data: () => join('data/trust', generation(), 'index'),
    repair: UPDATE,
    remove: () => 'trust remove eu',
  },
  aatl: {
    places: { 'the list': () => 'data/trust/aatl', 'the folder of the list': () => 'data/trust' },
    data: () => 'data/trust/aatl',
    repair: IMPORT,
    remove: () => 'trust remove aatl',
  },
  file: {
    places: { 'the certificate': () => only('trust'), 'the folder of the certificates': () => 'trust' },
    data: () => only('trust'),
    repair: 'trust add listed.pem',
    remove: () => `trust remove ${signers.certificate('listed').sha256}`,
  },
};

const isFile = (path: string) => statSync(path).isFile();

/** What happens to a file or folder. */
const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  removed: path => rmSync(path, { recursive: true }),
  emptied: path => {
    if (isFile(path)) return writeFileSync(path, '');
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
  },
  'cut off': path => {
    if (isFile(path)) return writeFileSync(path, readFileSync(path).subarray(0, readFileSync(path).length / 2));
    rmSync(join(path, readdirSync(path)[0]!), { recursive: true });
  },
  overwritten: path => {
    rmSync(path, { recursive: true });
    writeFileSync(path, 'something else');
  },
  'a folder now': path => {
    rmSync(path, { recursive: true });
    mkdirSync(path);
  },
  'a link to nothing': path => {
    rmSync(path, { recursive: true });
    symlinkSync(join(folder, 'nothing'), path);
  },
  'a link to an empty folder': path => {
    rmSync(path, { recursive: true });
    symlinkSync(mkdtempSync(join(folder, 'empty-')), path);
  },
};

const sources = Object.keys(STORES);
const cases = sources.flatMap(source =>
  Object.keys(STORES[source]!.places).flatMap(place => Object.keys(DAMAGES).map(kind => ({ source, place, kind }))),
);

function damage(source: string, place: string, kind: string): void {
  restore(source);
  DAMAGES[kind]!(at(STORES[source]!.places[place]!()));
}

/** A folder of which a part is left may still have all that the check reads. */
const mayBeWhole = (place: string, kind: string) => kind === 'cut off' && place.includes('folder');

describe('a stranger is not accepted', () => {
  it.each(cases)('$source: $place $kind', async ({ source, place, kind }) => {
    damage(source, place, kind);
    const { code, out, err } = await run('check stranger.pdf');
    if (mayBeWhole(place, kind) && code === 11) return;
    if (place === 'the folder of the data' && kind === 'overwritten') return expect(code).toBe(2); // of every command
    expect([code, out]).toEqual([9, '']);
    expect(err).toMatch(/docconv trust (update|import|add)/);
  });

  it.each(cases)('in the library, without a record. $source: $place $kind', async ({ source, place, kind }) => {
    damage(source, place, kind);
    const lists = source === 'eu' ? at('data/trust') : null;
    const aatl = source === 'aatl' ? at('data/trust') : null;
    const kept = source === 'file' ? at('trust') : null;
    const checked = openTrustStore({ places: [], kept, lists, aatl }).then(trust =>
      check(join(folder, 'stranger.pdf'), { trust }),
    );
    if (mayBeWhole(place, kind)) await checked.catch(() => {});
    else await expect(checked).rejects.toMatchObject({ code: 'TRUST_UNAVAILABLE' });
  });

  it.each(sources)('%s: a changed byte, at 20 places, and another version', async source => {
    for (let part = 0; part <= 20; part++) {
      restore(source);
      const path = at(STORES[source]!.data());
      const bytes = readFileSync(path);
      const place = part === 20 ? 7 : Math.floor((bytes.length * part) / 20);
      bytes[place] = bytes[place]! ^ 0x15;
      writeFileSync(path, bytes);
      const { code } = await run('check stranger.pdf');
      expect([9, 11], `byte ${place}`).toContain(code); // 11: what was changed says nothing about the stranger
    }
  });
});

it('a stranger is not accepted with an index in the folder of another generation', async () => {
  restore('eu');
  const [first, before] = [generation(), readFileSync(at('data/trust', generation(), 'index'))];
  expect(await run(UPDATE)).toMatchObject({ code: 0 });
  const index = at('data/trust', generation(), 'index');
  for (const mixed of [before, readFileSync(index).reverse()]) {
    writeFileSync(index, mixed);
    expect([9, 11]).toContain((await run('check stranger.pdf')).code);
  }
  rmSync(at('data/trust', generation()), { recursive: true });
  expect(await run('check stranger.pdf')).toMatchObject({ code: 9 });
  writeFileSync(at('data/trust/current'), `${first}x`);
  expect(await run('check stranger.pdf')).toMatchObject({ code: 9 });
});

testWith(
  'a stranger is not accepted where another user may not read the store',
  [linux, program('setpriv')],
  async () => {
    for (const source of sources) {
      for (const place of Object.values(STORES[source]!.places)) {
        restore(source);
        chmodSync(at(place()), 0);
        const options = { cwd: folder, env: { DOCCONV_HOME: home }, obeyPermissions: true };
        const { code } = await docconv(['check', 'stranger.pdf'], options);
        chmodSync(at(place()), 0o700);
        expect([2, 9]).toContain(code); // 2: docconv has no access to its folder
      }
    }
  },
);

describe.each(sources)('what can be done about it: %s', source => {
  const { repair, remove } = STORES[source]!;
  const place = Object.keys(STORES[source]!.places)[0]!;

  it('the command that the message names repairs it', async () => {
    for (const kind of ['removed', 'emptied', 'overwritten']) {
      damage(source, place, kind);
      expect(await run(repair)).toMatchObject({ code: 0 });
      expect(await run('check stranger.pdf')).toMatchObject({ code: 11 });
    }
  });

  it('the source can be given up, or left out of a check', async () => {
    damage(source, place, 'removed');
    const others = sources.filter(other => other !== source).join();
    expect(await run(`check stranger.pdf --trust-source ${others}`)).toMatchObject({ code: 0 });
    expect(await run(remove())).toMatchObject({ code: 0, err: expect.stringContaining('removed') });
    expect(await run('check stranger.pdf')).toMatchObject({ code: 0 });
    expect(await run(remove())).toMatchObject({ code: 2 });
  });
});

describe.each(['eu', 'aatl'])('lists that are missing: %s', source => {
  const place = Object.keys(STORES[source]!.places)[0]!;

  it('a check that requires no trust warns', async () => {
    damage(source, place, 'removed');
    const ended = await run('check stranger.pdf --no-require-trust');
    expect(ended).toMatchObject({ code: 0, err: expect.stringMatching(/Warning: .*docconv trust (update|import)/) });
  });

  it('the state says so', async () => {
    damage(source, place, 'removed');
    const ended = await run('trust status');
    expect(ended).toMatchObject({
      code: 11,
      out: expect.stringMatching(/(is|are) missing.*docconv trust (update|import)/),
    });
  });
});
