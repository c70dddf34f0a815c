/** The queue with real mail servers that are down, refuse, or answer temporarily. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CodeMail, createMailer, type MailOutcome, MailQueue } from '../../src/mail/index.js';
import { QueueFolder } from '../../src/mail/queue-folder.js';
import { CONNECTIONS } from '../../src/mail/smtp.js';
import { freePort } from '../helpers/servers/free-port.js';
import { codeIn, startMailServer } from '../helpers/servers/smtp.js';
import { startReplies } from '../helpers/servers/smtp-replies.js';

const MINUTE = 60_000;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-mails-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'mail-queue');
}

interface Options {
  folder?: string;
  port: number;
  validMs?: (mail: CodeMail) => Promise<number>;
  attemptMs?: number;
}

async function open({ folder = newFolder(), port, validMs = async () => 10 * MINUTE, attemptMs = MINUTE }: Options) {
  const mailer = await createMailer({
    from: 'docconv <no-reply@example.org>',
    outbox: '',
    smtp: { host: '127.0.0.1', port, security: 'none' },
  });
  const outcomes: MailOutcome[] = [];
  const onOutcome = async (_mail: CodeMail, outcome: MailOutcome) => void outcomes.push(outcome);
  const queue = new MailQueue({ folder, mailer, firstDelayMs: 20, attemptMs, validMs, onOutcome });
  onTestFinished(async () => {
    await queue.close();
    mailer.close();
  });
  return { queue, folder, outcomes, kinds: () => outcomes.map(({ kind }) => kind) };
}

const mailTo = (email: string): CodeMail => ({
  email,
  code: 'ABCD2345',
  server: null,
  expiresAt: Date.now() + 10 * MINUTE,
  requestId: 'r1',
});

test('a mail that was saved before the clock of the machine was set back is sent', async () => {
  const server = await startMailServer();
  const folder = newFolder();
  new QueueFolder(folder).save(mailTo('ann@example.org'), Date.now() + 65 * MINUTE);
  const { kinds } = await open({ folder, port: server.port });
  await expect.poll(kinds).toEqual(['sent']);
});

test('a mail is sent once the server that was down is up again; its folder is readable by the owner only', async () => {
  const port = await freePort();
  const { queue, folder, kinds } = await open({ port });
  queue.add(mailTo('ann@example.org'));
  const [name = ''] = readdirSync(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  await expect.poll(kinds).toContain('retried');
  expect([queue.pending, typeof queue.failingSince]).toEqual([1, 'number']);
  const server = await startMailServer({ port });
  expect(codeIn(await server.mail())).toBe('ABCD2345');
  await expect.poll(kinds).toContain('sent');
  expect([queue.pending, queue.failingSince, readdirSync(folder)]).toEqual([0, null, []]);
});

test('a mail that a killed process left is sent by the next one, once', async () => {
  const server = await startMailServer();
  const folder = newFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, `${Date.now()}.3.left.json`), JSON.stringify(mailTo('ann@example.org')));
  writeFileSync(join(folder, `${Date.now()}.0.torn.json`), '{"email":');
  const both = [await open({ folder, port: server.port }), await open({ folder, port: server.port })];
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  expect(both.flatMap(({ kinds }) => kinds())).toEqual(['sent']);
  expect(server.received.map(({ recipients }) => recipients)).toEqual([['ann@example.org']]);
});

test('close() sends what is due, and leaves in the folder what cannot be sent', async () => {
  const server = await startMailServer();
  const good = await open({ port: server.port });
  for (let i = 0; i < 30; i++) good.queue.add(mailTo(`a${i}@example.org`));
  expect(await good.queue.close()).toBe(0);
  expect(server.received).toHaveLength(30);
  const down = await open({ port: await freePort() });
  down.queue.add(mailTo('ann@example.org'));
  await expect.poll(down.kinds).toContain('retried');
  expect(await down.queue.close()).toBe(1);
  expect(readFileSync(join(down.folder, readdirSync(down.folder)[0] as string), 'utf8')).toContain('ann@example.org');
});

test('a server that sends bytes without end keeps no connection from the mails that follow', async () => {
  let isSlow = true;
  const { port } = await startReplies(command => (command !== 'EHLO' || !isSlow ? undefined : 'endless'));
  const { queue, outcomes } = await open({ port, attemptMs: 300 });
  for (let i = 0; i < CONNECTIONS; i++) queue.add(mailTo(`a${i}@example.org`));
  const inTime = 'the mail server did not finish in time';
  await expect.poll(() => outcomes).toEqual(Array(CONNECTIONS).fill({ kind: 'retried', reason: inTime }));
  isSlow = false;
  await expect.poll(() => queue.pending).toBe(0);
  expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(CONNECTIONS);
});

test('a mail is kept when the server answers without a reply code, whose text is no reason', async () => {
  const asked = new Set<string>();
  const wrongAtFirst = (command: string) => (asked.size < asked.add(command).size ? 'ann@example.org?' : undefined);
  const { port } = await startReplies(wrongAtFirst);
  const { queue, outcomes } = await open({ port });
  queue.add(mailTo('ann@example.org'));
  await expect.poll(() => queue.pending).toBe(0);
  expect(outcomes.at(-1)).toEqual({ kind: 'sent', saved: null });
  expect([...asked]).toEqual(expect.arrayContaining(['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', '.']));
  expect(JSON.stringify(outcomes)).not.toContain('ann@');
});

test.each(['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', '.'])(
  'a mail is kept when the server closes after %s',
  async at => {
    let hasClosed = false;
    const { port } = await startReplies(command => {
      if (command !== at || hasClosed) return undefined;
      hasClosed = true;
      return 'close';
    });
    const { queue, kinds } = await open({ port });
    queue.add(mailTo('ann@example.org'));
    await expect.poll(kinds).toEqual(['retried', 'sent']);
    expect(queue.pending).toBe(0);
  },
);

describe('a mail is given up', () => {
  test('when the server refuses the address for good; the reason does not contain the address', async () => {
    const refuse = (address: { address: string }, _session: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(`<${address.address}> is unknown here`), { responseCode: 550 }));
    const server = await startMailServer({ more: { onRcptTo: refuse } });
    const { queue, outcomes } = await open({ port: server.port });
    queue.add(mailTo('ann@example.org'));
    await expect.poll(() => outcomes).toHaveLength(1);
    expect(outcomes).toEqual([{ kind: 'failed', reason: 'the mail server answered 550 to RCPT TO' }]);
    expect([queue.pending, queue.failingSince]).toEqual([0, null]);
  });

  test('but not when the server refuses it for now (greylisting)', async () => {
    let asked = 0;
    const later = (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
      done(asked++ < 2 ? Object.assign(new Error('4.2.0 come back'), { responseCode: 450 }) : undefined);
    const server = await startMailServer({ more: { onRcptTo: later } });
    const { queue, kinds } = await open({ port: server.port });
    queue.add(mailTo('ann@example.org'));
    await expect.poll(kinds).toEqual(['retried', 'retried', 'sent']);
    expect(queue.failingSince).toBeNull();
  });

  test('when its code expires, or was replaced', async () => {
    const server = await startMailServer();
    const validMs = async ({ email }: CodeMail) => (email[0] === 'r' ? 0 : 0.9 * MINUTE);
    const { queue, outcomes } = await open({ port: server.port, validMs });
    queue.add(mailTo('expires@example.org'));
    queue.add(mailTo('replaced@example.org'));
    await expect.poll(() => outcomes.length).toBe(2);
    expect(outcomes).toEqual(
      expect.arrayContaining([
        { kind: 'failed', reason: 'the code expires' },
        { kind: 'failed', reason: 'the code was replaced or used, or has expired' },
      ]),
    );
    expect(server.received).toEqual([]);
  });
});

test('a mail that cannot be saved is sent all the same', async () => {
  const server = await startMailServer();
  const folder = newFolder();
  writeFileSync(folder, 'a file in place of the folder');
  const { queue, kinds } = await open({ folder, port: server.port });
  queue.add(mailTo('ann@example.org'));
  await server.mail();
  await expect.poll(kinds).toEqual(['sent']);
});
