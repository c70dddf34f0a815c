/**
 * What docconv signs at each level, with each kind of key and file, as EU DSS, pyHanko, pdfsig, qpdf and openssl judge it:
 * without the network, by the data in the file.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import type { LevelSettings } from '../../../src/sign/index.js';
import { check } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { type AuthorityServers, startAuthorities } from '../../helpers/pki/authority-servers.js';
import { describeJudges, describeTools } from '../../helpers/requires.js';
import { type Comparison, compare } from '../compare.js';
import { JUDGES, type JudgeName } from '../disagreements.js';
import type { Judged } from '../documents.js';
import { opinionsOfDocconv } from '../opinion.js';
import { runJudges } from '../run.js';
import { DIFFERENCES, type Difference, differenceFor, saidByPdfsig } from './differences.js';
import { CASES, KEYS, nameOf, PASSWORD, settingsFor, signCase } from './matrix.js';
import { verifyWithOpenssl } from './openssl.js';

describeJudges('signed by docconv', judges =>
  describeTools('according to the judges', ['qpdf', 'pdfsig', 'openssl'], () => {
    const folder = mkdtempSync(join(tmpdir(), 'docconv-signing-'));
    let servers: AuthorityServers;
    const judged: Judged[] = [];
    let answers: Awaited<ReturnType<typeof runJudges>>;

    beforeAll(async () => {
      servers = await startAuthorities(KEYS);
      const trust = trustStoreOf([servers.pki.certificate('root')]);
      const settings: LevelSettings = settingsFor(servers, { trust, fetcher: createFetcher({ allowPrivate: true }) });
      for (const one of CASES) {
        const bytes = await signCase(one, servers, settings, folder);
        const password = one.state === 'encrypted' && { password: PASSWORD };
        judged.push({ name: nameOf(one), bytes, options: { trust, at: new Date(), ...password } });
      }
      answers = await runJudges(judges, join(folder, 'listed'), judged);
    }, 600_000);
    afterAll(async () => {
      rmSync(folder, { recursive: true });
      await servers.close();
    });

    test.each(CASES.map((one, i) => [nameOf(one), i] as const))('docconv: %s', async (_, i) => {
      const { bytes, options } = judged[i]!;
      const { state, level } = CASES[i]!;
      const { signers } = await check(bytes, options);
      const own = signers.filter(({ kind }) => kind !== 'timestamp').at(-1);
      expect(own).toMatchObject({ level: `PAdES-BASELINE-${level}`, intact: true, changesAllowed: true });
      expect(signers.every(({ intact, changesAllowed }) => intact && changesAllowed)).toBe(true);
      expect(signers[0]!.kind).toBe(state === 'certified' ? 'certification' : 'signature');
    });

    const used = new Set<Difference>();

    describe.each(JUDGES)('%s', judge => {
      test.each(CASES.map((one, i) => [nameOf(one), i] as const))('%s', async (_, i) => {
        const { bytes, options } = judged[i]!;
        const says = answers[judge][i];
        expect(says, 'the judge cannot read the file').toBeTruthy();
        const compared = compare(opinionsOfDocconv(await check(bytes, options)), says!);
        expect(compared.length).toBeGreaterThanOrEqual(5);
        const unexplained = compared.filter(one => one.docconv !== one.says && !isExplained(judge, i, one));
        expect(unexplained).toEqual([]);
      });

      test('each reason for a difference is needed', () => {
        expect(DIFFERENCES.filter(row => row.judge === judge && !used.has(row))).toEqual([]);
      });
    });

    function isExplained(judge: JudgeName, i: number, comparison: Comparison): boolean {
      const row = differenceFor(judge, CASES[i]!, comparison);
      if (row) used.add(row);
      return row !== undefined;
    }

    test.each(CASES.map((one, i) => [nameOf(one), i] as const))('pdfsig, qpdf and openssl: %s', (_, i) => {
      const file = join(folder, 'listed', `${i}.pdf`);
      const isEncrypted = CASES[i]!.state === 'encrypted';
      expect(spawnSync('qpdf', ['--check', ...(isEncrypted ? [`--password=${PASSWORD}`] : []), file]).status).toBe(0);
      const password = isEncrypted ? ['-upw', PASSWORD] : [];
      const text = execFileSync('pdfsig', ['-nocert', ...password, file], { encoding: 'utf8', stdio: 'pipe' });
      const said = [...text.matchAll(/Signature Validation: (.*)/g)].map(([, words]) => words);
      const expected = saidByPdfsig(CASES[i]!);
      expect(said).toHaveLength(expected.length);
      said.forEach((words, at) => {
        expect(expected[at]).toContain(words);
      });
      // OpenSSL 3.0 asks Ed25519 for a digest, which it has none of (RFC 8419, 3.1)
      if (CASES[i]!.key !== 'Ed25519') verifyWithOpenssl(judged[i]!.bytes, folder, servers.pki.id('root').pem);
    });
  }),
);
