/** The four operations of the specification end to end: built program, real sockets, real mail server. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Remote } from '../../src/remote/index.js';
import { atTerminal, docconv, docconvInTurn, newHome } from '../helpers/cli.js';
import { describeTools } from '../helpers/requires.js';
import { codeIn, mailCa, startMailServer } from '../helpers/servers/smtp.js';
import { serve } from './served.js';
import { signedPdf } from './signed.js';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
  writeFileSync(join(folder, 'letter.docx'), await letter());
  writeFileSync(join(folder, 'signed.pdf'), signedPdf());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function letter(): Promise<Buffer> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const table = new Table({ rows: [new TableRow({ children: [cell('Amount'), cell('17')] })] });
  return Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('Dear reader'), table] }] }));
}

const smtp = (port: number) => ({ DOCCONV_SMTP_HOST: 'localhost', DOCCONV_SMTP_PORT: String(port) });

test('over HTTP: register, redeem the mailed code, convert, verify a signed PDF', async () => {
  const mails = await startMailServer();
  const server = await serve({ DOCCONV_HOME: newHome(), ...smtp(mails.port), DOCCONV_SMTP_SECURITY: 'none' });
  const get = (path: string) => fetch(server.url + path);

  const registered = await get('/v1/auth/register?email=a%2Bb@example.org');
  expect(registered.status).toBe(202);
  const sent = { status: 'code_sent', email: 'a+b@example.org', expiresIn: 600, retryAfter: 60 };
  expect(await registered.json()).toEqual(sent);
  const mail = await mails.mail();
  expect(mail.recipients).toEqual(['a+b@example.org']);
  const code = codeIn(mail);

  const verified = await get(`/v1/auth/verify?email=a+b@example.org&code=${code}`);
  expect([verified.status, verified.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { apiKey } = (await verified.json()) as { apiKey: string };
  expect(apiKey).toMatch(/^dck_[0-9A-Za-z]{36}$/);
  expect((await get(`/v1/auth/verify?email=a+b@example.org&code=${code}`)).status).toBe(400);

  const form = new FormData();
  form.append('file', new Blob([readFileSync(join(folder, 'letter.docx'))]), 'Brief "für" Ännchen.docx');
  const headers = { authorization: `Bearer ${apiKey}` };
  const converted = await fetch(`${server.url}/v1/convert?from=docx`, { method: 'POST', headers, body: form });
  expect([converted.status, converted.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const disposition = converted.headers.get('content-disposition');
  expect(disposition).toContain("filename*=UTF-8''Brief%20%22f%C3%BCr%22%20%C3%84nnchen.pdf");
  const pdf = Buffer.from(await converted.arrayBuffer());
  expect(pdf.length).toBe(Number(converted.headers.get('content-length')));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.toString('latin1').trimEnd()).toMatch(/%%EOF$/);

  const base64 = readFileSync(join(folder, 'signed.pdf')).toString('base64');
  const checked = await fetch(`${server.url}/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document: { base64 } }),
  });
  expect(checked.status).toBe(200);
  const result = (await checked.json()) as {
    valid: boolean;
    signer: { name: string };
    document: { signatures: number };
  };
  expect(result).toMatchObject({ valid: true, signer: { name: 'Anna Example' }, document: { signatures: 1 } });
  expect(Object.keys(result)).toEqual(['verdict', 'valid', 'reason', 'policy', 'signer', 'signers', 'document']);

  expect(await server.stop()).toBe(0);
  for (const secret of [apiKey, code, 'a+b@example.org', 'Dear reader']) expect(server.log()).not.toContain(secret);
  expect(server.messages()).toContain('by localhost');
});

test('in the terminal, with a remote server that sends mail by STARTTLS with a login', async () => {
  const login = { user: 'docconv', password: 'hunter2' };
  const mails = await startMailServer({ starttls: true, login });
  writeFileSync(join(folder, 'ca.pem'), mailCa);
  const server = await serve({
    DOCCONV_HOME: newHome(),
    ...smtp(mails.port),
    DOCCONV_SMTP_USER: login.user,
    DOCCONV_SMTP_PASSWORD: login.password,
    DOCCONV_SMTP_CA: join(folder, 'ca.pem'),
  });
  const env = { DOCCONV_HOME: newHome() };
  const at = ['--server', server.url];

  const registering = atTerminal(['register', ...at], { env });
  await registering.answer('E-mail address:', 'ann@example.org');
  const mail = await mails.mail();
  expect(mail).toMatchObject({ secure: true, user: 'docconv' });
  await registering.answer('Code from the mail:', codeIn(mail));
  const { code, screen } = await registering.ended();
  const key = /dck_[0-9A-Za-z]{36}/.exec(screen)?.[0] ?? '';
  expect([code, key]).toEqual([0, expect.stringMatching(/^dck_/)]);
  const saved = () => JSON.parse(readFileSync(join(env.DOCCONV_HOME, 'credentials.json'), 'utf8')).servers;
  expect(saved()).toMatchObject([{ server: server.url, apiKey: key }]);

  const client = new Remote({ server: server.url, apiKey: key });
  onTestFinished(() => client.close());
  await expect(client.register('ann@example.org'), 'a second code within a minute').rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/in \d+ seconds/),
  });

  const pdf = join(folder, 'remote.pdf');
  const converted = await docconv(['convert', join(folder, 'letter.docx'), '-o', pdf, ...at], { env });
  expect(converted).toMatchObject({ code: 0, out: '' });
  expect(readFileSync(pdf, 'latin1')).toMatch(/^%PDF-/);
  const check = ['check', join(folder, 'signed.pdf'), '--json', ...at];
  const [checked, known, loggedOut, keyless] = await docconvInTurn(
    [check, ['whoami'], ['logout'], ['convert', join(folder, 'letter.docx'), '-f', ...at]].map(argv => ({ argv })),
    { env },
  );
  expect(checked?.code).toBe(0);
  expect(JSON.parse(checked!.out)).toMatchObject({ valid: true, signer: { name: 'Anna Example' } });
  expect(known).toMatchObject({ code: 0, out: expect.stringContaining('ann@example.org') });
  expect([loggedOut?.code, keyless?.code]).toEqual([0, 6]);

  const logIn = ['login', ...at];
  const [loggedIn, listed] = await docconvInTurn([{ argv: logIn }, { argv: ['keys', 'list', '--json', ...at] }], {
    env,
    input: `${key}\n`,
  });
  expect(loggedIn).toMatchObject({ code: 0, out: '' });
  const { id } = JSON.parse(listed!.out);
  const ended = await docconvInTurn([{ argv: ['keys', 'revoke', id, ...at] }, { argv: logIn }], { env, input: key });
  expect(
    ended.map(({ code }) => code),
    'the key is revoked, then refused',
  ).toEqual([0, 6]);
});

describeTools('with curl', ['curl'], () => {
  test('with the requests of the specification', async () => {
    const mails = await startMailServer();
    const server = await serve({ DOCCONV_HOME: newHome(), ...smtp(mails.port), DOCCONV_SMTP_SECURITY: 'none' });
    const curl = async (...args: string[]) =>
      (await run('curl', ['-sS', '--fail-with-body', ...args], { encoding: 'utf8' })).stdout;

    await curl(`${server.url}/v1/auth/register?email=you@example.org`);
    const code = codeIn(await mails.mail());
    const { apiKey } = JSON.parse(await curl(`${server.url}/v1/auth/verify?email=you@example.org&code=${code}`));

    const pdf = join(folder, 'curl.pdf');
    const key = ['-H', `Authorization: Bearer ${apiKey}`];
    const file = ['-F', `file=@${join(folder, 'letter.docx')}`];
    await curl('-X', 'POST', ...key, ...file, `${server.url}/v1/convert?from=docx`, '-o', pdf);
    expect(readFileSync(pdf, 'latin1')).toMatch(/^%PDF-/);

    const json = ['-H', 'Content-Type: application/json'];
    writeFileSync(join(folder, 'body.json'), JSON.stringify({ document: { base64: signedPdf().toString('base64') } }));
    const answer = await curl('-X', 'POST', ...json, '-d', `@${join(folder, 'body.json')}`, `${server.url}/v1/verify`);
    expect(JSON.parse(answer).valid).toBe(true);
  });
});
