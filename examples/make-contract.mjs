/**
 * Makes examples/contract.pdf: a contract with an invisible signature of a self-signed certificate that is valid for 25
 * years. Needs openssl and a build of docconv. Run `node examples/make-contract.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONTRACT = `<!doctype html>
<html lang="en"><head><title>Lease of a bicycle</title></head>
<body style="font-family: 'Liberation Sans', sans-serif; font-size: 12pt">
<h1>Lease of a bicycle</h1>
<p>between Example GmbH, Berlin (lessor), and Bob Sample, Hamburg (lessee).</p>
<h2>1. Object</h2>
<p>The lessor leaves one bicycle, frame number EX-1234, to the lessee from 1 June to 30 September.</p>
<h2>2. Rent</h2>
<p>The rent is 25 euros for each month, payable on the first working day.</p>
<h2>3. Return</h2>
<p>The lessee returns the bicycle in the condition in which it was received, apart from ordinary wear.</p>
<p style="margin-top: 40pt">Signed for Example GmbH by Anna Example. This document is a sample.</p>
</body></html>`;

const folder = mkdtempSync(join(tmpdir(), 'docconv-contract-'));
const at = name => join(folder, name);
const run = (program, ...args) => execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
const docconv = (...args) => run(process.execPath, 'bin/docconv.js', ...args);
try {
  writeFileSync(at('contract.html'), CONTRACT);
  writeFileSync(at('password'), 'sample');
  docconv('convert', at('contract.html'), '-o', at('contract.pdf'), '-q');
  const subject = ['-subj', '/C=DE/O=Example GmbH/CN=Anna Example', '-days', '9131'];
  const usage = ['-addext', 'keyUsage=critical,digitalSignature,nonRepudiation'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-keyout', at('key.pem')];
  run('openssl', 'req', '-x509', ...key, ...subject, ...usage, '-out', at('certificate.pem'));
  const pair = ['-inkey', at('key.pem'), '-in', at('certificate.pem')];
  run('openssl', 'pkcs12', '-export', ...pair, '-passout', `file:${at('password')}`, '-out', at('anna.p12'));
  const identity = ['--p12', at('anna.p12'), '--p12-password-file', at('password')];
  docconv(
    'sign',
    at('contract.pdf'),
    ...identity,
    '--reason',
    'I agree',
    '--location',
    'Berlin',
    '-o',
    at('signed.pdf'),
  );
  writeFileSync('examples/contract.pdf', readFileSync(at('signed.pdf')));
} finally {
  rmSync(folder, { recursive: true });
}
