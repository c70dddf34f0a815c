/** What `docconv doctor` finds out: engines, fonts, isolation, and whether it all works when tried. */
import type { Converter, EngineName, EngineStatus, Family } from '../../../convert/index.js';
import { toDocconvError } from '../../../errors.js';
import { hasLandlock, type SandboxCapabilities, sandboxCapabilities } from '../../../isolation/index.js';
import { type FontReport, inspectFonts } from './fonts.js';

export interface Diagnosis {
  node: string;
  platform: string;
  /** In the order in which they are preferred. */
  engines: (EngineStatus & { families: Family[] })[];
  /** The engine that `--engine auto` takes for each family; null where none can. */
  chosen: Record<Family, EngineName | null>;
  fonts: FontReport;
  isolation: SandboxCapabilities;
  trials: Trial[];
  /** What to install or change for more. */
  advice: string[];
}

export interface Trial {
  name: string;
  ok: boolean;
  milliseconds: number;
  /** Why not. */
  message: string | null;
}

const FAMILIES: readonly Family[] = ['writer', 'calc', 'impress', 'draw'];

export async function diagnose(converter: Converter): Promise<Diagnosis> {
  const engines: Diagnosis['engines'] = [];
  for (const status of converter.engineStatus())
    engines.push({ ...status, families: await familiesOf(status, converter) });
  const chosen = Object.fromEntries(
    FAMILIES.map(family => [family, engines.find(engine => engine.families.includes(family))?.name ?? null]),
  ) as Diagnosis['chosen'];
  const found = { engines, chosen, fonts: inspectFonts(), isolation: await isolationMeans() };
  const trials = [
    await attempt('convert a document', () => convertTrial(converter)),
    await attempt('sign, check, alter and check again a PDF', signatureTrial),
  ];
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    ...found,
    trials,
    advice: adviseOn(found),
  };
}

async function familiesOf(status: EngineStatus, converter: Converter): Promise<Family[]> {
  if (!status.available) return [];
  const answers = await Promise.all(FAMILIES.map(family => converter.handles(status.name, family)));
  return FAMILIES.filter((_, i) => answers[i]);
}

async function convertTrial(converter: Converter): Promise<void> {
  const { pdf } = await converter.convert({ bytes: Buffer.from('{\\rtf1 docconv doctor}'), name: 'doctor.rtf' });
  if (Buffer.from(pdf.subarray(0, 5)).toString() !== '%PDF-') throw new Error('what came out is no PDF');
}

async function signatureTrial(): Promise<void> {
  const [{ selfTestSignatures }, { check }] = await Promise.all([
    import('../../../sign/index.js'),
    import('../../../signatures/index.js'),
  ]);
  await selfTestSignatures(check);
}

async function attempt(name: string, work: () => Promise<void>): Promise<Trial> {
  const started = performance.now();
  const message = await work().then(
    () => null,
    thrown => toDocconvError(thrown).message,
  );
  return { name, ok: message === null, milliseconds: Math.round(performance.now() - started), message };
}

/** Files are out of reach by either: a worker without bubblewrap confines itself. */
async function isolationMeans(): Promise<SandboxCapabilities> {
  const means = sandboxCapabilities();
  return { ...means, files: means.files || (await hasLandlock()) };
}

function adviseOn({ engines, fonts, isolation }: Pick<Diagnosis, 'engines' | 'fonts' | 'isolation'>): string[] {
  const advice: string[] = [];
  const available = (name: EngineName) => engines.some(engine => engine.name === name && engine.available);
  if (!available('soffice')) {
    advice.push(
      'Install LibreOffice (Debian: libreoffice-writer-nogui and its sisters) for a ten times faster engine.',
    );
  }
  if (!available('wasm')) advice.push('Install docconv with its optional packages for the embedded engine.');
  const packages = fonts.missing.map(({ install }) => install);
  if (packages.length > 0) {
    const names = fonts.missing.map(({ font }) => font).join(', ');
    advice.push(`Install ${packages.join(' ')}: without them, documents in ${names} break their lines elsewhere.`);
  }
  if (process.platform === 'linux' && !isolation.network) {
    advice.push(
      'Allow unprivileged user namespaces: workers have a network as it is; the profile alone keeps them off it.',
    );
  }
  return advice;
}
