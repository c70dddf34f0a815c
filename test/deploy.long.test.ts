/** The examples in deploy/, each checked by the program that reads it. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeTools } from './helpers/requires.js';

const run = promisify(execFile);
const example = (path: string) => readFileSync(join('deploy', path), 'utf8');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeTools('systemd', ['systemd-analyze'], () => {
  it('accepts the unit, and would report an unknown option', async () => {
    const verify = (path: string) => run('systemd-analyze', ['verify', path]);
    const own = await verify(resolve('deploy/systemd/docconv.service'));
    expect(own.stdout + own.stderr).toBe('');
    const wrong = join(folder, 'wrong.service');
    writeFileSync(wrong, example('systemd/docconv.service').replace('Delegate=', 'Delegated='));
    expect((await verify(wrong)).stderr).toContain('Delegated');
  });
});

describeTools('nginx', ['nginx', 'openssl'], () => {
  const test = (site: string) => {
    const conf = join(folder, 'nginx.conf');
    const paths = `pid ${folder}/pid; error_log ${folder}/error.log;`;
    const access = `access_log off; client_body_temp_path ${folder}/body;`;
    writeFileSync(conf, `${paths} events {} http { ${access} ${site} }`);
    return run('nginx', ['-t', '-p', folder, '-c', conf]);
  };

  it('accepts both sites', async () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=docs.example.org', '-days', '1'];
    const files = ['-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'pipe' });
    const own = example('nginx/docconv.conf')
      .replace(/\/etc\/ssl\/certs\S+pem/, cert)
      .replace(/\/etc\/ssl\S+key/, key);
    expect((await test(own)).stderr).toContain('test is successful');
    const shared = `server { listen 8081; ${example('nginx/docconv-prefix.conf')} }`;
    expect((await test(shared)).stderr).toContain('test is successful');
    await expect(test(own.replace('proxy_request_buffering', 'proxy_buffer_requests'))).rejects.toThrow(
      /unknown directive/,
    );
  });
});

describeTools('caddy', ['caddy'], () => {
  it('accepts the Caddyfile', async () => {
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    const validate = (path: string) => run('caddy', ['validate', '--adapter', 'caddyfile', '--config', path], { env });
    expect((await validate('deploy/caddy/Caddyfile')).stdout).toContain('Valid configuration');
    await run('caddy', ['fmt', '--diff', 'deploy/caddy/Caddyfile'], { env }); // fails if it is not formatted
    const wrong = join(folder, 'Caddyfile');
    writeFileSync(wrong, example('caddy/Caddyfile').replace('reverse_proxy', 'reverse_proxies'));
    await expect(validate(wrong)).rejects.toThrow(/unrecognized directive/);
  });
});

it('the container file installs the packages that the documentation names, and a supported version of Node', () => {
  const containerFile = example('container/Containerfile');
  const packagesIn = (text: string) => text.match(/\b(libreoffice|fonts|bubblewrap)[\w-]*/g)?.sort();
  const [, documented = ''] =
    /apt-get install --no-install-recommends ([\s\S]*?)```/.exec(readFileSync('docs/operation.md', 'utf8')) ?? [];
  const [, installed = ''] = /install -y --no-install-recommends([\s\S]*?)&&/.exec(containerFile) ?? [];
  expect(packagesIn(installed)).toEqual(packagesIn(documented));
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, major] = /^FROM node:(\d+)-/m.exec(containerFile) ?? [];
  expect(engines.node).toMatch(new RegExp(`^>=${major}\\.`));
});
