/** Converts with the engine in the background where one runs, otherwise as ever, and starts one for the next call. */
import { resolve } from 'node:path';
import { docconvHome, loadConfig } from '../../../config/index.js';
import type { Conversion, Converter, ConverterSettings, ConvertOptions, Source } from '../../../convert/index.js';
import { type OpenedSource, openSource } from '../../../convert/input/source.js';
import { convertIntoFiles } from '../../../convert/output/files/files.js';
import { DEFAULTS } from '../../../convert/settings.js';
import { DocconvError } from '../../../errors.js';
import { withoutUndefined } from '../../../system/collections.js';
import { requirePrivateFolder } from '../../../system/files/files.js';
import { packageStamp, socketPath, WarmConnection, type WarmResult, warmFolder } from '../../../warm/index.js';
import type { Context } from '../../context.js';
import { converterSettings } from '../../converter-settings.js';
import { type ConvertFlags, type DocumentConverter, openLocal, settingsOf } from './conversion.js';
import type { Converted, ConvertReport } from './report.js';

/** Null where no engine in the background is wanted or possible. Throws USAGE or CONFIG_INVALID. */
export function openWarm(
  documents: number,
  flags: ConvertFlags,
  report: ConvertReport,
  context: Context,
): DocumentConverter | null {
  if (flags.warm && flags.server !== undefined) throw new DocconvError('USAGE.warm-with-server');
  if (flags.server !== undefined) return null;
  const { env } = context;
  const config = loadConfig({ env, flags: settingsOf(flags) }).values;
  if (!flags.warm && config.warm === 'off') return null;
  const debug = (why: string) => {
    if (env.DOCCONV_DEBUG) context.terminal.err.write(`docconv: no engine in the background: ${why}\n`);
  };
  try {
    requirePossible(documents, flags.warm === true, env);
    const settings = absolute(converterSettings(config, env), context.cwd);
    const folder = warmFolder(env, docconvHome(env).cache);
    requirePrivateFolder(folder);
    const open = () => openLocal(flags, report, context);
    return new WarmConverter(socketPath(folder, settings, env), settings, open, env, debug);
  } catch (error) {
    debug((error as Error).message);
    return null;
  }
}

/** Throws the reason. */
function requirePossible(documents: number, isExplicit: boolean, env: NodeJS.ProcessEnv): void {
  if (documents > 1) throw new Error('several documents have workers of their own');
  if (process.platform !== 'linux') throw new Error('it is for Linux only');
  if (env.CI) throw new Error('the variable CI is set');
  if (process.getuid?.() === 0 && !isExplicit) throw new Error('root has one with --warm only');
}

/** The engine runs in another folder. */
function absolute(settings: ConverterSettings, cwd: string): ConverterSettings {
  const { libreoffice, fonts = [] } = settings;
  return {
    ...settings,
    fonts: fonts.map(folder => resolve(cwd, folder)),
    ...(libreoffice && { libreoffice: resolve(cwd, libreoffice) }),
  };
}

class WarmConverter implements DocumentConverter {
  readonly workers = 1;
  #local: Converter | null = null;

  constructor(
    private readonly socket: string,
    private readonly settings: ConverterSettings,
    private readonly open: () => Promise<Converter>,
    private readonly env: NodeJS.ProcessEnv,
    private readonly debug: (why: string) => void,
  ) {}

  async convert(source: Source, options: ConvertOptions = {}): Promise<Conversion & { warm?: true }> {
    return this.#run(
      source,
      options,
      async result => ({ ...result, pdf: result.files[0]!.bytes }),
      (local, again) => local.convert(again, options),
    );
  }

  async convertToFile(source: Source, output: string, options: ConvertOptions = {}): Promise<Converted> {
    return this.#run(
      source,
      options,
      result => writeFiles(result, output, options.signal),
      (local, again) => local.convertToFile(again, output, options),
    );
  }

  async close(): Promise<void> {
    await this.#local?.close();
  }

  async #run<Result extends object>(
    source: Source,
    options: ConvertOptions,
    finish: (result: WarmResult) => Promise<Result>,
    convert: (local: Converter, source: Source) => Promise<Result>,
  ): Promise<Result & { warm?: true }> {
    const engine = await WarmConnection.open(this.socket);
    if (!engine) {
      this.debug('none answers yet');
      const result = await convert(await this.#open(), source);
      const { PERIODS, startEngine } = await import('../../../warm/start.js'); // an engine that runs does without
      startEngine({ socket: this.socket, settings: this.settings, stamp: packageStamp(), ...PERIODS }, this.env);
      return result;
    }
    const document = await this.#read(source, options, engine);
    const result = await this.#ask(engine, document, options);
    if (typeof result !== 'string') return { ...(await finish(result)), warm: true };
    this.debug(result);
    return convert(await this.#open(), {
      bytes: document.bytes,
      ...(document.name !== null && { name: document.name }),
    });
  }

  /** Once: a pipe cannot be read again. */
  async #read(source: Source, { signal }: ConvertOptions, engine: WarmConnection) {
    try {
      const opened: OpenedSource = await openSource(source, this.settings.maxBytes ?? DEFAULTS.maxBytes, signal);
      return { name: opened.name ?? null, bytes: await opened.read() };
    } catch (error) {
      engine.close();
      throw error;
    }
  }

  #ask(
    engine: WarmConnection,
    { name, bytes }: { name: string | null; bytes: Uint8Array },
    { signal, to, pdf, from, password }: ConvertOptions,
  ): Promise<WarmResult | string> {
    const options = withoutUndefined({ to, pdf, from, password });
    const timeoutMs = this.settings.timeoutMs ?? DEFAULTS.timeoutMs;
    return engine.convert({ name, bytes, options, timeoutMs, signal });
  }

  async #open(): Promise<Converter> {
    this.#local ??= await this.open();
    return this.#local;
  }
}

function writeFiles(
  { files, ...facts }: WarmResult,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Converted> {
  return convertIntoFiles(
    path,
    files.some(({ page }) => page !== null),
    signal,
    async receiver => {
      const sinks = receiver.receive(files.map(({ page, bytes }) => ({ page, size: bytes.byteLength })));
      for (const [i, { bytes }] of files.entries()) await sinks[i]!(bytes);
      return facts;
    },
  );
}
