/**
 * What pyHanko and EU DSS sign at each level, extended by docconv, and what docconv renews with another authority, as EU DSS,
 * pyHanko and pdfsig judge it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { extend, type LevelSettings, sign } from '../../../src/sign/index.js';
import { check } from '../../../src/signatures/index.js';
import { type TrustStore, trustStoreOf } from '../../../src/trust/index.js';
import { type AuthorityServers, startAuthorities } from '../../helpers/pki/authority-servers.js';
import { describeJudges, describeTools } from '../../helpers/requires.js';
import { document } from '../../sign/documents.js';
import { compare } from '../compare.js';
import { JUDGES } from '../disagreements.js';
import type { Judged } from '../documents.js';
import { opinionsOfDocconv } from '../opinion.js';
import { runJudges } from '../run.js';
import { VALID } from './differences.js';

const run = promisify(execFile);

const LEVELS = ['B', 'T', 'LT', 'LTA'] as const;
const STEPS = LEVELS.flatMap((from, i) =>
  LEVELS.slice(Math.max(i, 1)).map(to => ({ from, to: to as Exclude<typeof to, 'B'> })),
);
const SIGNERS = ['pyHanko', 'DSS'] as const;
const RENEWAL = { by: 'docconv', from: 'LTA', to: 'LTA' } as const;
const CASES = [...SIGNERS.flatMap(by => STEPS.map(step => ({ by, ...step }))), RENEWAL];
const nameOf = ({ by, from, to }: (typeof CASES)[number]) => `by ${by}, from ${from} to ${to}`;

describeJudges('signed by pyHanko and DSS, extended by docconv', judges =>
  describeTools('according to the judges', ['pdfsig'], () => {
    const folder = mkdtempSync(join(tmpdir(), 'docconv-extension-'));
    let servers: AuthorityServers;
    let trust: TrustStore;
    const judged: Judged[] = [];
    let answers: Awaited<ReturnType<typeof runJudges>>;
    const original = ({ by, from }: Pick<(typeof CASES)[number], 'by' | 'from'>) =>
      readFileSync(join(folder, by, `${from}.pdf`));

    beforeAll(async () => {
      // pyHanko stamps with RSA keys only
      const stamps = { eku: ['timeStamping'], ekuCritical: true };
      servers = await startAuthorities({
        stamper: { key: 'RSA-2048', ...stamps },
        otherCa: { issuer: 'root', ca: true },
        other: { issuer: 'otherCa', ...stamps },
      });
      trust = trustStoreOf([servers.pki.certificate('root')]);
      const tsa = { url: `${servers.base}/tsa` };
      writeInputs(folder, servers);
      const python = join(judges, 'python', 'bin', 'python');
      await run(python, [join(import.meta.dirname, 'sign_pyhanko.py'), folder, join(folder, 'pyHanko')]);
      const java = ['-cp', join(judges, 'jars', '*'), join(import.meta.dirname, 'SignDss.java')];
      await run('java', [...java, folder, tsa.url, join(folder, 'DSS')]);
      const settings = { trust, tsa, fetcher: createFetcher({ allowPrivate: true }) };
      await signByDocconv(folder, servers, settings);
      for (const one of CASES) {
        if (one === RENEWAL) useOtherAuthority(servers);
        const bytes = await extend(original(one), { ...settings, level: one.to });
        judged.push({ name: nameOf(one), bytes, options: { trust, at: new Date() } });
      }
      answers = await runJudges(judges, join(folder, 'listed'), judged);
    }, 600_000);
    afterAll(async () => {
      rmSync(folder, { recursive: true });
      await servers.close();
    });

    test.each(CASES.map((one, i) => [nameOf(one), one, i] as const))('docconv: %s', async (_, one, i) => {
      const { bytes, options } = judged[i]!;
      const before = original(one);
      expect(Buffer.from(bytes).subarray(0, before.length).equals(before)).toBe(true);
      expect((await check(before, options)).signers[0]!.level).toBe(`PAdES-BASELINE-${one.from}`);
      const { signers } = await check(bytes, options);
      expect(signers[0]).toMatchObject({ level: `PAdES-BASELINE-${one.to}`, intact: true, changesAllowed: true });
      expect(signers.every(({ intact, changesAllowed }) => intact && changesAllowed)).toBe(true);
    });

    test.each(JUDGES.flatMap(judge => CASES.map((one, i) => [judge, nameOf(one), one, i] as const)))(
      '%s: %s',
      async (judge, _, { to }, i) => {
        const { bytes, options } = judged[i]!;
        const says = answers[judge][i];
        expect(says, 'the judge cannot read the file').toBeTruthy();
        const compared = compare(opinionsOfDocconv(await check(bytes, options)), says!);
        const differing = compared.filter(({ docconv, says }) => docconv !== says);
        // DSS counts a timestamp only with revocation data of its authority, see differences.ts
        expect(differing.filter(({ kind }) => !(judge === 'dss' && to === 'T' && kind === 'time'))).toEqual([]);
      },
    );

    test.each(CASES.map((one, i) => [nameOf(one), i] as const))('pdfsig: %s', async (_, i) => {
      const { stdout } = await run('pdfsig', ['-nocert', join(folder, 'listed', `${i}.pdf`)]);
      const [own, ...stamps] = [...stdout.matchAll(/Signature Validation: (.*)/g)].map(([, words]) => words);
      expect(own).toBe(VALID);
      // poppler 22 does not verify document timestamps
      for (const words of stamps) expect([VALID, 'Signature has not yet been verified.']).toContain(words);
    });
  }),
);

async function signByDocconv(folder: string, { pki }: AuthorityServers, settings: LevelSettings): Promise<void> {
  const { key, certificate } = pki.id('ann');
  const identity = { key, certificate, others: pki.certificates('ca') };
  mkdirSync(join(folder, RENEWAL.by));
  writeFileSync(
    join(folder, RENEWAL.by, `${RENEWAL.from}.pdf`),
    await sign(document(), identity, { ...settings, level: RENEWAL.from }),
  );
}

/** Its revocation data is not in the file when its timestamp is made. */
function useOtherAuthority(servers: AuthorityServers): void {
  const change = { signer: servers.pki.id('other'), certificates: servers.pki.path('other') };
  servers.answer('/tsa', body => ({ body: servers.token(body, change) }));
}

function writeInputs(folder: string, { pki }: AuthorityServers): void {
  for (const name of SIGNERS) mkdirSync(join(folder, name));
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
  write('source.pdf', document());
  for (const [file, name] of [
    ['signer', 'ann'],
    ['tsa', 'stamper'],
  ] as const) {
    write(`${file}.pem`, pki.id(name).pem);
    write(`${file}.key`, pki.id(name).key.export({ type: 'pkcs8', format: 'pem' }) as string);
  }
  write('ca.pem', pki.id('ca').pem);
  write('root.pem', pki.id('root').pem);
  write('ca.crl', pki.crl('ca'));
  write('root.crl', pki.crl('root'));
}
