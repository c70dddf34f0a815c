/** Compares the validation of paths with `openssl verify`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NOW } from '../../helpers/pki.js';
import { describeTools } from '../../helpers/requires.js';
import { NAMES, PATHS } from './paths.js';
import { GENERAL, NO_CHAIN, PASSED, type TrustCase, tableOf } from './table.js';

/** openssl accepts no certificate policy by default. */
const ANY_POLICY = '2.5.29.32.0';
/** openssl always gets the intermediate CA, so this case does not apply. */
const ROWS = [...PATHS, ...NAMES].filter(row => row.name !== 'the intermediate CA is missing');

/** RFC 5280, 4.2.1.10, refuses a URI whose host is an address; openssl compares it as a name. */
const REFUSED_BY_RFC = [
  'a URI with an address, where hosts are excluded',
  'a URI with an IPv6 address, where hosts are excluded',
];

describeTools('openssl verify', ['openssl'], () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-openssl-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function isAccepted(row: TrustCase): boolean {
    const pki = tableOf(row);
    const file = (name: string, names: readonly string[]) => {
      writeFileSync(join(folder, name), names.map(one => pki.id(one).pem).join(''));
      return join(folder, name);
    };
    const anchors = row.anchors ?? ['root'];
    const trust = anchors.length > 0 ? ['-trusted', file('trusted.pem', anchors), '-partial_chain'] : ['-no-CAfile'];
    const intermediates = ['cross', 'ca', 'loop'].filter(name => name === 'ca' || row.rows?.[name]);
    const time = ['-attime', String((row.now ?? NOW).getTime() / 1000)];
    const pool = [
      '-untrusted',
      file('intermediate.pem', intermediates),
      '-no-CApath',
      '-no-CAstore',
      '-policy_check',
      '-policy',
      ANY_POLICY,
    ];
    return spawnSync('openssl', ['verify', ...trust, ...pool, ...time, file('ann.pem', ['ann'])]).status === 0;
  }

  test.each(ROWS)('agrees: $name', row => {
    expect([PASSED, NO_CHAIN, GENERAL]).toContain(row.expected);
    expect(isAccepted(row)).toBe(row.expected === PASSED || REFUSED_BY_RFC.includes(row.name));
  });
});
