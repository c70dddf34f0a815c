/** createConfinedCheck() and `docconv check` with the setting `confinedCheck`: a process for each document. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type ConfinedSettings, check, createConfinedCheck, openTrustStore } from '../../../src/index.js';
import { toPem } from '../../../src/trust/index.js';
import { newHome } from '../../helpers/cli.js';
import { createPki } from '../../helpers/pki.js';
import { descendantsOf } from '../../helpers/processes.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { manyFields, manyKids } from '../../http/hostile.js';
import { signedPdf } from '../../http/signed.js';

function confined(settings: ConfinedSettings = {}) {
  const created = createConfinedCheck(settings);
  onTestFinished(() => created.close());
  return created;
}

function folder(): string {
  const created = mkdtempSync(join(tmpdir(), 'docconv-confined-'));
  onTestFinished(() => rmSync(created, { recursive: true }));
  return created;
}

test('the result is that of check(), with trust, time and password', async () => {
  const pki = createPki({ root: { ca: true }, ann: { issuer: 'root', subject: 'CN=Ann' } });
  const bytes = blankPdf('A contract').sign({ make: range => pki.cms('ann', range) }).bytes;
  const path = join(folder(), 'root.pem');
  writeFileSync(path, toPem(pki.id('root').der));
  const trust = await openTrustStore({ places: [path], kept: null });
  onTestFinished(() => trust.close());
  const options = { at: pki.now, requireTrust: true };
  const result = await confined({ trust }).check(bytes, options);
  expect(result).toEqual(JSON.parse(JSON.stringify(await check(bytes, { trust, ...options }))));
  expect(result).toMatchObject({ policy: { sources: ['file'] } });
});

test('errors of check() keep their code, and an unknown setting is refused', async () => {
  await expect(confined().check(Buffer.from('hello'))).rejects.toMatchObject({ code: 'NOT_A_PDF' });
  await expect(confined().check('/missing.pdf')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  expect(() => createConfinedCheck({ trustt: null } as never)).toThrow(/trustt/);
});

test('a document that exceeds the heap or the time: an error, and the next one is verified', async () => {
  const small = confined({ memoryMb: 128 });
  await expect(small.check(manyKids(4_000_000))).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  expect(await small.check(signedPdf())).toMatchObject({ verdict: 'intact' });
  await expect(confined({ timeoutMs: 1_000 }).check(manyFields(50_000))).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
  });
});

const WORKER = /verifier\.worker\.js/;

async function startsWorker(path: string, setting: string): Promise<boolean> {
  const env = { ...process.env, DOCCONV_HOME: newHome(), DOCCONV_CONFINED_CHECK: setting };
  const child = spawn(process.execPath, ['bin/docconv.js', 'check', '--quiet', path], { env, stdio: 'ignore' });
  let [started, ended] = [false, false];
  const code = once(child, 'exit').then(([status]) => {
    ended = true;
    return status;
  });
  while (!ended) {
    started ||= descendantsOf(child.pid!).some(({ command }) => WORKER.test(command));
    await setTimeout(20);
  }
  expect(await code).toBe(0);
  return started;
}

/** Intact, of some more bytes than `mib`. */
function signedOfSize(mib: number): Buffer {
  const pki = createPki({ root: {}, ann: { issuer: 'root', subject: 'CN=Ann' } });
  const blank = blankPdf('A contract');
  const filled = blank.revise({ [blank.next]: `(${' '.repeat(mib * 1024 ** 2)})` });
  return filled.sign({ make: bytes => pki.cms('ann', bytes) }).bytes;
}

test.each([
  ['large', 8, true],
  ['large', 7, false],
  ['never', 8, false],
  ['always', 0, true],
] as const)('with %s and a file of %i MiB, `docconv check` starts a process: %s', async (setting, mib, isStarted) => {
  const path = join(folder(), 'signed.pdf');
  writeFileSync(path, signedOfSize(mib));
  expect(await startsWorker(path, setting)).toBe(isStarted);
});
