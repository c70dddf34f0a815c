/** The description passes the rules of Redocly, and the types of the client in client.test.ts are made from it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../started.js';

const TYPES = 'test/http/openapi/api-types.ts';
const HEADER =
  '// Made by openapi-typescript from /openapi.json. To update: UPDATE_GENERATED=1 npm run test:long test/http/openapi/client\n';

let text: string;
const folder = mkdtempSync(join(tmpdir(), 'docconv-api-'));
beforeAll(async () => {
  const server = await startServer();
  text = await (await fetch(`${server.url}/openapi.json`)).text();
  await server.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the types of the client are up to date', async () => {
  const types = HEADER + astToString(await openapiTS(text));
  if (process.env.UPDATE_GENERATED || !existsSync(TYPES)) writeFileSync(TYPES, types);
  expect(readFileSync(TYPES, 'utf8')).toBe(types);
});

it('the description passes the recommended rules of Redocly, without a warning', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, text);
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends', 'recommended', '--format', 'json', file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});
