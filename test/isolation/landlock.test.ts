/** A process that the launcher confined, asked to do what it may and what it may not. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { landlockVersion } from '../../src/isolation/sandbox/landlock.js';
import { launchCommand } from '../../src/isolation/sandbox/launch.js';
import { describeWith } from '../helpers/requires.js';

const landlock = { missing: 'this kernel has no Landlock', met: (await landlockVersion()) > 0 };

describeWith('Landlock', [landlock], () => {
  it('allows the folder of the worker, and denies other files and the network, also to child processes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docconv-landlock-'));
    const [inside, secret] = [join(folder, 'inside'), join(folder, 'secret')];
    await mkdir(inside);
    await writeFile(secret, 'secret');
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const script = resolve('test/fixtures/landlock-probe.mjs');
    const readable = ['/usr', '/bin', '/lib', '/lib64', '/etc/ld.so.cache', '/not/there', process.execPath, script];
    const rules = { readable, writable: [inside, '/dev/null'], sockets: [], network: false };
    // the filter of system calls allows connections, so that Landlock alone decides
    const launch = { landlock: rules, policy: { network: true }, ownProcesses: true, required: true };
    const command = [process.execPath, script, inside, secret, String(port)];
    try {
      const [program, ...args] = launchCommand(launch, command);
      const { stdout } = await promisify(execFile)(program!, args);
      const { connected, ...outcomes } = JSON.parse(stdout) as Record<string, unknown>;
      expect(outcomes).toEqual({
        'write inside': 'done',
        'read inside': 'done',
        'read outside': 'EACCES',
        'write outside': 'EACCES',
        'list outside': 'EACCES',
        'read outside by a child': '1',
      });
      expect(connected).toMatch(/^(EACCES|done)$/); // TCP since Linux 6.7
      expect(await readFile(secret, 'utf8')).toBe('secret');
    } finally {
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
