/**
 * The worker process of the soffice engine. A single document goes through libreoffice-convert; several of one kind go
 * into one soffice call of our own, which shares the start. soffice exits with 0 whatever happens: only a PDF counts.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import libreofficeConvert from 'libreoffice-convert';
import { runWorker } from '../../isolation/index.js';
import type { ConvertRequest } from '../engine.js';
import type { ConvertFailures, EngineConfig } from './engine-worker.js';

/** Written by a profile's first start, which converts nothing: it ends with code 81, asking for another start. */
const BUILD_ID = join('user', 'extensions', 'buildid');

const convertWithOptions = promisify(libreofficeConvert.convertWithOptions);

runWorker(async (config: EngineConfig) => {
  const launcher = await writeLauncher(config);
  if (!existsSync(join(config.profile, BUILD_ID))) await run(launcher, ['', '--headless', '--terminate_after_init']);
  let calls = 0;
  return async (requests: ConvertRequest[]): Promise<ConvertFailures> => {
    if (requests.length === 1) return [await convertSingle(requests[0]!, launcher)];
    const failures = new Map<ConvertRequest, string | null>();
    for (const group of groupByFilter(requests)) {
      const folder = join(dirname(config.profile), `call-${calls++}`);
      const outcomes = await convertGroup(group, launcher, folder);
      for (const [i, request] of group.entries()) failures.set(request, outcomes[i] ?? null);
    }
    return requests.map(request => failures.get(request) ?? null);
  };
});

/** libreoffice-convert starts its executable with an empty profile, always: this one starts soffice with docconv's. */
async function writeLauncher({ location, profile, memoryLimit }: EngineConfig): Promise<string> {
  const path = join(dirname(profile), 'soffice');
  const argument = `-env:UserInstallation=${pathToFileURL(profile).href}`;
  const script = `#!/bin/sh\nulimit -v ${addressSpace(memoryLimit)}\nshift\nexec '${location}' '${argument}' --norestore --nologo --nodefault "$@"\n`;
  await writeFile(path, script);
  await chmod(path, 0o700);
  return path;
}

/** KiB: LibreOffice reserves some gigabytes that it never uses; what it does use, the parent watches. */
function addressSpace(memoryLimit: number): number {
  return Math.round((memoryLimit + UNUSED_ADDRESSES) / 1024);
}

const UNUSED_ADDRESSES = 4 * 1024 ** 3;

async function convertSingle(job: ConvertRequest, launcher: string): Promise<string | null> {
  // libreoffice-convert puts what has a blank in quotes, for a shell that is not there
  const filter = `${job.exportFilter}:${job.exportOptions}`.replaceAll(' ', '\\u0020');
  try {
    const pdf = await convertWithOptions(await readFile(job.input), 'pdf', filter, {
      fileName: basename(job.input),
      sofficeBinaryPaths: [launcher],
      sofficeAdditionalArgs: importArguments(job),
      asyncOptions: { times: 1 },
    });
    await writeFile(job.output, pdf);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** One call converts with one import and one export filter. */
function groupByFilter(jobs: readonly ConvertRequest[]): ConvertRequest[][] {
  const groups = new Map<string, ConvertRequest[]>();
  for (const job of jobs) {
    const key = [job.importFilter, job.importOptions, job.exportFilter, job.exportOptions].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), job]);
  }
  return [...groups.values()];
}

/** Inputs get numbered names, so that two of the same name do not meet in the output folder. */
async function convertGroup(jobs: ConvertRequest[], launcher: string, folder: string): Promise<ConvertFailures> {
  await mkdir(folder);
  const inputs = jobs.map((job, i) => join(folder, `${i}${extname(job.input)}`));
  await Promise.all(jobs.map((job, i) => rename(job.input, inputs[i]!)));
  const [first] = jobs;
  const format = `pdf:${first!.exportFilter}:${first!.exportOptions}`;
  const args = ['', '--headless', ...importArguments(first!), '--convert-to', format, '--outdir', folder, ...inputs];
  const stderr = await run(launcher, args);
  const outcomes = jobs.map((job, i) => takeOut(join(folder, `${i}.pdf`), job.output, stderr));
  await Promise.all(jobs.map((job, i) => rename(inputs[i]!, job.input)));
  return Promise.all(outcomes);
}

async function takeOut(made: string, wanted: string, stderr: string): Promise<string | null> {
  const size = await stat(made).then(
    file => file.size,
    () => 0,
  );
  if (size === 0) return stderr || 'no PDF was written';
  await rename(made, wanted);
  return null;
}

function importArguments({ importFilter, importOptions }: ConvertRequest): string[] {
  if (!importFilter) return [];
  return [`--infilter=${importOptions ? `${importFilter}:${importOptions}` : importFilter}`];
}

/** Resolves to what the command wrote to stderr. */
async function run(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve(stderr.trim())));
}
