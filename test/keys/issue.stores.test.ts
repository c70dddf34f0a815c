import { describe, expect, test } from 'vitest';
import { DAY, describeStore, MINUTE } from './test-keys.js';

const email = 'ann+docs@example.org';
const invalid = expect.objectContaining({ code: 'CODE_INVALID' });
const limited = (retryAfter: number, limit = 5, window = 3600) =>
  expect.objectContaining({ code: 'RATE_LIMITED', detail: { limit, window, retryAfter } });
const wrong = (code: string) => (code.startsWith('2') ? '3' : '2') + code.slice(1);

describeStore(openTestKeys => {
  test('a code is exchanged for a key, which authenticates its owner', async () => {
    const { keys } = await openTestKeys();
    const { code, expiresIn } = await keys.issueCode({ email });
    expect(expiresIn).toBe(600);
    const { key, ...info } = await keys.redeemCode({ email: ' Ann+Docs@Example.org', code: ` ${code.toLowerCase()}-` });
    const never = { rotatedAt: null, expiresAt: null, lastUsedAt: null, revokedAt: null, formerUntil: null };
    const created = { name: null, admin: false, sign: false, createdAt: '2026-01-01T00:00:00.000Z' };
    expect(info).toEqual({ id: expect.any(String), email, ...created, ...never });
    expect(await keys.authenticate(key)).toEqual({ ...info, former: false });
  });

  describe('a code is refused', () => {
    test('after five wrong tries, even if it is right', async () => {
      const { keys } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      for (let i = 0; i < 5; i++) await expect(keys.redeemCode({ email, code: wrong(code) })).rejects.toEqual(invalid);
      await expect(keys.redeemCode({ email, code })).rejects.toEqual(invalid);
    });

    test('but not after four wrong tries', async () => {
      const { keys } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      for (let i = 0; i < 4; i++) await expect(keys.redeemCode({ email, code: wrong(code) })).rejects.toEqual(invalid);
      expect((await keys.redeemCode({ email, code })).email).toBe(email);
    });

    test('when it comes among a hundred wrong ones at the same time', async () => {
      const { keys } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      const tries = Array.from({ length: 100 }, (_, i) =>
        keys.redeemCode({ email, code: i === 50 ? code : wrong(code) }),
      );
      const outcomes = await Promise.allSettled(tries);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    });

    test('when it has been used', async () => {
      const { keys } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      const both = await Promise.allSettled([keys.redeemCode({ email, code }), keys.redeemCode({ email, code })]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(keys.redeemCode({ email, code })).rejects.toEqual(invalid);
      expect(await keys.list()).toHaveLength(1);
    });

    test('after ten minutes, but not a millisecond earlier', async () => {
      const { keys, pass } = await openTestKeys();
      const late = await keys.issueCode({ email });
      await pass(10 * MINUTE);
      await expect(keys.redeemCode({ email, code: late.code })).rejects.toEqual(invalid);
      const { code } = await keys.issueCode({ email });
      await pass(10 * MINUTE - 1);
      await keys.redeemCode({ email, code });
    });

    test('when a newer one was sent', async () => {
      const { keys } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      const newer = await keys.issueCode({ email });
      await expect(keys.redeemCode({ email, code })).rejects.toEqual(invalid);
      await keys.redeemCode({ email, code: newer.code });
    });

    test('when it was sent to another address', async () => {
      const { keys } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      await keys.issueCode({ email: 'bob@example.org' });
      await expect(keys.redeemCode({ email: 'bob@example.org', code })).rejects.toEqual(invalid);
    });

    test('with a different pepper: a copy of the store alone is useless', async () => {
      const { keys, stolen } = await openTestKeys();
      const { code } = await keys.issueCode({ email });
      const thief = await stolen();
      await expect(thief.redeemCode({ email, code })).rejects.toEqual(invalid);
    });
  });

  test('every refusal has the same message, for unknown addresses as well', async () => {
    const { keys, pass } = await openTestKeys();
    const { code } = await keys.issueCode({ email });
    const refusal = (address: string, typed: string) =>
      keys
        .redeemCode({ email: address, code: typed })
        .catch(({ code, message, detail }) => ({ code, message, detail }));
    const unknown = await refusal('nobody@example.org', code);
    expect(await refusal(email, wrong(code))).toEqual(unknown);
    expect(await refusal(email, '')).toEqual(unknown);
    expect(await refusal(email, 'x'.repeat(10_000))).toEqual(unknown);
    await keys.redeemCode({ email, code });
    expect(await refusal(email, code)).toEqual(unknown);
    await pass(11 * MINUTE);
    expect(await refusal(email, code)).toEqual(unknown);
  });

  test('issueCode() does not reveal whether the address has a key', async () => {
    const { keys } = await openTestKeys();
    const { code } = await keys.issueCode({ email });
    await keys.redeemCode({ email, code });
    const shape = ({ expiresIn, ...rest }: object & { expiresIn: number }) => [Object.keys(rest), expiresIn];
    const known = await keys.issueCode({ email });
    expect(shape(await keys.issueCode({ email: 'bob@example.org' }))).toEqual(shape(known));
  });

  describe('limits', () => {
    test('five codes per mailbox and hour, regardless of the tag', async () => {
      const { keys, pass } = await openTestKeys();
      for (let i = 0; i < 5; i++) {
        await keys.issueCode({ email: `ann+${i}@example.org` });
        await pass(MINUTE);
      }
      await expect(keys.issueCode({ email: 'ann@example.org' })).rejects.toEqual(limited(55 * 60));
      await keys.issueCode({ email: 'bob@example.org' });
      await pass(55 * MINUTE);
      await keys.issueCode({ email: 'ann@example.org' });
      await expect(keys.issueCode({ email: 'ann@example.org' })).rejects.toEqual(limited(60));
    });

    test('twenty codes per client and hour', async () => {
      const { keys } = await openTestKeys();
      const ask = (i: number, client: string) => keys.issueCode({ email: `a${i}@example.org`, client });
      for (let i = 0; i < 20; i++) await ask(i, '2001:db8:1:2::');
      await expect(ask(20, '2001:db8:1:2::')).rejects.toEqual(limited(3600, 20));
      await ask(20, '2001:db8:1:3::');
    });

    test('refused requests are not counted and leave the pending code valid', async () => {
      const { keys, pass } = await openTestKeys({ codesPerAddressPerHour: 1 });
      const { code } = await keys.issueCode({ email });
      await pass(5 * MINUTE);
      for (let i = 0; i < 3; i++) await expect(keys.issueCode({ email })).rejects.toEqual(limited(55 * 60, 1));
      await keys.redeemCode({ email, code });
      await pass(55 * MINUTE);
      await keys.issueCode({ email });
    });

    test('pending codes in total, regardless of the client', async () => {
      const { keys, pass } = await openTestKeys({ codesAtOnce: 3 });
      const ask = (i: number) => keys.issueCode({ email: `a${i}@example.org`, client: `203.0.113.${i}` });
      for (let i = 0; i < 3; i++) {
        await ask(i);
        await pass(MINUTE);
      }
      await expect(ask(3)).rejects.toEqual(limited(7 * 60, 3, 600));
      await pass(7 * MINUTE);
      await ask(3);
    });

    test('a minute between two codes for one address, but not for users of the machine', async () => {
      const { keys, pass } = await openTestKeys();
      const client = '203.0.113.7';
      expect(await keys.issueCode({ email, client })).toMatchObject({ retryAfter: 60 });
      await pass(18_000);
      await expect(keys.issueCode({ email, client: '203.0.113.8' })).rejects.toEqual(limited(42, 1, 60));
      await keys.issueCode({ email: 'bob@example.org', client });
      expect(await keys.issueCode({ email })).toMatchObject({ retryAfter: 0 });
      await pass(42_000);
      await keys.issueCode({ email, client });
    });

    test('retryAfter states the longest wait, as for the fifth code of an hour', async () => {
      const { keys, pass } = await openTestKeys();
      for (let i = 0; i < 4; i++) {
        await keys.issueCode({ email, client: '203.0.113.7' });
        await pass(MINUTE);
      }
      expect(await keys.issueCode({ email, client: '203.0.113.7' })).toMatchObject({ retryAfter: 56 * 60 });
    });

    test('apply to simultaneous requests', async () => {
      const { keys } = await openTestKeys();
      const asked = await Promise.allSettled(Array.from({ length: 50 }, () => keys.issueCode({ email })));
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    });
  });

  describe('a code that could not be sent', () => {
    test('does not count against the limit of its address', async () => {
      const { keys, pass } = await openTestKeys();
      for (let i = 0; i < 12; i++) {
        await keys.withdrawCode(await keys.issueCode({ email }));
        await pass(MINUTE);
      }
      for (let i = 0; i < 5; i++) await keys.issueCode({ email });
      await expect(keys.issueCode({ email })).rejects.toEqual(limited(3600));
    });

    test('counts against the limit of its client, and against the gap between two codes', async () => {
      const { keys } = await openTestKeys();
      const client = '203.0.113.7';
      for (let i = 0; i < 20; i++)
        await keys.withdrawCode(await keys.issueCode({ email: `a${i}@example.org`, client }));
      await expect(keys.issueCode({ email, client })).rejects.toEqual(limited(3600, 20));
      await expect(keys.issueCode({ email: 'a0@example.org', client: '203.0.113.8' })).rejects.toEqual(
        limited(60, 1, 60),
      );
    });

    test('is invalid, while a newer one stays valid', async () => {
      const { keys, pass } = await openTestKeys();
      const first = await keys.issueCode({ email });
      await pass(1);
      const newer = await keys.issueCode({ email });
      expect([await keys.validMs(first), await keys.validMs(newer)]).toEqual([0, 10 * MINUTE]);
      await keys.withdrawCode(first);
      expect(await keys.validMs(newer)).toBeGreaterThan(0);
      await keys.withdrawCode(newer);
      await expect(keys.redeemCode(newer)).rejects.toEqual(invalid);
    });
  });

  test('validMs() counts no try, and is 0 after five of them, after use and after ten minutes', async () => {
    const { keys, pass } = await openTestKeys();
    const tried = await keys.issueCode({ email });
    for (let i = 0; i < 5; i++) {
      expect(await keys.validMs(tried)).toBeGreaterThan(0);
      await keys.redeemCode({ email, code: wrong(tried.code) }).catch(() => undefined);
    }
    expect(await keys.validMs(tried)).toBe(0);
    const used = await keys.issueCode({ email });
    await keys.redeemCode(used);
    expect(await keys.validMs(used)).toBe(0);
    const late = await keys.issueCode({ email });
    await pass(10 * MINUTE);
    expect(await keys.validMs(late)).toBe(0);
  });

  test('a clock that was ahead by a day makes no code valid for longer, and no limit last longer', async () => {
    const { keys, pass } = await openTestKeys({ codesAtOnce: 3 });
    await pass(DAY);
    const ahead = await keys.issueCode({ email });
    for (const other of ['bob', 'cecil'])
      await keys.issueCode({ email: `${other}@example.org`, client: '203.0.113.7' });
    await pass(-DAY);
    expect(await keys.validMs(ahead)).toBe(0);
    await expect(keys.redeemCode(ahead)).rejects.toEqual(invalid);
    const own = await keys.issueCode({ email: 'bob@example.org', client: '203.0.113.7' });
    expect((await keys.redeemCode(own)).email).toBe('bob@example.org');
  });

  test.each([1, MINUTE])('a clock that is set back by %i ms leaves codes valid, and counts them', async step => {
    const { keys, pass } = await openTestKeys();
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push(await keys.issueCode({ email: `ann+${i}@example.org` }));
    await pass(-step);
    await keys.issueCode({ email: 'bob@example.org' }); // removes expired ones
    const wait = (60 * MINUTE + step) / 1000;
    await expect(keys.issueCode({ email: 'ann@example.org' })).rejects.toEqual(limited(Math.ceil(wait)));
    expect(await keys.validMs(codes[0]!)).toBe(10 * MINUTE + step);
    expect((await keys.redeemCode(codes[0]!)).email).toBe('ann+0@example.org');
  });

  describe('keys', () => {
    test('are listed by address and revoked permanently', async () => {
      const { keys } = await openTestKeys();
      const issue = async (address: string) => {
        const { code } = await keys.issueCode({ email: address });
        return keys.redeemCode({ email: address, code });
      };
      const [ann, bob] = [await issue(email), await issue('bob@example.org')];
      expect((await keys.list(email)).map(({ id }) => id)).toEqual([ann.id]);
      expect(await keys.revoke(ann.id, 'bob@example.org')).toBe(false);
      expect(await keys.authenticate(ann.key)).not.toBeNull();
      expect(await keys.revoke(ann.id, email)).toBe(true);
      expect(await keys.revoke(ann.id, email)).toBe(false);
      expect(await keys.authenticate(ann.key)).toBeNull();
      expect(await keys.authenticate(bob.key)).not.toBeNull();
      expect((await keys.list()).map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
        [ann.id, true],
        [bob.id, false],
      ]);
    });

    test.each(['', 'dck_', 'Bearer x', '__proto__', `dck_${'a'.repeat(36)}`])('%j is not a valid key', async key => {
      const { keys } = await openTestKeys();
      expect(await keys.authenticate(key)).toBeNull();
    });
  });
});
