/** The isolation matrix: what each vector reaches when an engine of docconv, or plain LibreOffice, converts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createConverter, type EngineName } from '../../../src/convert/index.js';
import { signalIfRunning } from '../processes.js';
import { containsSecret, startTargets } from '../servers/targets.js';
import { slug, type Vector, vectors } from '../vectors/index.js';

export interface Row {
  readonly vector: string;
  /** Requests that the listener received during the conversion. */
  readonly requests: number;
  /** Whether text or pixels of a local file are in the PDF. */
  readonly leaked: boolean;
  /** 'pdf', or the code of the error. */
  readonly outcome: string;
}

interface Subject {
  /** Writes `<folder>/<name without extension>.pdf` for each document that can be converted; outcomes by name. */
  convert(documents: readonly Vector[], folder: string): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

export async function isolationMatrix(subject: EngineName | 'plain', only = /./): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'docconv-isolation-'));
  const targets = await startTargets(join(folder, 'planted'));
  const { convert, close } = subject === 'plain' ? bySoffice(folder) : byDocconv(subject, folder);
  try {
    const far = vectors(targets.http).filter(({ vector }) => only.test(vector));
    const farOutcomes = await convert(far, join(folder, 'far'));
    const near = vectors(targets.file).filter(({ vector }) => only.test(vector));
    await convert(near, join(folder, 'near'));
    const rows = far.map(async ({ vector, name }) => ({
      vector,
      requests: targets.requests.get(slug(vector)) ?? 0,
      leaked: (await leaks(join(folder, 'far'), name)) || (await leaks(join(folder, 'near'), name)),
      outcome: farOutcomes.get(name) ?? 'none',
    }));
    return await Promise.all(rows);
  } finally {
    await close();
    await targets.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function leaks(folder: string, name: string): Promise<boolean> {
  const pdf = pdfOf(name);
  return (await readdir(folder)).includes(pdf) && containsSecret(join(folder, pdf));
}

const pdfOf = (name: string) => name.replace(/\.[^.]+$/, '.pdf');

/** Milliseconds. */
const DEADLINE = 15_000;

function byDocconv(engine: EngineName, temporary: string): Subject {
  const cache = join(temporary, 'cache');
  const converter = createConverter({ engine, workers: 1, temporary, cache, timeoutMs: DEADLINE });
  return {
    async convert(documents, folder) {
      await mkdir(folder);
      const outcomes = documents.map(async ({ name, bytes }) => {
        const code = await converter.convertToFile({ name, bytes }, join(folder, pdfOf(name))).then(
          () => 'pdf',
          (error: { code?: string }) => String(error.code ?? error),
        );
        return [name, code] as const;
      });
      return new Map(await Promise.all(outcomes));
    },
    close: () => converter.close(),
  };
}

/** `soffice --convert-to pdf` with the default profile: shows what the documents reach without isolation. */
function bySoffice(temporary: string): Subject {
  const convert: Subject['convert'] = async (documents, folder) => {
    const input = `${folder}-in`;
    await mkdir(folder);
    await mkdir(input);
    for (const { name, bytes } of documents) await writeFile(join(input, name), bytes);
    const paths = documents.map(({ name }) => join(input, name));
    const profile = `-env:UserInstallation=${pathToFileURL(join(temporary, 'profile'))}`;
    const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder];
    const made = await untilIdle(spawn('soffice', [...args, ...paths], { detached: true, stdio: 'ignore' }), folder);
    return new Map(documents.map(({ name }) => [name, made.has(pdfOf(name)) ? 'pdf' : 'none']));
  };
  return { convert, close: async () => {} };
}

const QUIET_SECONDS = 10;

/** Some of these documents keep LibreOffice from exiting, so that it is killed once no new PDF has appeared for a while. */
async function untilIdle(child: ChildProcess, folder: string): Promise<ReadonlySet<string>> {
  let made: string[] = [];
  for (let quiet = 0; quiet < QUIET_SECONDS && child.exitCode === null; quiet++) {
    await sleep(1000);
    const now = await readdir(folder);
    if (now.length !== made.length || now.length === 0) quiet = 0;
    made = now;
  }
  signalIfRunning(-child.pid!);
  return new Set(await readdir(folder));
}
