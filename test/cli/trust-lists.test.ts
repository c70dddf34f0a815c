/** `docconv trust update`, `status`, `export`, `import` and `anchor`, and a check that uses the lists. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docconvResident } from '../helpers/cli.js';
import { createPki } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { signedList } from '../helpers/trust-lists/index.js';
import { writeMirror } from '../helpers/trust-lists/mirror.js';
import { JOURNAL, LOTL, listUrl, pki, stateList, world } from '../helpers/trust-lists/world.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-trust-lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

const signers = createPki(
  { ca: { ca: true, subject: 'CN=Listed CA' }, ann: { issuer: 'ca', subject: 'CN=Ann' } },
  new Date(),
);

/** AA lists the CA of the signed file; there is no file for CC. */
function makeMirror(): void {
  const issued = { issued: '2026-01-05T10:00:00Z', nextUpdate: '2099-01-01T00:00:00Z' };
  const services = [{ certificates: [signers.id('ca').der] }];
  const aa = signedList({ territory: 'AA', providers: [{ services }], ...issued }, pki.id('state'));
  const unreadable = { name: 'Old\nservice', start: 'once' };
  const rows = [{ names: ['Provider'], services: [{ certificates: [pki.id('ca1').der] }, unreadable] }];
  const el = signedList({ territory: 'EL', providers: rows, ...issued }, pki.id('state'));
  const { [listUrl('CC')]: _missing, ...documents } = world({ AA: aa, EL: el, CC: stateList('CC') });
  writeMirror(join(folder, 'mirror'), documents);
}

beforeAll(() => {
  makeMirror();
  mkdirSync(join(folder, 'empty'));
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside', 'index.json'), JSON.stringify({ [LOTL]: '../mirror/0.xml' }));
  writeFileSync(join(folder, 'commission.pem'), pki.id('commission').pem);
  writeFileSync(join(folder, 'adobe'), '%PDF-1.7');
  const pdf = blankPdf('A contract').sign({ make: bytes => signers.cms('ann', bytes) });
  writeFileSync(join(folder, 'signed.pdf'), pdf.withStore({ crls: [signers.crl('ca')] }).bytes);
});

const words = (line: string) => line.split(' ');
const run = (line: string, home = 'home') =>
  docconvResident(words(line), { cwd: folder, env: { DOCCONV_HOME: join(folder, home) } });

const MIRROR = `--mirror mirror --lotl ${LOTL}`;
const short = pki.certificate('commission').sha256.slice(0, 16);

