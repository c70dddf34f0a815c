/** `docconv trust`: a sequence of commands on one trust store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from '../../src/sign/index.js';
import { toPem } from '../../src/trust/index.js';
import { docconvResident } from '../helpers/cli.js';

let cwd: string;
const anna = createIdentity('Anna').certificate;
const old = createIdentity('Old \u202e CA', new Date('2001-01-01')).certificate;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'docconv-trust-'));
  writeFileSync(join(cwd, 'both.pem'), toPem(anna.der) + toPem(old.der));
  writeFileSync(join(cwd, 'text.txt'), 'hello');
});
afterAll(() => rmSync(cwd, { recursive: true }));

/** Splits at spaces outside quotes. */
const words = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(match => match[1] ?? match[0]);
const run = (line: string) => docconvResident(words(line), { cwd, env: { DOCCONV_HOME: join(cwd, 'home') } });
const short = anna.sha256.slice(0, 16);

describe('in sequence', () => {
  it.each<[argv: string, code: number, out: RegExp, err: RegExp]>([
    ['trust list', 0, /^$/, /There are no trusted certificates/],
    ['trust list --json', 0, /^$/, /^$/],
    ['trust add both.pem', 0, /^$/, new RegExp(`✓ added: ${short} {2}until .* Anna\n✓ added: .*expired 2002-01-01`)],
    ['trust add both.pem', 0, /^$/, /^2 certificates are already trusted\.\n$/],
    ['trust add text.txt', 2, /^$/, /There is no certificate in .*text\.txt/],
    ['trust add nowhere.pem', 2, /^$/, /nowhere\.pem does not exist\./],
    ['trust add system', 2, /^$/, /--trust system/],
    ['trust ls', 0, new RegExp(`${short} {2}until \\d{4}-\\d\\d-\\d\\d {2}Anna\n.*Old \\\\u202e CA\n`), /^$/],
    ['trust list --json', 0, /"subject":"CN=Anna".*\n.*\n$/, /^$/],
    ['trust show Anna', 0, new RegExp(`Subject {5}CN=Anna\n[\\s\\S]*SHA-256 {5}${anna.sha256}`), /^$/],
    [`trust show ${short}`, 0, /CN=Anna/, /^$/],
    ['trust show Anna --pem', 0, /^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\n$/, /^$/],
    ['trust show Anna --json', 0, /"publicKey":"EC P-256"/, /^$/],
    ['trust show Bert', 2, /^$/, /No trusted certificate matches Bert; `docconv trust list` shows them/],
    ['trust remove Bert', 2, /^$/, /Bert/],
    ['trust remove Anna', 0, /^$/, /✓ removed: .*Anna/],
    ['trust remove Anna', 2, /^$/, /Anna/],
    [`trust rm ${old.sha256.toUpperCase()}`, 0, /^$/, /✓ removed: /],
    ['trust list', 0, /^$/, /There are no trusted certificates/],
    ['trust', 2, /^$/, /Usage: docconv trust[\s\S]*Examples:/],
    ['trust what', 2, /^$/, /unknown command 'what'/],
  ])('docconv %s', async (argv, code, out, err) => {
    const ended = await run(argv);
    expect(ended).toMatchObject({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) });
    expect(ended.out + ended.err).not.toContain('\u202e');
  });
});
