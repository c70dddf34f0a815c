import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DocconvError } from '../../src/errors.js';
import { codeMail, createMailer, type SavedMail, type SmtpSettings } from '../../src/mail/index.js';
import { codeIn, mailCa, startMailServer } from '../helpers/servers/smtp.js';

const from = 'docconv <no-reply@example.org>';
const email = 'ann+docs@example.org';
const mail = codeMail({ email, code: 'ABCD2345', expiresIn: 600, server: 'https://docs.example.org' });

async function mailerFor(smtp: Partial<SmtpSettings> & { port: number }) {
  const mailer = await createMailer({
    from,
    outbox: '/nonexistent',
    smtp: { host: '127.0.0.1', security: 'none', ...smtp },
  });
  onTestFinished(() => mailer.close());
  return mailer;
}

describe('the mail server', () => {
  test('gets a complete mail, with its code and the commands to redeem it', async () => {
    const server = await startMailServer();
    expect(await (await mailerFor(server)).send(mail)).toBeNull();
    const got = await server.mail();
    expect(got.recipients).toEqual([email]);
    expect(got.from).toMatchObject({ name: 'docconv', address: 'no-reply@example.org' });
    expect(got.subject).toBe('Your docconv code');
    expect(codeIn(got)).toBe('ABCD2345');
    expect(got.text).toContain(`docconv verify-email ${email} ABCD2345 --server https://docs.example.org`);
    expect(got.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('gets the mail with STARTTLS and login', async () => {
    const login = { user: 'docconv', password: 'hunter2' };
    const server = await startMailServer({ starttls: true, login });
    const mailer = await mailerFor({ port: server.port, security: 'starttls', ca: mailCa, ...login });
    await mailer.send(mail);
    expect(await server.mail()).toMatchObject({ secure: true, user: 'docconv' });
  });

  test('gets the mail with TLS from the first byte', async () => {
    const server = await startMailServer({ tls: true });
    await (await mailerFor({ port: server.port, security: 'tls', ca: mailCa })).send(mail);
    expect(await server.mail()).toMatchObject({ secure: true });
  });

  test('gets 100 simultaneous mails over a few connections', async () => {
    let connections = 0;
    const onConnect = (_session: unknown, done: () => void) => {
      connections++;
      done();
    };
    const server = await startMailServer({ more: { onConnect } });
    const mailer = await mailerFor(server);
    await Promise.all(Array.from({ length: 100 }, () => mailer.send(mail)));
    expect(server.received).toHaveLength(100);
    expect(connections).toBeLessThan(20);
  });
});

describe('MAIL_FAILED', () => {
  const failed = expect.objectContaining({ code: 'MAIL_FAILED' });

  test('when the connection is refused', async () => {
    await expect((await mailerFor({ port: 1 })).send(mail)).rejects.toEqual(failed);
  });

  test('when the certificate is not trusted', async () => {
    const server = await startMailServer({ starttls: true });
    await expect((await mailerFor({ port: server.port, security: 'starttls' })).send(mail)).rejects.toEqual(failed);
    expect(server.received).toEqual([]);
  });

  test('when STARTTLS is not offered: nothing is sent unencrypted', async () => {
    const server = await startMailServer();
    await expect((await mailerFor({ port: server.port, security: 'starttls' })).send(mail)).rejects.toEqual(failed);
    expect(server.received).toEqual([]);
  });

  test('when the password is wrong, without revealing it', async () => {
    const server = await startMailServer({ starttls: true, login: { user: 'docconv', password: 'hunter2' } });
    const wrong = { security: 'starttls', ca: mailCa, user: 'docconv', password: 'hunter3' } as const;
    const error = await (await mailerFor({ port: server.port, ...wrong })).send(mail).catch((thrown: Error) => thrown);
    expect(error).toEqual(failed);
    expect(String(error)).not.toContain('hunter3');
  });

  test('when the server accepts the connection and sends nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    await expect((await mailerFor({ port, timeoutMs: 200 })).send(mail)).rejects.toEqual(failed);
  }, 20_000); // the mail library itself waits for half a minute

  test('when the server refuses the address', async () => {
    const refuse = (_address: unknown, _session: unknown, done: (error: Error) => void) =>
      done(new Error('unknown user'));
    const server = await startMailServer({ more: { onRcptTo: refuse } });
    const error = await (await mailerFor(server)).send(mail).catch((thrown: DocconvError) => thrown);
    const reason = 'the mail server answered 550 to RCPT TO';
    expect(error).toMatchObject({ code: 'MAIL_FAILED', detail: { permanent: true, recipientOnly: true, reason } });
  });
});

test('a password is not sent without TLS, except over loopback', async () => {
  const smtp = { host: 'mail.example.org', port: 25, security: 'none', user: 'docconv', password: 'x' } as const;
  await expect(createMailer({ from, outbox: '', smtp })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

test('an address cannot add a header or a recipient', async () => {
  const server = await startMailServer();
  const mailer = await mailerFor(server);
  const attacks = [
    'ann@example.org\r\nBcc: eve@example.org',
    'ann@example.org, eve@example.org',
    '"eve@example.org"ann@example.org',
  ];
  for (const to of attacks) await mailer.send({ ...mail, to }).catch(() => undefined);
  await mailer.send(mail);
  expect(server.received.at(-1)?.recipients).toEqual([email]);
  for (const { recipients, headers } of server.received) {
    expect(recipients).toHaveLength(1);
    expect(recipients).not.toContain('eve@example.org');
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
  }
});

test('the outbox contains each mail as .eml and as text, with mode 0600', async () => {
  const outbox = join(mkdtempSync(join(tmpdir(), 'docconv-mail-')), 'outbox');
  onTestFinished(() => rmSync(dirname(outbox), { recursive: true }));
  const mailer = await createMailer({ from, outbox });
  const paths = await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail)));
  expect(readdirSync(outbox).filter(name => name.endsWith('.eml'))).toHaveLength(20);
  const { eml, text } = paths[0] as SavedMail;
  for (const path of [eml, text]) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  expect(readFileSync(text, 'utf8')).toBe(`To: ${email}\nSubject: Your docconv code\n\n${mail.text}`);
  const got = await PostalMime.parse(readFileSync(eml));
  expect(got.to).toEqual([{ name: '', address: email }]);
  expect(codeIn(got)).toBe('ABCD2345');
});

describe('the text', () => {
  test('contains no link that redeems the code', () => {
    const links = `${mail.text}${mail.html}`.match(/https?:\/\/[^\s'"<]+/g) ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).not.toMatch(/ABCD2345|ann|\?/);
    expect(mail.html).not.toMatch(/<a\b|<img\b|href|src=/i);
  });

  test('contains the local command if there is no server', () => {
    expect(codeMail({ email, code: 'ABCD2345', expiresIn: 600, server: null }).text).toContain(
      `    docconv verify-email ${email} ABCD2345\n`,
    );
  });

  test('quotes characters with a meaning in a shell or in HTML', () => {
    const hostile = codeMail({
      email: "`x`$'&{}@example.org",
      code: 'ABCD2345',
      expiresIn: 600,
      server: 'https://a.org',
    });
    expect(hostile.text).toContain(`docconv verify-email '\`x\`$'\\''&{}@example.org' ABCD2345`);
    expect(hostile.html).not.toMatch(/&(?!#\d+;)|'/);
  });
});
