import { describe, expect, test } from 'vitest';
import { mailboxOf, normalizeEmail } from '../../src/keys/address.js';

describe('valid addresses are normalized', () => {
  test.each([
    ['ann@example.org', 'ann@example.org'],
    ['  Ann.B@Example.ORG ', 'ann.b@example.org'],
    ['john+tag@x.org', 'john+tag@x.org'],
    ["o'hara@example.org", "o'hara@example.org"],
    ['post@bücher.example', 'post@xn--bcher-kva.example'],
    ['post@日本.example', 'post@xn--wgv71a.example'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ])('%j', (typed, kept) => expect(normalizeEmail(typed)).toBe(kept));
});

describe('invalid addresses', () => {
  test.each([
    '',
    'ann',
    '@example.org',
    'ann@',
    'ann@localhost',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@example..org',
    '.ann@example.org',
    'ann..b@example.org',
    'ann@b@example.org',
    'john tag@example.org',
    '"ann"@example.org',
    '"ann@evil.org "@example.org',
    'Ann <ann@example.org>',
    'ann@example.org, bob@example.org',
    'ann@example.org\r\nBcc: bob@example.org',
    'ann\r\nRCPT TO:<bob@example.org>@example.org',
    'ann@example.org\0',
    'ann@exam\nple.org',
    'ann@ex%61mple.org',
    'ann@exam\u00adple.org',
    'ann@example.org/x',
    'ann@example.org:25',
    'ann@0x7f.1',
    'ann(comment)@example.org',
    'ann;bob@example.org',
    'ünn@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b.'.repeat(130)}org`,
  ])('%j', typed => expect(() => normalizeEmail(typed)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' })));
});

test('addresses that differ in their tag share a mailbox', () => {
  expect(mailboxOf('a+1@x.org')).toBe(mailboxOf('a+2@x.org'));
  expect(mailboxOf('a+1@x.org')).not.toBe(mailboxOf('b@x.org'));
});
