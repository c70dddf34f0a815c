/** The account commands with a real mail server and outbox. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { atTerminal, docconv, newHome } from '../helpers/cli.js';
import { describeTools } from '../helpers/requires.js';
import { codeIn, mailCa, startMailServer } from '../helpers/servers/smtp.js';

const email = 'ann+docs@example.org';
const KEY = /^dck_[0-9A-Za-z]{36}\n$/;

/** The code in the newest mail of the outbox. */
async function codeInOutbox(home: string): Promise<string> {
  const outbox = join(home, 'data', 'outbox');
  const mails = readdirSync(outbox).filter(name => name.endsWith('.eml'));
  const newest = mails.sort().at(-1) ?? '';
  return codeIn(await PostalMime.parse(readFileSync(join(outbox, newest))));
}

async function issue(env: Record<string, string>, ...more: string[]) {
  await docconv(['register', email], { env });
  return docconv(['verify-email', email, await codeInOutbox(env.DOCCONV_HOME ?? ''), ...more], { env });
}

test('register and verify-email print only the key on stdout', async () => {
  const env = { DOCCONV_HOME: newHome() };
  const asked = await docconv(['register', email], { env });
  expect(asked).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringMatching(/Saved the mail as .*outbox.*\.txt\n.*verify-email/),
  });
  const code = await codeInOutbox(env.DOCCONV_HOME);
  expect(asked.err).not.toContain(code);
  const got = await docconv(['verify-email', email, ` ${code.toLowerCase()}`], { env });
  expect(got).toMatchObject({ code: 0, out: expect.stringMatching(KEY) });
  expect(got.err).not.toContain('dck_');
  const saved = readFileSync(join(env.DOCCONV_HOME, 'credentials.json'), 'utf8');
  expect(JSON.parse(saved).servers).toEqual([
    expect.objectContaining({ server: 'http://127.0.0.1:8080', apiKey: got.out.trim(), email }),
  ]);
  expect(statSync(join(env.DOCCONV_HOME, 'credentials.json')).mode & 0o777).toBe(0o600);
});

test('verify-email says what is wrong with its words', async () => {
  const env = { DOCCONV_HOME: newHome() };
  await docconv(['register', email], { env });
  const verify = (...words: string[]) => docconv(['verify-email', ...words], { env });
  const malformed = { code: 6, out: '', err: expect.stringContaining('a code has 8 letters and digits') };
  expect(await verify('WRONGCOD')).toMatchObject(malformed);
  expect(await verify(email, 'WRONGCOD')).toMatchObject(malformed);
  expect(await verify(email)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('No code was given') });
  expect(await verify('ann.example.org', '22222222')).toMatchObject({
    code: 2,
    err: expect.stringContaining('e-mail address'),
  });
  expect(await verify(await codeInOutbox(env.DOCCONV_HOME))).toMatchObject({
    code: 0,
    out: expect.stringMatching(KEY),
  });
});

test('the mail is sent by SMTP with STARTTLS and authentication', async () => {
  const home = newHome();
  const login = { user: 'docconv', password: 'hunter2' };
  const server = await startMailServer({ starttls: true, login });
  writeFileSync(join(home, 'ca.pem'), mailCa);
  const env = {
    DOCCONV_HOME: home,
    DOCCONV_SMTP_HOST: 'localhost',
    DOCCONV_SMTP_PORT: String(server.port),
    DOCCONV_SMTP_USER: login.user,
    DOCCONV_SMTP_PASSWORD: login.password,
    DOCCONV_SMTP_CA: join(home, 'ca.pem'),
  };
  const asked = await docconv(['register', email], { env });
  expect(asked).toMatchObject({ code: 0, err: expect.stringContaining(`Sent a code to ${email}`) });
  const mail = await server.mail();
  expect(mail).toMatchObject({ recipients: [email], secure: true, user: 'docconv' });
  expect((await docconv(['verify-email', email, codeIn(mail)], { env })).out).toMatch(KEY);
});

test('an unreachable mail server is reported, and the code that was not sent is not counted', async () => {
  const smtp = { DOCCONV_SMTP_HOST: '127.0.0.1', DOCCONV_SMTP_PORT: '1' };
  const env = { DOCCONV_HOME: newHome(), DOCCONV_CODES_PER_ADDRESS: '1', ...smtp };
  for (let i = 0; i < 2; i++) {
    expect(await docconv(['register', email], { env })).toMatchObject({
      code: 6,
      out: '',
      err: expect.stringMatching(/Cannot send the mail by 127\.0\.0\.1:1/),
    });
  }
});

