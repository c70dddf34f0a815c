/**
 * `node bench/sign.mjs`: signs 200 files of 1 MB at the levels B and LT, each level in one call, and one file of 200 MB. Prints
 * the time, the processor time and the peak memory, and how often the authority and the publisher of revocation lists were asked.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, importSource, ms, report, scratch } from './lib.mjs';

const FILES = Number(process.env.BENCH_FILES ?? 200);
const MB = 1e6;
const { startAuthorities } = await importSource('test/helpers/pki/authority-servers.ts');
const { document } = await importSource('test/sign/documents.ts');
const folder = scratch();
const env = { ...process.env, DOCCONV_HOME: join(folder, 'home'), DOCCONV_ALLOW_PRIVATE_URLS: 'true' };
const asked = new Map();
const servers = await startAuthorities();
const { pki } = servers;
const ANSWERS = {
  '/tsa': body => servers.token(body),
  '/ocsp': () => pki.ocsp('ann'),
  '/ca.crl': () => pki.crl('ca'),
};
for (const [path, answer] of Object.entries(ANSWERS)) {
  servers.answer(path, body => {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    return { body: answer(body) };
  });
}

/** With a content stream of `bytes`. */
const pdfOf = bytes => document({ more: { 4: { dict: '', data: Buffer.alloc(bytes, '0 0 m 9 9 l S %padding\n') } } });
const write = (name, content) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const key = write('key.pem', pki.id('ann').key.export({ type: 'pkcs8', format: 'pem' }));
const certificate = write('cert.pem', `${pki.id('ann').pem}${pki.id('ca').pem}`);
const root = write('root.pem', pki.id('root').pem);
mkdirSync(join(folder, 'small'));
for (let i = 0; i < FILES; i++) write(`small/${String(i).padStart(3, '0')}.pdf`, pdfOf(MB));
const large = write('large.pdf', pdfOf(200 * MB));

/** Ends with a line of its peak memory, in KB, and its processor time, in microseconds. */
const PROGRAM = `
  import { readFileSync } from 'node:fs';
  process.argv.splice(1, 0, ${JSON.stringify(BIN)});
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const peak = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    process.stderr.write('\\n' + peak + ' ' + (user + system));
  });
  await import(${JSON.stringify(BIN)});`;

async function run(title, input, count, level) {
  asked.clear();
  const output = join(folder, `${title}-${level}`);
  mkdirSync(output);
  const network = level === 'B' ? [] : ['--tsa', `${servers.base}/tsa`, '--trust', root];
  const target = count === 1 ? join(output, 'signed.pdf') : output;
  const options = [
    'sign',
    input,
    '-o',
    target,
    '--key',
    key,
    '--cert',
    certificate,
    '--level',
    level,
    '-q',
    ...network,
  ];
  const started = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, ...options], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', chunk => (said += chunk));
  const [code] = await once(child, 'close');
  const time = performance.now() - started;
  const made = count === 1 ? target : join(output, `${String(count - 1).padStart(3, '0')}.signed.pdf`);
  if (code !== 0 || !existsSync(made)) throw new Error(`sign ended with ${code}: ${said}`);
  const [peak, cpu] = said.trim().split('\n').at(-1).split(' ').map(Number);
  report(`sign, ${count} x ${Math.round(statSync(made).size / MB)} MB, level ${level}`, [
    ['time', ms(time)],
    ['time of each file', ms(time / count)],
    ['processor time', ms(cpu / 1000)],
    ['peak memory', `${Math.round(peak / 1024)} MB`],
    ['requests for timestamps', asked.get('/tsa') ?? 0],
    ['requests for OCSP responses', asked.get('/ocsp') ?? 0],
    ['requests for revocation lists', asked.get('/ca.crl') ?? 0],
  ]);
}

for (const level of ['B', 'LT']) await run('small', join(folder, 'small'), FILES, level);
for (const level of ['B', 'LT']) await run('large', large, 1, level);
await servers.close();
