/** Jobs of real servers, in memory and in PostgreSQL: lost connections, a restart, and Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Remote } from '../../src/remote/index.js';
import { docconvResident, newHome } from '../helpers/cli.js';
import { describeWith } from '../helpers/requires.js';
import { postgresql, storeVariables } from '../helpers/servers/postgres.js';
import { type Relay, startRelay } from '../helpers/servers/relay.js';
import { type Started, startServer } from '../http/started.js';

const LETTER = { bytes: Buffer.from('{\\rtf1\\ansi Dear reader,\\par}'), name: 'letter.rtf' };

/** Takes LibreOffice about a millisecond a paragraph. */
const longText = (paragraphs: number) =>
  Buffer.from(`{\\rtf1\\ansi ${'A paragraph has some words to lay out.\\par\n'.repeat(paragraphs)}}`);

describe('in memory', () => suite(async () => ({}), false));
describeWith('in PostgreSQL', [postgresql], () => suite(storeVariables, true));

function suite(variables: () => Promise<Record<string, string>>, durable: boolean): void {
  let env: Record<string, string>;
  let server: Started;
  let relay: Relay;
  let remote: Remote;
  const folder = mkdtempSync(join(tmpdir(), 'docconv-remote-jobs-'));
  beforeAll(async () => {
    env = await variables();
    server = await startServer({}, env);
    relay = await startRelay(server.port);
    const times = { waitSeconds: 0, retryMs: 60_000 };
    remote = new Remote({ server: relay.address, apiKey: server.key, times });
  });
  afterAll(async () => {
    await remote.close();
    await relay.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    for (const { id } of await remote.jobs.list()) await remote.jobs.cancel(id);
  });

  const cli = (argv: string[], key = server.key) =>
    docconvResident(argv, { env: { DOCCONV_HOME: folder, DOCCONV_API_KEY: key }, cwd: folder });

  it('a conversion that takes longer than the server waits is complete, and leaves nothing there', async () => {
    const output = join(folder, 'slow.pdf');
    expect(await remote.convertToFile(LETTER, output)).toMatchObject({ to: 'pdf', files: [{ path: output }] });
    expect(readFileSync(output, 'latin1')).toMatch(/^%PDF-/);
    expect(await remote.jobs.list()).toEqual([]);
    const patient = new Remote({ server: server.url, apiKey: server.key, times: { waitSeconds: 50, retryMs: 0 } });
    expect(Buffer.from((await patient.convert(LETTER)).pdf).toString('latin1')).toMatch(/^%PDF-/);
    await patient.close();
    expect(await remote.jobs.list()).toEqual([]);
  });

  it('a job that fails has the error of a conversion that is waited for', async () => {
    const broken = { bytes: Buffer.from('hello'), name: 'a.docx' };
    await expect(remote.convert(broken)).rejects.toMatchObject({ code: 'FORMAT_MISMATCH' });
    expect(await remote.jobs.list()).toEqual([]);
  });

  it('after a lost answer the client goes on with the same job', async () => {
    const before = conversions(await server.metrics());
    const lost = relay.loseNextAnswer();
    const [{ pdf }] = await Promise.all([remote.convert(LETTER), lost]);
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/^%PDF-/);
    expect(conversions(await server.metrics())).toBe(before + 1);
  });

  it('--no-wait, and what docconv jobs does with the job', async () => {
    writeFileSync(join(folder, 'letter.rtf'), LETTER.bytes);
    const submitted = await cli(['convert', 'letter.rtf', '--server', server.url, '--no-wait']);
    expect(submitted).toMatchObject({ code: 0, out: expect.stringMatching(/^http:\S+\/v1\/jobs\/[\w-]{22}\n$/) });
    const address = submitted.out.trim();
    const id = address.split('/').at(-1)!;
    const fetched = await cli(['jobs', 'fetch', address, '--json']);
    expect(JSON.parse(fetched.out)).toMatchObject({
      id,
      durable,
      status: 'succeeded',
      output: join(folder, 'letter.pdf'),
    });
    expect(readFileSync(join(folder, 'letter.pdf'), 'latin1')).toMatch(/^%PDF-/);
    const again = await cli(['jobs', 'fetch', id, '--server', server.url]);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('letter.pdf exists') });
    expect((await cli(['jobs', 'list', '--server', server.url])).out).toContain(`${id}  convert  succeeded`);
    expect((await cli(['jobs', 'show', address])).out).toContain('succeeded');

    const stranger = await server.issueKey('stranger@example.org');
    for (const command of ['show', 'fetch', 'cancel'])
      expect(await cli(['jobs', command, address], stranger)).toMatchObject({ code: 6, out: '' });

    expect(await cli(['jobs', 'cancel', address])).toMatchObject({ code: 0 });
    expect(await cli(['jobs', 'show', address])).toMatchObject({ code: 6 });
  });

  it('--no-wait with --json and several documents; one that fails has its exit code at jobs fetch', async () => {
    writeFileSync(join(folder, 'one.rtf'), LETTER.bytes);
    writeFileSync(join(folder, 'two.docx'), 'hello');
    const { code, out } = await cli(['convert', 'one.rtf', 'two.docx', '--server', server.url, '--no-wait', '--json']);
    const jobs = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(code).toBe(0);
    expect(jobs.map(({ input }) => input)).toEqual(['one.rtf', 'two.docx']);
    for (const job of jobs) expect(job).toMatchObject({ durable, job: remoteAddress(server, job.id) });
    const failed = await cli(['jobs', 'fetch', jobs[1].job]);
    expect(failed).toMatchObject({ code: 3, out: '' });
    expect((await cli(['jobs', 'show', jobs[1].job])).out).toContain('[format_mismatch]');
  });

  it('Ctrl-C cancels the job', async () => {
    writeFileSync(join(folder, 'long.rtf'), longText(100_000));
    const before = readdirSync(folder);
    const argv = [resolve('bin/docconv.js'), 'convert', 'long.rtf', '--server', server.url];
    const own = { DOCCONV_HOME: newHome(), DOCCONV_API_KEY: server.key };
    const child = spawn(process.execPath, argv, { cwd: folder, env: { ...process.env, ...own } });
    const printed = text(child.stderr);
    await expect.poll(() => remote.jobs.list()).toMatchObject([{ status: 'running' }]);
    child.kill('SIGINT');
    expect((await once(child, 'exit'))[0]).toBe(130);
    expect(await printed).toContain('long.rtf: Cancelled, and the job on the server as well.');
    expect(await remote.jobs.list()).toMatchObject([{ status: 'cancelled' }]);
    expect(readdirSync(folder)).toEqual(before);
  });

  if (!durable) return;
  it('another server finishes what was begun', async () => {
    const converted = remote.convert({ bytes: longText(3000), name: 'long.rtf' });
    await expect.poll(() => remote.jobs.list()).toMatchObject([{ status: 'running' }]);
    relay.connectTo(null);
    await server.stop(0);
    server = await startServer({}, env);
    relay.connectTo(server.port);
    expect(Buffer.from((await converted).pdf).toString('latin1')).toMatch(/^%PDF-/);
  });
}

const remoteAddress = ({ url }: Started, id: string) => `${url}/v1/jobs/${id}`;

/** Conversions that ended, however. */
function conversions(metrics: string): number {
  const counts = [...metrics.matchAll(/^docconv_conversions_total\{[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