test('verify-email takes a code of two words, and the address that was registered last', async () => {
  const env = { DOCCONV_HOME: newHome() };
  const words = async () => (await codeInOutbox(env.DOCCONV_HOME)).match(/..../g) ?? [];
  await docconv(['register', 'bob@example.org'], { env });
  const bob = await docconv(['verify-email', 'bob@example.org', ...(await words()), '--json'], { env });
  expect(JSON.parse(bob.out)).toMatchObject({ email: 'bob@example.org' });
  await docconv(['register', email], { env });
  const remembered = join(env.DOCCONV_HOME, 'registration.json');
  expect(statSync(remembered).mode & 0o777).toBe(0o600);
  const ann = await docconv(['verify-email', ...(await words()), '--json'], { env });
  expect(JSON.parse(ann.out)).toMatchObject({ email });
  expect(existsSync(remembered)).toBe(false);
});

test('--json prints the answers as objects, and --no-save saves no key', async () => {
  const env = { DOCCONV_HOME: newHome() };
  const asked = await docconv(['register', email, '--json'], { env });
  expect(JSON.parse(asked.out)).toMatchObject({ status: 'code_sent', email, expiresIn: 600 });
  const got = await docconv(['verify-email', email, await codeInOutbox(env.DOCCONV_HOME), '--json', '--no-save'], {
    env,
  });
  expect(JSON.parse(got.out)).toMatchObject({ apiKey: expect.stringMatching(/^dck_/), email });
  expect(readdirSync(env.DOCCONV_HOME)).not.toContain('credentials.json');
});

describe('rejected', () => {
  test('a wrong code and a used code', async () => {
    const env = { DOCCONV_HOME: newHome() };
    await docconv(['register', email], { env });
    const wrong = await docconv(['verify-email', email, '22222222'], { env });
    expect(wrong).toMatchObject({ code: 6, out: '', err: expect.stringContaining('wrong, used or expired') });
    const code = await codeInOutbox(env.DOCCONV_HOME);
    await docconv(['verify-email', email, code], { env });
    expect(await docconv(['verify-email', email, code], { env })).toEqual(wrong);
  });

  test.each([
    [['register']],
    [['register', 'nobody']],
    [['verify-email']],
    [['verify-email', email]],
    [['keys', 'revoke']],
    [['keys', 'revoke', 'nosuchkey']],
  ])('%j is wrong usage', async argv => {
    expect(await docconv(argv, { env: { DOCCONV_HOME: newHome() } })).toMatchObject({ code: 2, out: '' });
  });

  test('more codes within an hour than allowed', async () => {
    const env = { DOCCONV_HOME: newHome(), DOCCONV_CODES_PER_ADDRESS: '1' };
    await docconv(['register', email], { env });
    const second = await docconv(['register', email], { env });
    expect(second).toMatchObject({ code: 6, err: expect.stringMatching(/Too many codes .* 60 minutes/) });
  });
});

test('keys are listed without secrets and revoked; the saved key is removed', async () => {
  const env = { DOCCONV_HOME: newHome() };
  expect(await docconv(['keys', 'list'], { env })).toMatchObject({ code: 0, out: '' });
  const key = (await issue(env)).out.trim();
  const listed = await docconv(['keys', 'list'], { env });
  expect(listed.out).toMatch(/^\w{12} {2}\d{4}-\d\d-\d\d {2}active +ann\+docs@example\.org\n$/);
  expect(listed.out).not.toContain(key.slice(4, 12));
  const { id } = JSON.parse((await docconv(['keys', 'list', '--json'], { env })).out);
  expect(await docconv(['keys', 'revoke', id], { env })).toMatchObject({ code: 0, out: '' });
  expect((await docconv(['keys', 'list'], { env })).out).toContain('revoked');
  expect(await docconv(['keys', 'revoke', id], { env })).toMatchObject({ code: 2 });
  expect(JSON.parse(readFileSync(join(env.DOCCONV_HOME, 'credentials.json'), 'utf8')).servers).toEqual([]);
});

