/** Names, expiry, last use, rotation, admin keys, and the audit log. */
import { describe, expect, test } from 'vitest';
import { DAY, describeStore, HOUR, MINUTE } from './test-keys.js';

const email = 'ann@example.org';
const refused = (message: string) =>
  expect.objectContaining({ code: 'KEY_INVALID', message: expect.stringContaining(message) });
const invalid = expect.objectContaining({ code: 'OPTION_INVALID' });

describeStore(openTestKeys => {
  describe('a name', () => {
    test('is given with the code or by the operator, and can be changed by the owner', async () => {
      const { keys } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      const { id, name } = await keys.redeemCode({ email, code, name: ' scanner ' });
      expect(name).toBe('scanner');
      expect(await keys.rename(id, 'printer', 'bob@example.org')).toBe(false);
      expect(await keys.rename(id, 'printer', email)).toBe(true);
      expect(await keys.list()).toMatchObject([{ id, name: 'printer' }]);
      await keys.rename(id, '');
      expect(await keys.list()).toMatchObject([{ name: null }]);
    });

    test.each(['x'.repeat(65), 'a\nb', 'a\u001b[2Jb', 'a\u202eb'])('%j is invalid', async name => {
      const { keys } = await openTestKeys();
      await expect(keys.createKey({ email, name })).rejects.toEqual(invalid);
      const { id } = await keys.createKey({ email, name: 'good' });
      await expect(keys.rename(id, name)).rejects.toEqual(invalid);
      expect(await keys.list()).toMatchObject([{ name: 'good' }]);
    });
  });

  describe('the secret of webhooks', () => {
    test('is replaced, and the former one is valid for a day', async () => {
      const { keys, again, pass } = await openTestKeys();
      expect(await keys.webhookSecrets(email)).toEqual({ rotations: 0, rotatedAt: null, formerUntil: null });
      const rotated = await keys.rotateWebhookSecret(email, { client: '203.0.113.7', by: 'key' });
      expect(rotated).toEqual({
        rotations: 1,
        rotatedAt: '2026-01-01T00:00:00.000Z',
        formerUntil: '2026-01-02T00:00:00.000Z',
      });
      await pass(DAY - 1);
      expect(await (await again()).webhookSecrets(email)).toEqual(rotated);
      await pass(1);
      expect(await keys.webhookSecrets(email)).toEqual({ ...rotated, formerUntil: null });
      expect(await keys.webhookSecrets('bob@example.org')).toMatchObject({ rotations: 0 });
      expect((await keys.rotateWebhookSecret(email, {})).rotations).toBe(2);
      const [event] = await keys.auditLog(10);
      expect(event).toMatchObject({ event: 'webhook_secret_rotated', email, client: '203.0.113.7', by: 'key' });
    });

    test('is replaced as often as requests that arrive together say', async () => {
      const { keys, again } = await openTestKeys();
      const other = await again();
      const all = await Promise.all([keys, other, keys, other].map(store => store.rotateWebhookSecret(email, {})));
      expect(all.map(({ rotations }) => rotations).sort()).toEqual([1, 2, 3, 4]);
    });
  });

  describe('an expiry', () => {
    test('ends a key to the millisecond, with a reason', async () => {
      const { keys, pass } = await openTestKeys();
      const { key, expiresAt } = await keys.createKey({ email, days: 30 });
      expect(expiresAt).toBe('2026-01-31T00:00:00.000Z');
      await pass(30 * DAY - 1);
      expect(await keys.authenticate(key)).toMatchObject({ email });
      await pass(1);
      await expect(keys.authenticate(key)).rejects.toEqual(refused('expired on 2026-01-31'));
    });

    test('is the longest lifetime unless a shorter one is asked for', async () => {
      const { keys } = await openTestKeys({}, { keyDays: 90 });
      expect(await keys.createKey({ email })).toMatchObject({ expiresAt: '2026-04-01T00:00:00.000Z' });
      expect(await keys.createKey({ email, days: 1 })).toMatchObject({ expiresAt: '2026-01-02T00:00:00.000Z' });
      for (const days of [91, 0, 1.5]) await expect(keys.createKey({ email, days })).rejects.toEqual(invalid);
    });

    test('that is invalid leaves the code unused', async () => {
      const { keys } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      await expect(keys.redeemCode({ email, code, days: 100_000 })).rejects.toEqual(invalid);
      await keys.redeemCode({ email, code, days: 10 });
    });
  });

  describe('a rotation', () => {
    test('gives the key a new secret; the former one ends after the grace period', async () => {
      const { keys, pass } = await openTestKeys();
      const first = await keys.createKey({ email, name: 'scanner' });
      const second = await keys.rotate(first.id, { graceHours: 2 });
      expect(second).toMatchObject({ id: first.id, name: 'scanner', formerUntil: '2026-01-01T02:00:00.000Z' });
      expect(await keys.authenticate(second?.key ?? '')).toMatchObject({ id: first.id, former: false });
      await pass(2 * HOUR - 1);
      expect(await keys.authenticate(first.key)).toMatchObject({ id: first.id, former: true });
      await pass(1);
      await expect(keys.authenticate(first.key)).rejects.toEqual(refused('replaced on 2026-01-01'));
      expect(await keys.authenticate(second?.key ?? '')).toMatchObject({ id: first.id });
      expect(await keys.list()).toHaveLength(1);
    });

    test('without a grace period, or a second one, ends the former secret at once', async () => {
      const { keys } = await openTestKeys();
      const first = await keys.createKey({ email });
      const second = await keys.rotate(first.id, {});
      const third = await keys.rotate(first.id, { graceHours: 0 });
      expect(await keys.authenticate(first.key)).toBeNull();
      expect(await keys.authenticate(second?.key ?? '')).toBeNull();
      expect(await keys.authenticate(third?.key ?? '')).toMatchObject({ id: first.id, formerUntil: null });
    });

    test('renews the lifetime, but the former secret ends no later than it did', async () => {
      const { keys, pass } = await openTestKeys();
      const { id } = await keys.createKey({ email, days: 10 });
      await pass(9 * DAY + 12 * HOUR);
      expect(await keys.rotate(id, { graceHours: 48 })).toMatchObject({
        expiresAt: '2026-01-20T12:00:00.000Z',
        formerUntil: '2026-01-11T00:00:00.000Z',
      });
      await pass(DAY);
      expect(await keys.rotate(id, {})).toMatchObject({ expiresAt: '2026-01-21T12:00:00.000Z' });
    });

    test('is refused for a revoked, expired or unknown key, and a revocation ends both secrets', async () => {
      const { keys, pass } = await openTestKeys();
      const key = await keys.createKey({ email, days: 1 });
      const rotated = await keys.rotate(key.id, {});
      await keys.revoke(key.id);
      expect([await keys.authenticate(key.key), await keys.authenticate(rotated?.key ?? '')]).toEqual([null, null]);
      const expired = await keys.createKey({ email, days: 1 });
      await pass(DAY);
      for (const id of [key.id, expired.id, 'unknown']) expect(await keys.rotate(id, {})).toBeNull();
      await expect(keys.rotate(key.id, { graceHours: 721 })).rejects.toEqual(invalid);
    });
  });

  describe('the last use', () => {
    test('is written once an hour, and not by the requests in between', async () => {
      const { keys, pass, stored } = await openTestKeys();
      const { key } = await keys.createKey({ email });
      const lastUsed = async () => (await keys.list())[0]?.lastUsedAt;
      await keys.authenticate(key);
      await keys.close();
      expect(await lastUsed()).toBe('2026-01-01T00:00:00.000Z');
      const before = await stored();
      await pass(HOUR - 1);
      await keys.authenticate(key);
      await keys.close();
      expect(await stored()).toBe(before);
      await pass(1);
      for (let i = 0; i < 100; i++) await keys.authenticate(key);
      expect(await stored()).toBe(before); // written in the background within a minute, or when the store is closed
      await keys.close();
      expect(await lastUsed()).toBe('2026-01-01T01:00:00.000Z');
    });
  });

  describe('who may register', () => {
    const open = (registration: string) => openTestKeys({}, { registration });
    const mayRegister = async (setting: string, address: string) =>
      (await (await open(setting)).keys.issueCode({ email: address })).permitted;

    test.each([
      ['open', 'a@example.com', true],
      ['invited', 'a@example.com', false],
      ['example.org', 'a@example.org', true],
      ['example.org', 'a@mail.example.org', false],
      ['example.org', 'a@badexample.org', false],
      ['*.example.org', 'a@b.mail.example.org', true],
      ['*.example.org', 'a@example.org', false],
      ['*.example.org', 'a@badexample.org', false],
      ['Example.net , BÜCHER.example', 'a@bücher.example', true],
      ['example.net, *.example.org', 'a@EXAMPLE.NET', true],
    ])('%s, %s: %s', async (setting, address, expected) => expect(await mayRegister(setting, address)).toBe(expected));

    test.each(['', 'nobody', 'example.org;example.net', '*', '*.org', '@example.org', 'example.org,'])(
      '%j is refused',
      async setting => {
        const refusal = expect.objectContaining({
          code: 'CONFIG_INVALID',
          message: expect.stringMatching(/registration/),
        });
        await expect(open(setting)).rejects.toEqual(refusal);
      },
    );

    test('an invitation permits one registration within 14 days, whatever the setting says', async () => {
      const { keys, pass } = await open('invited');
      const permitted = async () => (await keys.issueCode({ email })).permitted;
      await keys.invite('Ann@Example.org');
      expect(await keys.invitations()).toMatchObject([{ email, expiresAt: '2026-01-15T00:00:00.000Z' }]);
      await pass(14 * DAY - MINUTE);
      const issued = await keys.issueCode({ email });
      expect((await keys.redeemCode(issued)).email).toBe(email);
      expect([await permitted(), await keys.invitations()]).toEqual([false, []]);
      await keys.invite(email);
      expect([await keys.withdrawInvitation(email), await keys.withdrawInvitation(email)]).toEqual([true, false]);
      expect(await permitted()).toBe(false);
      await keys.invite(email);
      await pass(14 * DAY);
      expect([await permitted(), await keys.invitations()]).toEqual([false, []]);
    });

    test('an address that may not register gets the same answers and limits, and a code that cannot be used', async () => {
      const answers = async (registration: string) => {
        const { keys } = await openTestKeys({ codesPerAddressPerHour: 2 }, { registration });
        const issued = await keys.issueCode({ email, client: '203.0.113.7' });
        const { code: _code, permitted: _permitted, ...first } = issued;
        const outcome = await keys.redeemCode(issued).then(Boolean, ({ code }) => code);
        const second = await keys.issueCode({ email, client: '203.0.113.7' }).catch(({ detail }) => detail);
        return { keys, first, second, outcome, issued };
      };
      const [yes, no] = [await answers('open'), await answers('invited')];
      expect([no.first, no.second]).toEqual([yes.first, yes.second]);
      expect([yes.outcome, no.outcome]).toEqual([true, 'CODE_INVALID']);
      expect(await no.keys.validMs(no.issued)).toBe(0);
    });
  });

  describe('the audit log', () => {
    test('has an event for everything that happens to codes and keys, and no secret', async () => {
      const { keys, pass, stored } = await openTestKeys({}, { registration: 'example.org' });
      const client = '203.0.113.7';
      await keys.issueCode({ email: 'eve@example.com', client });
      const issued = await keys.issueCode({ email, client });
      await keys.redeemCode({ email, code: '22222222', client }).catch(() => null);
      const first = await keys.redeemCode({ ...issued, client, days: 2 });
      const { id: keyId } = first;
      for (let i = 0; i < 3; i++) await keys.authenticate(first.key, client);
      await keys.close();
      const second = await keys.rotate(keyId, { graceHours: 1, client, by: keyId });
      await pass(HOUR);
      for (let i = 0; i < 3; i++) await keys.authenticate(first.key, client).catch(() => null);
      await pass(2 * DAY);
      await keys.authenticate(second?.key ?? '').catch(() => null);
      await keys.withdrawCode(await keys.issueCode({ email }));
      const created = await keys.createKey({ email, admin: true });
      await keys.revoke(created.id, undefined, { client, by: keyId });
      await keys.invite('bob@example.com');
      await keys.withdrawInvitation('bob@example.com');
      const log = (await keys.auditLog(100)).map(({ time: _time, ...event }) => event);
      expect(log).toEqual([
        { event: 'registration_refused', email: 'eve@example.com', client },
        { event: 'code_issued', email, client },
        { event: 'code_refused', email, client },
        { event: 'code_redeemed', email, keyId, client },
        { event: 'key_used_first', email, keyId, client },
        { event: 'key_rotated', email, keyId, client, by: keyId },
        { event: 'key_refused', email, keyId, client, reason: 'former' },
        { event: 'key_refused', email, keyId, reason: 'expired' },
        { event: 'code_issued', email },
        { event: 'code_not_sent', email },
        { event: 'key_created', email, keyId: created.id },
        { event: 'key_revoked', email, keyId: created.id, client, by: keyId },
        { event: 'invited', email: 'bob@example.com' },
        { event: 'invitation_withdrawn', email: 'bob@example.com' },
      ]);
      expect(await keys.auditLog(2)).toMatchObject([{ event: 'invited' }, { event: 'invitation_withdrawn' }]);
      const text = await stored();
      for (const secret of [issued.code, first.key, second?.key, created.key]) expect(text).not.toContain(secret);
    });

    test('the first use is one event, also with two processes', async () => {
      const { keys, again } = await openTestKeys();
      const other = await again();
      const { key } = await keys.createKey({ email });
      await Promise.all([keys.authenticate(key), other.authenticate(key)]);
      await Promise.all([keys.close(), other.close()]);
      const uses = (await keys.auditLog(100)).filter(({ event }) => event === 'key_used_first');
      expect(uses).toHaveLength(1);
    });
  });
});
