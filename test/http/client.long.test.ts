/** The description passes the rules of Redocly, and the client in client.test.ts fits the types that are made from it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from './started.js';

let text: string;
const folder = mkdtempSync(join(tmpdir(), 'docconv-api-'));
beforeAll(async () => {
  const server = await startServer();
  text = await (await fetch(`${server.url}/openapi.json`)).text();
  await server.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = promisify(execFile);

it('the calls of client.test.ts have the types that openapi-typescript makes', async () => {
  writeFileSync(join(folder, 'api-types.ts'), astToString(await openapiTS(text)));
  const compilerOptions = {
    rootDirs: [resolve('test/http'), folder], // client.test.ts imports ./api-types.js
    typeRoots: [resolve('node_modules/@types')],
  };
  const files = [resolve('test/http/client.test.ts')];
  const config = { extends: resolve('tsconfig.json'), compilerOptions, files, include: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const checked = run(process.execPath, ['node_modules/typescript/bin/tsc', '--project', folder]);
  expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
});

it('the description passes the recommended rules of Redocly, without a warning', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, text);
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends', 'recommended', '--format', 'json', file];
  const { stdout } = await run(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});