describe('the operator', () => {
  const SECRET = /^dck_[0-9A-Za-z]{36}\n$/;

  test('creates, renames and rotates keys, and reads the audit log', async () => {
    const env = { DOCCONV_HOME: newHome() };
    const run = (...argv: string[]) => docconv(['keys', ...argv], { env });
    const created = await run('create', email, '--name', 'scanner', '--expires', '90', '--admin');
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(SECRET) });
    expect(created.err).toMatch(/^This is an admin key of ann\+docs@example\.org \(id (\w{12})\)\. It expires on /);
    const id = /id (\w{12})/.exec(created.err)?.[1] ?? '';
    expect(await run('rename', id, 'printer')).toMatchObject({ code: 0 });
    const rotated = await run('rotate', id, '--grace', '2');
    expect(rotated).toMatchObject({ code: 0, out: expect.stringMatching(SECRET) });
    expect(rotated.out).not.toBe(created.out);
    expect((await run('list')).out).toMatch(
      /^\w{12} {2}[\d-]{10} {2}active {14}ann\+docs@example\.org {2}"printer" {2}admin {2}expires [\d-]{10} {2}former secret until /,
    );
    const events = (await run('log', '--json')).out.trim().split('\n');
    expect(events.map(line => JSON.parse(line).event)).toEqual(['key_created', 'key_rotated']);
    expect((await run('log', '--last', '1')).out).toMatch(
      /^[\d-]{10} [\d:]{8}Z {2}key rotated +ann\+docs@example\.org {2}key \w{12}\n$/,
    );
  });

  test('decides who may register', async () => {
    const env = { DOCCONV_HOME: newHome(), DOCCONV_REGISTRATION: 'invited' };
    const refused = await docconv(['register', email], { env });
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/may not register.*docconv keys invite/) });
    expect(await docconv(['keys', 'invite', email], { env })).toMatchObject({ code: 0, out: '' });
    expect((await docconv(['keys', 'invite'], { env })).out).toMatch(/^ann\+docs@example\.org {2}until [\d-]{10}\n$/);
    expect(await docconv(['register', email], { env })).toMatchObject({ code: 0 });
    expect(await docconv(['keys', 'invite', email, '--withdraw'], { env })).toMatchObject({ code: 0 });
    const wrong = await docconv(['keys', 'list'], { env: { ...env, DOCCONV_REGISTRATION: 'example' } });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('The setting registration takes') });
  });
});

test('a damaged store is reported and not changed', async () => {
  const env = { DOCCONV_HOME: newHome() };
  await issue(env);
  const path = join(env.DOCCONV_HOME, 'data', 'keys.json');
  writeFileSync(path, '{"version":1,"keys":[');
  expect(await docconv(['keys', 'list'], { env })).toMatchObject({ code: 1, err: expect.stringContaining(path) });
  expect(readFileSync(path, 'utf8')).toBe('{"version":1,"keys":[');
});

test('registering with a server does not send the key of another server', async () => {
  const seen: IncomingMessage[] = [];
  const other = createServer((request, response) => {
    seen.push(request);
    const sent = { status: 'code_sent', email, expiresIn: 600 };
    const key = { apiKey: 'dck_\x1b[2J', keyId: 'x', email, createdAt: '' };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(request.url?.includes('verify') ? key : sent));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { DOCCONV_HOME: newHome(), DOCCONV_API_KEY: 'dck_ofAnotherServer' };
  const argv = ['--server', `http://127.0.0.1:${port}`];
  expect((await docconv(['register', email, ...argv], { env })).code).toBe(0);
  const got = await docconv(['verify-email', email, 'ABCD2345', ...argv], { env });
  expect(got, 'a response with control characters is rejected').toMatchObject({ code: 6, out: '' });
  expect(seen).toHaveLength(2);
  for (const { headers } of seen) expect(headers.authorization).toBeUndefined();
});

describeTools('at a terminal', ['script'], () => {
  test('prompts for missing arguments', async () => {
    const env = { DOCCONV_HOME: newHome() };
    const asked = atTerminal(['register'], { env });
    await asked.answer('E-mail address:', email);
    await asked.answer('press Enter to do so later', '');
    expect(await asked.ended()).toMatchObject({ code: 0, screen: expect.stringMatching(/\.txt\r\n.*Next:/s) });
    const got = atTerminal(['verify-email'], { env });
    await got.answer('Code from the mail:', await codeInOutbox(env.DOCCONV_HOME));
    expect(await got.ended()).toMatchObject({ code: 0, screen: expect.stringMatching(/dck_\w{36}/) });
    const revoked = atTerminal(['keys', 'revoke'], { env });
    await revoked.answer('Which key', '');
    expect(await revoked.ended()).toMatchObject({ code: 0, screen: expect.stringContaining('Revoked the key') });
  });

  test('register asks again after typing errors, until the code is right', async () => {
    const env = { DOCCONV_HOME: newHome() };
    const asked = atTerminal(['register'], { env });
    await asked.answer('E-mail address:', 'nobody');
    await asked.answer('The e-mail address is invalid', email);
    await asked.answer('Code from the mail:', '12345');
    await asked.answer('That is not a code', '22222222');
    await asked.answer('4 tries are left', (await codeInOutbox(env.DOCCONV_HOME)).replace(/.{4}/, '$& '));
    expect(await asked.ended()).toMatchObject({ code: 0, screen: expect.stringMatching(/dck_\w{36}/) });
    const saved = readFileSync(join(env.DOCCONV_HOME, 'credentials.json'), 'utf8');
    expect(JSON.parse(saved).servers).toEqual([expect.objectContaining({ email })]);
  });

  test('Ctrl-C at a prompt exits with 130', async () => {
    const asked = atTerminal(['register'], { env: { DOCCONV_HOME: newHome() } });
    await asked.answer('E-mail address:', '\x03');
    expect((await asked.ended()).code).toBe(130);
  });
});
