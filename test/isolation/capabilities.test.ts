import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../src/convert/engines/engine-worker.js';
import { TEMPORARY } from '../../src/isolation/sandbox/bubblewrap.js';
import { capabilitiesFor, sandboxCapabilities } from '../../src/isolation/sandbox/capabilities.js';
import { sandboxCommand } from '../../src/isolation/sandbox/command.js';
import { NO_CAPABILITIES as NONE, type SandboxCapabilities } from '../../src/isolation/sandbox/sandbox-capabilities.js';
import { bundle } from '../helpers/bundle.js';
import { openFiles } from '../helpers/isolation/limits.js';
import { refusing } from '../helpers/isolation/refuse.js';
import { describeTools, describeWith, program, testWith } from '../helpers/requires.js';

const PROBE = fileURLToPath(new URL('../fixtures/sandbox-probe.mjs', import.meta.url));

interface Findings {
  environment: Record<string, string>;
  network: boolean;
  writable: boolean;
  seen: string[];
  processes: number;
  limits: Record<string, { soft: number | string }>;
}

const root = mkdtempSync(join(tmpdir(), 'docconv-sandbox-'));
const own = mkdtempSync(join(root, 'worker-'));
// a worker of root's has another user
chmodSync(root, 0o755);
chmodSync(own, 0o777);
const POLICY = { scratch: 16 * 1024 ** 2, readable: [dirname(PROBE)] };
const otherFile = join(root, 'otherFile.txt');
const listener = createServer(socket => socket.end());
process.env.DOCCONV_TEST_SECRET = 'not for workers';

beforeAll(async () => {
  writeFileSync(otherFile, 'of another job');
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(() => {
  listener.close();
  rmSync(root, { recursive: true });
});

/** What a process can see and reach in a sandbox with these capabilities. */
async function findingsIn(capabilities: SandboxCapabilities, ...paths: string[]): Promise<Findings> {
  const { port } = listener.address() as AddressInfo;
  const scratch = capabilities.files ? TEMPORARY : own;
  const argv = [PROBE, String(port), scratch, ...paths];
  const [command, ...args] = sandboxCommand([process.execPath, ...argv], POLICY, scratch, capabilities);
  const env = { ...ENVIRONMENT, HOME: scratch, TMPDIR: scratch };
  const { stdout } = await promisify(execFile)(command!, args, { cwd: '/', env });
  return JSON.parse(stdout);
}

it('without a sandbox the listener and the file are reachable: the tests below can fail', async () => {
  expect(await findingsIn(NONE, otherFile)).toMatchObject({ network: true, writable: true, seen: [otherFile] });
});

it('a worker does not inherit the environment', async () => {
  const { environment } = await findingsIn(NONE);
  expect(environment).toEqual({ ...ENVIRONMENT, HOME: own, TMPDIR: own });
  expect(environment).not.toHaveProperty('DOCCONV_TEST_SECRET');
  expect(environment).toMatchObject({ HOME: own, TMPDIR: own });
});

describe('the capabilities of this system', () => {
  it('give a worker its own folder and deny what they claim to deny', async () => {
    const capabilities = capabilitiesFor(POLICY);
    const { network, writable, seen } = await findingsIn(capabilities, otherFile);
    expect({ network, writable, seen }).toEqual({
      network: !capabilities.network,
      writable: true,
      seen: capabilities.files ? [] : [otherFile],
    });
  });
});

describeTools('prlimit', ['prlimit'], () => {
  it('limits open files, core dumps and the size of a file', async () => {
    const { limits } = await findingsIn({ ...NONE, limits: true });
    expect(limits).toMatchObject({
      open_files: { soft: Math.min(4096, openFiles) },
      core_file_size_blocks: { soft: 1 }, // 0 would not keep the kernel from starting a program for it
      file_size_blocks: { soft: 4 * 1024 ** 3 },
    });
  });

  it('raises none that docconv has', async () => {
    const low = ['--core=0', '--fsize=1000000000', '--nofile=2000', '--nproc=200'];
    const script = await bundle('test/helpers/isolation/limits.main.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...low]);
    expect(stdout.split(' ')).toEqual(expect.arrayContaining(low));
  });
});

const namespaces = { missing: 'no network namespace can be created', met: sandboxCapabilities().network };
const bubblewrap = { missing: 'bubblewrap cannot be used', met: sandboxCapabilities().files };

describeWith('a network namespace', [namespaces], () => {
  it('reaches nothing, loopback included', async () => {
    expect(await findingsIn({ ...NONE, network: true })).toMatchObject({ network: false, writable: true });
  });
});

describeWith('bubblewrap', [bubblewrap], () => {
  testWith(
    'is used without a filter of system calls where the kernel has none',
    [program('soffice.bin'), program('perl')],
    async () => {
      const cli = [process.execPath, 'bin/docconv.js', 'convert', 'examples/report.docx', '-o', join(root, 'a.pdf')];
      const [command, ...args] = refusing(['seccomp'], cli);
      await promisify(execFile)(command!, args);
      expect(existsSync(join(root, 'a.pdf'))).toBe(true);
    },
  );

  it("hides other jobs, users' files and other processes", async () => {
    const hidden = [otherFile, '/etc/passwd', '/etc/hosts', '/home', '/root', '/var/log', '/run'];
    const found = await findingsIn(capabilitiesFor(POLICY), ...hidden);
    expect(found).toMatchObject({ network: false, writable: true, seen: [] });
    expect(found.processes).toBeLessThan(5);
  });
});
