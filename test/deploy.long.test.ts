/** The examples in deploy/, each checked by the program that reads it. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { describeTools, describeWith, npmPackage } from './helpers/requires.js';

const run = promisify(execFile);
const example = (path: string) => readFileSync(join('deploy', path), 'utf8');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeTools('systemd', ['systemd-analyze'], () => {
  it('accepts the units, and would report an unknown option', async () => {
    const verify = (path: string) => run('systemd-analyze', ['verify', path]);
    for (const unit of ['docconv.service', 'docconv-work.service']) {
      const own = await verify(resolve('deploy/systemd', unit));
      expect(own.stdout + own.stderr).toBe('');
    }
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

  it('accepts the sites', async () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=docs.example.org', '-days', '1'];
    const files = ['-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'pipe' });
    const withFiles = (path: string) =>
      example(path)
        .replace(/\/etc\/ssl\/certs\S+pem/, cert)
        .replace(/\/etc\/ssl\S+key/, key);
    const own = withFiles('nginx/docconv.conf');
    expect((await test(own)).stderr).toContain('test is successful');
    expect((await test(withFiles('nginx/docconv-replicas.conf'))).stderr).toContain('test is successful');
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

describeTools('Compose', ['docker-compose'], () => {
  it('accepts the file with the variables that it asks for, and would report an unknown option', async () => {
    const names = ['POSTGRES_PASSWORD', 'DOCCONV_STORE_SECRET', 'DOCCONV_PUBLIC_URL', 'DOCCONV_SMTP_HOST'];
    const given = Object.fromEntries(names.map(name => [name, 'given']));
    const config = (path: string, env: object) =>
      run('docker-compose', ['-f', path, 'config'], { env: { PATH: process.env.PATH, HOME: folder, ...env } });
    const path = 'deploy/compose/compose.yaml';
    expect((await config(path, given)).stdout).toContain('127.0.0.1:8081:8080');
    await expect(config(path, {})).rejects.toThrow(/Missing mandatory value.*_(PASSWORD|SECRET|URL|HOST)/s);
    const wrong = join(folder, 'compose.yaml');
    writeFileSync(wrong, example('compose/compose.yaml').replace('restart:', 'restarts:'));
    await expect(config(wrong, given)).rejects.toThrow(/restarts/);
  });
});

describeWith('Kubernetes', [npmPackage('kubernetes-models')], () => {
  // KEDA has types of its own, which are not in the package; test/deploy.test.ts compares what its objects refer to
  const own = readdirSync('deploy/kubernetes')
    .flatMap(file => parseAllDocuments(example(`kubernetes/${file}`)).map(parsed => parsed.toJS()))
    .filter(({ apiVersion }) => !apiVersion.startsWith('keda.sh/'));

  it('has the members of each object, with these types', async () => {
    expect(own.length).toBeGreaterThan(5);
    const modules = join(folder, 'node_modules');
    if (!existsSync(modules)) symlinkSync(resolve('node_modules'), modules);
    const compile = async (objects: readonly Manifest[]) => {
      const source = join(folder, 'manifests.ts');
      writeFileSync(source, objects.map(typedObject).join('\n'));
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
      await run(resolve('node_modules/.bin/tsc'), [...options, source], { cwd: folder }); // without the tsconfig.json of docconv
    };
    await compile(own);
    const wrong = JSON.parse(JSON.stringify(own).replaceAll('"timeoutSeconds"', '"timeoutSecond"'));
    await expect(compile(wrong)).rejects.toMatchObject({
      stdout: expect.stringMatching(/'"timeoutSecond"' does not exist/),
    });
  });
});

interface Manifest {
  apiVersion: string;
  kind: string;
}

/** The compiler refuses members that an object does not have, which the schemas of Kubernetes permit. */
function typedObject(object: Manifest, i: number): string {
  const { apiVersion, kind } = object;
  const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`;
  return `export const object${i}: ${type} = ${JSON.stringify(object)};`;
}

it('the container file installs the packages that the documentation names', () => {
  const containerFile = example('container/Containerfile');
  const packagesIn = (text: string) => text.match(/\b(libreoffice|fonts|bubblewrap)[\w-]*/g)?.sort();
  const [, documented = ''] =
    /apt-get install --no-install-recommends ([\s\S]*?)```/.exec(readFileSync('docs/operation.md', 'utf8')) ?? [];
  const [, installed = ''] = /install -y --no-install-recommends([\s\S]*?)&&/.exec(containerFile) ?? [];
  expect(packagesIn(installed)).toEqual(packagesIn(documented));
});
