/** A private S3 server with the bucket `docconv`. Without vitest: benchmarks use it as well. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface S3Server {
  readonly port: number;
  /** Variables for processes of docconv. @param through the port of a relay to this server */
  variables(prefix: string, through?: number): Record<string, string>;
  /** Of all objects below the prefix. */
  keys(prefix: string): string[];
  stop(): Promise<void>;
}

/** It ends with this process, at the latest. @param variables of its environment */
export async function startS3(variables: Record<string, string> = {}): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-s3-'));
  const child = spawn(process.execPath, ['test/fixtures/s3-server.mjs', folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...variables },
  });
  const [line] = await once(child.stdout, 'data');
  const port = Number(line);
  return {
    port,
    variables: (prefix, through = port) => ({
      DOCCONV_JOB_DOCUMENTS: `s3://docconv/${prefix}`,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${through}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    keys(prefix) {
      const objects = join(folder, 'docconv', prefix);
      const names = existsSync(objects) ? readdirSync(objects) : [];
      return names.flatMap(name => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []);
    },
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