describe('in sequence', () => {
  it.each<[argv: string, code: number, out: RegExp, err: RegExp]>([
    ['trust status', 11, /No trusted lists are loaded\. Run: docconv trust update/, /^$/],
    ['trust list', 0, /^$/, /trust add company-ca\.pem\n.*trust update\n$/],
    ['trust export lists.gz', 2, /^$/, /No trusted lists are loaded/],
    ['check signed.pdf --trust-source eu', 0, /intact/i, /^$/],
    [`trust update ${MIRROR}`, 1, /^$/, /does not name the publication .* docconv trust anchor add/],
    ['trust status', 11, /The last update failed: /, /^$/],
    [`trust anchor add commission.pem --publication ${JOURNAL}`, 0, /^$/, new RegExp(`✓ .* ${short} .* commission\n$`)],
    ['trust anchor add commission.pem --publication nowhere', 2, /^$/, /--publication takes a URL/],
    [
      'trust anchor show',
      0,
      new RegExp(`C/2026/1944/oj \\(part of docconv\\)\n[\\s\\S]*journal \\(added\\)\n${short}`),
      /^$/,
    ],
    [
      'trust anchor show --json',
      0,
      /("origin":"docconv".*\n.*){6}"publication":"https:\/\/example\.org\/journal".*"origin":"user"/,
      /^$/,
    ],
    [`trust update --mirror empty --lotl ${LOTL}`, 2, /^$/, /index\.json does not exist/],
    [
      `trust update --mirror empty --lotl ${LOTL} --json`,
      2,
      /^\{"generation":null,"isNew":false,"error":\{"code":"FILE_NOT_FOUND","reason":"FILE_NOT_FOUND","message":".*\}\}\n$/,
      /index\.json does not exist/,
    ],
    [`trust update --mirror outside --lotl ${LOTL}`, 2, /^$/, /is not the index of a mirror/],
    [`trust update ${MIRROR} --country D`, 2, /^$/, /--country takes codes of two letters/],
    [`trust update ${MIRROR} --country XX`, 2, /^$/, /no list of XX\. It has: AA, CC, EL/],
    [`trust update ${MIRROR} --timeout 0`, 2, /^$/, /--timeout takes/],
    [`trust update ${MIRROR} --country gr`, 0, /^$/, /^✓ EL {2}new\n1 list: 1 new, by the list of lists no\. 1\.\n$/],
    [
      `trust update ${MIRROR}`,
      0,
      /^$/,
      /^✓ AA {2}new\n✗ CC {2}refused: The mirror .* has no file for .*\n3 lists: 1 new, 1 unchanged, 1 refused/,
    ],
    [
      `trust update ${MIRROR} --json`,
      0,
      /^\{"generation":"\d{8}T.*"isNew":false.*"outcomes":\[\{"territory":"AA","outcome":"unchanged"/,
      /^$/,
    ],
    [`trust update ${MIRROR} -q`, 0, /^$/, /^$/],
    [
      'trust status',
      11,
      /List of lists {2}no\. 1[\s\S]*Not used {7}lists of third countries\n[\s\S]*AA {2}no\. 1 [\s\S]*CC {2}not loaded\nEL .*\n {4}left out: Old service, of Provider: it has an invalid date \(StatusStartingTime once\)\n[\s\S]*Needs attention:\n {2}CC: The mirror/,
      /^$/,
    ],
    ['trust status --json', 11, /^\{"generation":".*"attention":\["CC: /, /^$/],
    ['trust list', 0, /^Trusted lists of the European Union\nAA .* 1 services, 1 certificates\nEL .*\n$/, /^$/],
    ['trust list --json', 0, /^\{"source":"eu","state":"current","territory":"AA".*\n\{.*"EL".*\n$/, /^$/],
    ['check signed.pdf', 0, /valid/i, /^$/],
    ['check signed.pdf --trust-source file', 0, /loaded here, but this check was told not to use them/, /^$/],
    ['check signed.pdf --trust-source eu,file --json', 0, /"verdict":"valid".*"trustAnchor":"CN=Listed CA"/, /^$/],
    ['check signed.pdf --trust-source moon', 2, /^$/, /"moon" is not a source of trust/],
    ['check signed.pdf --trust-source eu --trust commission.pem', 2, /^$/, /--trust needs the source file/],
    ['trust export lists.gz', 0, /^$/, /^$/],
    ['trust export lists.gz', 2, /^$/, /exists\. Use --force/],
    ['trust import adobe', 3, /^$/, /PDF is damaged/],
    ['trust import commission.pem', 2, /^$/, /is not a file of `docconv trust export`/],
    ['trust import lists.gz', 0, /^$/, /2 unchanged/],
    [`trust anchor remove ${short}`, 0, /^$/, /✓ removed: /],
    [`trust anchor remove ${short}`, 2, /^$/, /docconv trust anchor show/],
    ['trust import lists.gz', 1, /^$/, /does not name the publication/],
    [
      'trust import lists.gz --json',
      1,
      /^\{"generation":"\d{8}T.*"error":\{"code":"LIST_INVALID","reason":"ANCHOR_OUTDATED"/,
      /publication/,
    ],
    ['trust import commission.pem --json', 2, /^\{"generation":"\d{8}T.*"code":"OPTION_INVALID"/, /export/],
    ['check signed.pdf', 0, /valid/i, /^$/],
  ])('docconv %s', async (argv, code, out, err) => {
    const ended = await run(argv);
    expect(ended).toMatchObject({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) });
  });

  it('a check can be repeated with the copy of the lists that another one used', async () => {
    const names = readdirSync(join(folder, 'home', 'data', 'trust'))
      .filter(name => /^\d{8}T/.test(name))
      .sort();
    expect(names).toHaveLength(2);
    const current = readFileSync(join(folder, 'home', 'data', 'trust', 'current'), 'utf8').trim();
    const former = names.find(name => name !== current)!; // it has the list of EL only
    const seen = async (name: string) => {
      const { out } = await run(`check signed.pdf --json --trust-generation ${name}`);
      const { policy, verdict } = JSON.parse(out);
      return [policy.generation, verdict];
    };
    expect(await seen(current)).toEqual([current, 'valid']);
    expect(await seen(former)).toEqual([former, 'indeterminate']);
    expect(await run('check signed.pdf --trust-generation 20200101T000000Z-00000000')).toMatchObject({
      code: 2,
      err: expect.stringMatching(new RegExp(`There is no generation .* Kept are: ${names.join(', ')}`)),
    });
    expect(await run(`check signed.pdf --trust-source file --trust-generation ${former}`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/needs the source eu/),
    });
    const index = join(folder, 'home', 'data', 'trust', former, 'index');
    writeFileSync(index, 'x');
    expect(await run(`check signed.pdf --trust-generation ${former}`)).toMatchObject({
      code: expect.any(Number),
      err: expect.stringMatching(/damaged/),
      out: '',
    });
  });

  it('the setting trustMirror replaces --mirror', async () => {
    const env = { DOCCONV_HOME: join(folder, 'home'), DOCCONV_TRUST_MIRROR: join(folder, 'mirror') };
    await run(`trust anchor add commission.pem --publication ${JOURNAL}`);
    const ended = await docconvResident(['trust', 'update', '--lotl', LOTL], { cwd: folder, env });
    expect(ended).toMatchObject({ code: 0, err: expect.stringMatching(/3 lists: 2 unchanged, 1 refused/) });
  });

  it('another machine imports the file, and verifies it', async () => {
    expect(await run('trust import lists.gz', 'other')).toMatchObject({ code: 1 });
    await run(`trust anchor add commission.pem --publication ${JOURNAL}`, 'other');
    expect((await run('trust import lists.gz', 'other')).err).toMatch(/2 new, 1 refused/);
    expect(JSON.parse((await run('check signed.pdf --json', 'other')).out)).toMatchObject({
      verdict: 'valid',
      policy: { sources: ['eu'] },
    });
  });

  it('damaged lists are an error, unless trust is not required', async () => {
    const lists = join(folder, 'other', 'data', 'trust');
    const index = join(lists, readFileSync(join(lists, 'current'), 'utf8').trim(), 'index');
    writeFileSync(index, 'x');
    expect(await run('check signed.pdf', 'other')).toMatchObject({
      code: 9,
      out: '',
      err: expect.stringMatching(/docconv trust update/),
    });
    expect(await run('check signed.pdf --no-require-trust', 'other')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/intact/i),
      err: expect.stringMatching(/^Warning: .*docconv trust update\n$/),
    });
    expect((await run('trust status', 'other')).out).toMatch(/damaged/);
  });
});
