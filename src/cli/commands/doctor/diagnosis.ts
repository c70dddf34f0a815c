/** Collects what `docconv doctor` shows: engines, fonts, means of isolation, and the results of two tests. */
import type { Converter, EngineName, EngineStatus, Family } from '../../../convert/index.js';
import { type DocconvError, toDocconvError } from '../../../errors.js';
import { examineIsolation, type Mechanism } from '../../../isolation/index.js';
import { selfTestSignatures } from '../../../sign/index.js';
import { check } from '../../../signatures/index.js';
import { type FontReport, inspectFonts } from './fonts.js';

export interface Diagnosis {
  node: string;
  platform: string;
  /** In order of preference. `failure`: why one that is installed does not convert; null also where it was not tried. */
  engines: (EngineStatus & { families: Family[]; failure: string | null })[];
  /** The engine that `--engine auto` uses for each family; null if there is none. */
  chosen: Record<Family, EngineName | null>;
  fonts: FontReport;
  /** What the workers of this machine have, measured. */
  isolation: Mechanism[];
  /** Whether the isolation `strict` can be used. */
  strict: boolean;
  trials: Trial[];
  /** What to install or change. */
  advice: string[];
}

export interface Trial {
  name: string;
  ok: boolean;
  milliseconds: number;
  /** The reason of a failure. */
  message: string | null;
}

export const CONVERT_TRIAL = 'convert a document';

const FAMILIES: readonly Family[] = ['writer', 'calc', 'impress', 'draw'];

/** @param more tests of what is configured */
export async function diagnose(
  converter: Converter,
  fontFolders: readonly string[],
  more: readonly { name: string; run(): Promise<void> }[],
): Promise<Diagnosis> {
  const engines = await Promise.all(converter.engineStatus().map(status => examineEngine(status, converter)));
  const chosen = Object.fromEntries(
    FAMILIES.map(family => [family, engines.find(engine => engine.families.includes(family))?.name ?? null]),
  ) as Diagnosis['chosen'];
  const found = { engines, chosen, fonts: await inspectFonts(fontFolders), isolation: await examineIsolation() };
  const trials = [
    await attempt(CONVERT_TRIAL, () => convertTrial(converter)),
    await attempt('sign a PDF and detect a change', () => selfTestSignatures(check)),
  ];
  for (const { name, run } of more) trials.push(await attempt(name, run));
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    ...found,
    strict: found.isolation.every(({ present, needed }) => present || !needed),
    trials,
    advice: adviseOn(found),
  };
}

/** The embedded engine takes seconds to start, and is tried where it is used. */
async function examineEngine(status: EngineStatus, converter: Converter): Promise<Diagnosis['engines'][number]> {
  if (!status.available) return { ...status, families: [], failure: null };
  const failure = status.name === 'wasm' ? null : await failureOf(() => convertTrial(converter, status.name));
  return { ...status, families: failure === null ? await familiesOf(status, converter) : [], failure };
}

async function familiesOf(status: EngineStatus, converter: Converter): Promise<Family[]> {
  const answers = await Promise.all(FAMILIES.map(family => converter.handles(status.name, family)));
  return FAMILIES.filter((_, i) => answers[i]);
}

async function convertTrial(converter: Converter, engine?: EngineName): Promise<void> {
  const source = { bytes: Buffer.from('{\\rtf1 docconv doctor}'), name: 'doctor.rtf' };
  const { pdf } = await converter.convert(source, engine && { engine });
  if (Buffer.from(pdf.subarray(0, 5)).toString() !== '%PDF-') throw new Error('the output is not a PDF');
}

async function attempt(name: string, work: () => Promise<void>): Promise<Trial> {
  const started = performance.now();
  const message = await failureOf(work);
  return { name, ok: message === null, milliseconds: Math.round(performance.now() - started), message };
}

/** Null where it succeeds. */
function failureOf(work: () => Promise<void>): Promise<string | null> {
  return work().then(
    () => null,
    thrown => reasonOf(toDocconvError(thrown)).split('\n', 1)[0]!, // the rest is among the recommendations
  );
}

/** The message of an engine that does not start refers to doctor. */
function reasonOf({ code, message, cause }: DocconvError): string {
  return code === 'NO_ENGINE' && cause instanceof Error ? `The engine did not start: ${cause.message}` : message;
}

function adviseOn({ engines, fonts, isolation }: Pick<Diagnosis, 'engines' | 'fonts' | 'isolation'>): string[] {
  const advice: string[] = [];
  const available = (name: EngineName) => engines.some(engine => engine.name === name && engine.available);
  // on Windows both of its engines are refused
  if (!available('soffice') && process.platform !== 'win32') {
    advice.push(
      'Install LibreOffice (Debian: libreoffice-writer-nogui and related packages): its engines are ten times faster.',
    );
  }
  for (const { name, failure } of engines)
    if (failure !== null)
      advice.push(`Repair the engine ${name}, or documents are converted by a slower one: ${failure}`);
  if (!available('wasm')) advice.push('Run docconv engine add to get the WebAssembly engine.');
  if (engines.some(({ available, missing }) => available && missing.includes('Math'))) {
    advice.push(
      'Install LibreOffice Math (Debian: libreoffice-math-nogui): without it, formulas are left out with native and soffice.',
    );
  }
  advice.push(...adviseOnFonts(fonts));
  return [...advice, ...new Set(isolation.flatMap(mechanism => mechanism.advice))];
}

function adviseOnFonts({ missing }: FontReport): string[] {
  const advise = (effect: FontReport['missing'][number]['effect'], consequence: (names: string) => string) => {
    const fonts = missing.filter(font => font.effect === effect);
    if (fonts.length === 0) return [];
    const packages = [...new Set(fonts.map(({ install }) => install))].join(' ');
    return [
      `Install ${packages} (names in Debian), or name a folder with such fonts with the setting fonts: ${consequence(fonts.map(({ font }) => font).join(', '))}`,
    ];
  };
  return [
    ...advise('line breaks', names => `without them, documents that use ${names} have different line breaks.`),
    ...advise('empty boxes', names => `without them, ${names} may be printed as empty boxes.`),
  ];
}
