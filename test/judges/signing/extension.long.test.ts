/** What pyHanko signs at each level, extended by docconv, as EU DSS and pyHanko judge it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { extend } from '../../../src/sign/index.js';
import { check } from '../../../src/signatures/index.js';
import { type TrustStore, trustStoreOf } from '../../../src/trust/index.js';
import { type AuthorityServers, startAuthorities } from '../../helpers/pki/authority-servers.js';
import { describeJudges } from '../../helpers/requires.js';
import { document } from '../../sign/documents.js';
import { compare } from '../compare.js';
import { JUDGES } from '../disagreements.js';
import type { Judged } from '../documents.js';
import { opinionsOfDocconv } from '../opinion.js';
import { runJudges, writeListing } from '../run.js';

const LEVELS = ['B', 'T', 'LT', 'LTA'] as const;
const CASES = LEVELS.flatMap((from, i) =>
  LEVELS.slice(Math.max(i, 1)).map(to => ({ from, to: to as Exclude<typeof to, 'B'> })),
);
const nameOf = ({ from, to }: (typeof CASES)[number]) => `from ${from} to ${to}`;

describeJudges('signed by pyHanko, extended by docconv', judges => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-extension-'));
  let servers: AuthorityServers;
  let trust: TrustStore;
  const judged: Judged[] = [];
  let answers: Awaited<ReturnType<typeof runJudges>>;

  beforeAll(async () => {
    // pyHanko stamps with RSA keys only
    servers = await startAuthorities({ stamper: { key: 'RSA-2048', eku: ['timeStamping'], ekuCritical: true } });
    trust = trustStoreOf([servers.pki.certificate('root')]);
    writeInputs(folder, servers);
    const python = join(judges, 'python', 'bin', 'python');
    execFileSync(python, [join(import.meta.dirname, 'sign_pyhanko.py'), folder], { stdio: 'pipe' });
    const settings = { trust, tsa: { url: `${servers.base}/tsa` }, fetcher: createFetcher({ allowPrivate: true }) };
    for (const one of CASES) {
      const bytes = await extend(readFileSync(join(folder, `${one.from}.pdf`)), { ...settings, level: one.to });
      judged.push({ name: nameOf(one), bytes, options: { trust, at: new Date() } });
    }
    const listed = join(folder, 'listed');
    mkdirSync(listed);
    answers = await runJudges(judges, await writeListing(listed, judged));
  }, 300_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await servers.close();
  });

  test.each(CASES.map((one, i) => [nameOf(one), one, i] as const))('docconv: %s', async (_, { from, to }, i) => {
    const { bytes, options } = judged[i]!;
    const original = readFileSync(join(folder, `${from}.pdf`));
    expect(Buffer.from(bytes).subarray(0, original.length).equals(original)).toBe(true);
    expect((await check(original, options)).signers[0]!.level).toBe(`PAdES-BASELINE-${from}`);
    const { signers } = await check(bytes, options);
    expect(signers[0]).toMatchObject({ level: `PAdES-BASELINE-${to}`, intact: true, changesAllowed: true });
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
});

function writeInputs(folder: string, { pki }: AuthorityServers): void {
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
