/**
 * The worker process of the soffice engine. libreoffice-convert converts a single document; several documents share the
 * start of one soffice call, which the package cannot do. soffice exits with 0 even on failure: only a PDF counts.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import libreofficeConvert from 'libreoffice-convert';
import { runWorker } from '../../isolation/index.js';
import { builtFile } from '../../system/package.js';
import type { ConvertRequest } from '../engine.js';
import type { ConvertFailures, EngineConfig } from './engine-worker.js';

/** Written by the first start of a profile, which converts nothing and exits with 81, a request for another start. */
const BUILD_ID = join('user', 'extensions', 'buildid');
/** Address space in bytes that LibreOffice reserves and never uses; what it does use is limited by memoryLimit. */
const RESERVED = 4 * 1024 ** 3;
/** Ignores its first argument, with which libreoffice-convert names a profile. */
const LAUNCHER = builtFile('convert/engines/soffice-launcher.sh');
const NO_PROFILE = '';
const QUIET = ['--norestore', '--nologo', '--nodefault'];

const convertWithOptions = promisify(libreofficeConvert.convertWithOptions);

runWorker(async (config: EngineConfig) => {
  Object.assign(process.env, launcherSettings(config));
  if (!existsSync(join(config.profile, BUILD_ID))) await runSoffice(['--headless', '--terminate_after_init']);
  let calls = 0;
  return async (requests: ConvertRequest[]) => {
    if (requests.length === 1) return { result: [await convertSingle(requests[0]!)] };
    const failures = new Map<ConvertRequest, string | null>();
    for (const group of groupByFilter(requests)) {
      const folder = join(dirname(config.profile), `call-${calls++}`);
      const outcomes = await convertGroup(group, folder);
      for (const [i, request] of group.entries()) failures.set(request, outcomes[i] ?? null);
    }
    return { result: requests.map(request => failures.get(request) ?? null) };
  };
});

/** What soffice-launcher.sh reads from its environment. */
function launcherSettings({ location, profile, memoryLimit }: EngineConfig): Record<string, string> {
  return {
    DOCCONV_SOFFICE: location,
    DOCCONV_PROFILE: pathToFileURL(profile).href,
    DOCCONV_ADDRESS_SPACE: String(Math.round((memoryLimit + RESERVED) / 1024)),
  };
}

/** Null, or why it failed. */
async function convertSingle(request: ConvertRequest): Promise<string | null> {
  // libreoffice-convert quotes a filter with blanks as for a shell, but starts soffice without one
  const filter = `${request.exportFilter}:${request.exportOptions}`.replaceAll(' ', '\\u0020');
  try {
    const pdf = await convertWithOptions(await readFile(request.input), 'pdf', filter, {
      fileName: basename(request.input),
      sofficeBinaryPaths: [LAUNCHER],
      sofficeAdditionalArgs: [...QUIET, ...importArguments(request)],
      asyncOptions: { times: 1 },
    });
    await writeFile(request.output, pdf);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** One soffice call uses one import and one export filter. */
function groupByFilter(requests: readonly ConvertRequest[]): ConvertRequest[][] {
  const groups = new Map<string, ConvertRequest[]>();
  for (const request of requests) {
    const { importFilter, importOptions, exportFilter, exportOptions } = request;
    const key = [importFilter, importOptions, exportFilter, exportOptions].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), request]);
  }
  return [...groups.values()];
}

/** Inputs get numbers as names: two of the same name would have one output file. */
async function convertGroup(requests: ConvertRequest[], folder: string): Promise<ConvertFailures> {
  await mkdir(folder);
  const inputs = requests.map(({ input }, i) => join(folder, `${i}${extname(input)}`));
  await Promise.all(requests.map(({ input }, i) => rename(input, inputs[i]!)));
  const [first] = requests;
  const filter = ['--convert-to', `pdf:${first!.exportFilter}:${first!.exportOptions}`];
  const args = ['--headless', ...QUIET, ...importArguments(first!), ...filter, '--outdir', folder, ...inputs];
  const stderr = await runSoffice(args);
  const failures = await Promise.all(
    requests.map(({ output }, i) => moveOutput(join(folder, `${i}.pdf`), output, stderr)),
  );
  await Promise.all(requests.map(({ input }, i) => rename(inputs[i]!, input)));
  return failures;
}

async function moveOutput(from: string, to: string, stderr: string): Promise<string | null> {
  const size = await stat(from).then(
    file => file.size,
    () => 0,
  );
  if (size === 0) return stderr || 'no PDF was written';
  await rename(from, to);
  return null;
}

function importArguments({ importFilter, importOptions }: ConvertRequest): string[] {
  if (!importFilter) return [];
  return [`--infilter=${importOptions ? `${importFilter}:${importOptions}` : importFilter}`];
}

/** Resolves to what soffice wrote to stderr. */
async function runSoffice(args: string[]): Promise<string> {
  const child = spawn(LAUNCHER, [NO_PROFILE, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve(stderr.trim())));
}
