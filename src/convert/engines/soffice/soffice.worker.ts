/**
 * The worker process of the soffice engine. libreoffice-convert converts a single document; several documents share the
 * start of one soffice call, which the package cannot do. soffice exits with 0 even on failure: only a PDF counts.
 */
import { spawn } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import libreofficeConvert from 'libreoffice-convert';
import { builtFile } from '../../../system/package.js';
import { runEngineWorker } from '../document-worker.js';
import type { EngineDocument, EngineOutcome } from '../engine-calls.js';
import { provideFonts } from '../fonts/fonts.js';
import { installedFonts } from '../fonts/installed-fonts.js';
import { DOCUMENT_FONTS, diskFiles, picturesOf } from '../libreofficekit.js';
import type { EngineConfig } from '../messages.js';
import { writeSettings } from '../profile.js';
import { providePrograms } from '../programs.js';

/** Written by the first start of a profile, which converts nothing and exits with 81, a request for another start. */
const BUILD_ID = join('user', 'extensions', 'buildid');
/** Address space in bytes that LibreOffice reserves and never uses; what it does use is limited by memoryLimit. */
const RESERVED = 4 * 1024 ** 3;
/** Ignores its first argument, with which libreoffice-convert names a profile. */
const LAUNCHER = builtFile('convert/engines/soffice/soffice-launcher.sh');
const NO_PROFILE = '';
const QUIET = ['--norestore', '--nologo', '--nodefault'];

const files = diskFiles();
const convertWithOptions = promisify(libreofficeConvert.convertWithOptions);

runEngineWorker(async (config, profile) => {
  Object.assign(
    process.env,
    launcherSettings(config, profile),
    provideFonts(config.fonts, resolve('fonts'), config.engine.version),
    providePrograms(resolve('programs')),
  );
  if (!existsSync(join(profile, BUILD_ID))) await startProfile(profile);
  return {
    convert: documents => convert(documents, profile),
    fonts: installedFonts(config.location, config.fonts),
    contentOf: ({ bytes }) => bytes,
    clean: () => files.clean(),
  };
});

async function startProfile(profile: string): Promise<void> {
  const { status, stderr } = await runSoffice(['--headless', '--terminate_after_init']);
  if (status !== 0 && !existsSync(join(profile, BUILD_ID)))
    throw new Error(`soffice ended with ${status}: ${stderr || 'no message'}`);
}

async function convert(documents: readonly EngineDocument[], profile: string): Promise<EngineOutcome[]> {
  const [first] = documents;
  if (documents.length === 1 && first!.export.extension === 'pdf') {
    writeSettings(profile, first!.locale);
    return [await convertSingle(first!)];
  }
  const outcomes = new Map<EngineDocument, EngineOutcome>();
  for (const group of groupForCalls(documents)) {
    writeSettings(profile, group[0]!.locale);
    const converted = await convertApart(group, profile);
    for (const [i, document] of group.entries()) outcomes.set(document, converted[i]!);
  }
  return documents.map(document => outcomes.get(document)!);
}

/**
 * A document that leaves traces has a call of its own. Where fonts were not recognised before, all documents of the call are
 * converted again.
 */
async function convertApart(documents: readonly EngineDocument[], profile: string): Promise<EngineOutcome[]> {
  const fonts = join(profile, DOCUMENT_FONTS);
  rmSync(fonts, { recursive: true, force: true });
  const outcomes = await convertGroup(documents);
  if (documents.length === 1 || !existsSync(fonts)) return outcomes;
  const alone: EngineOutcome[] = [];
  for (const document of documents) alone.push(...(await convertGroup([document])));
  return alone;
}

/** What soffice-launcher.sh reads from its environment. */
function launcherSettings({ location, memoryLimit }: EngineConfig, profile: string): Record<string, string> {
  return {
    DOCCONV_SOFFICE: location,
    DOCCONV_PROFILE: pathToFileURL(profile).href,
    DOCCONV_ADDRESS_SPACE: process.platform === 'linux' ? String(Math.round((memoryLimit + RESERVED) / 1024)) : '',
  };
}

async function convertSingle(document: EngineDocument): Promise<EngineOutcome> {
  // libreoffice-convert quotes a filter with blanks as for a shell, but starts soffice without one
  const filter = `${document.export.filter}:${document.export.options}`.replaceAll(' ', '\\u0020');
  try {
    const pdf = await convertWithOptions(Buffer.from(document.bytes), 'pdf', filter, {
      fileName: document.name,
      sofficeBinaryPaths: [LAUNCHER],
      sofficeAdditionalArgs: [...QUIET, ...importArguments(document)],
      asyncOptions: { times: 1 },
    });
    return { written: pdf };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!WROTE_ERROR.test(message) || NOT_LOADED.test(message)) return { failure: message };
    const [outcome] = await convertGroup([document]);
    return outcome!;
  }
}

/** libreoffice-convert takes the word "error" on stderr for a failure: LibreOffice reports a damaged picture there. */
const WROTE_ERROR = /^Error calling soffice: /;
const NOT_LOADED = /could not be loaded/;

/**
 * One soffice call uses one import filter, one locale and one export filter, and no document in it leaves traces to others.
 * It writes all outputs into one folder, so that the names of its documents have to differ: they keep their own, which
 * LibreOffice prints.
 */
function groupForCalls(documents: readonly EngineDocument[]): EngineDocument[][] {
  const groups = new Map<string, EngineDocument[]>();
  const namesakes = new Map<string, number>();
  for (const document of documents) {
    const { importFilter, importOptions, locale, traces = [], export: to } = document;
    const filters = [importFilter, importOptions, locale, to, traces.length > 0 && groups.size];
    const output = JSON.stringify([...filters, outputName(document)]);
    const before = namesakes.get(output) ?? 0;
    namesakes.set(output, before + 1);
    const key = JSON.stringify([...filters, before]);
    groups.set(key, [...(groups.get(key) ?? []), document]);
  }
  return [...groups.values()];
}

const outputName = ({ name, export: { extension } }: EngineDocument): string => `${parse(name).name}.${extension}`;

/** Each document has a folder of its own, and the outputs have another one. */
async function convertGroup(documents: readonly EngineDocument[]): Promise<EngineOutcome[]> {
  const inputs = documents.map(({ name, bytes }) => files.write(name, bytes));
  const output = files.folder();
  const [first] = documents;
  const { extension, filter, options } = first!.export;
  const to = ['--convert-to', [extension, filter, options].filter(Boolean).join(':')];
  const args = ['--headless', ...QUIET, ...importArguments(first!), ...to, '--outdir', output, ...inputs];
  const { stderr } = await runSoffice(args);
  return documents.map(document => outcomeOf(join(output, outputName(document)), stderr));
}

function outcomeOf(path: string, stderr: string): EngineOutcome {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return size > 0
    ? { written: { path }, pictures: picturesOf(path, files) }
    : { failure: stderr || 'nothing was written' };
}

function importArguments({ importFilter, importOptions }: EngineDocument): string[] {
  if (!importFilter) return [];
  return [`--infilter=${importOptions ? `${importFilter}:${importOptions}` : importFilter}`];
}

/** Resolves to the exit code, or the name of a signal, and to what it wrote. */
async function runSoffice(args: string[]): Promise<{ status: number | string | null; stderr: string }> {
  const child = spawn(LAUNCHER, [NO_PROFILE, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) =>
    child.on('error', reject).on('close', (code, signal) => resolve({ status: code ?? signal, stderr: stderr.trim() })),
  );
}
