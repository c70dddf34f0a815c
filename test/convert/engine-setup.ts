/** One converter for the test files of a vitest worker: an engine takes up to seconds to start. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { type Converter, createConverter, type EngineName, type Family } from '../../src/convert/index.js';
import { documents, type FormatName } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';

/** Of the process: the test files of a vitest worker share its modules. */
let shared: Converter | null = null;

/**
 * No test may close it, or depend on what another has converted. Nobody closes it: when the vitest worker ends, its engines
 * end, and the janitor of the converter removes its folder.
 */
export function sharedConverter(): Converter {
  shared ??= createConverter({ cache: inject('engineCache'), workers: 1, idleMs: IDLE_MS });
  return shared;
}

/** Other test files may run between two that convert. */
const IDLE_MS = 300_000;

/** A folder that is removed at the end of the calling file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docconv-engines-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const embedded = {
  missing: '@matbee/libreoffice-converter is not installed',
  met: createConverter()
    .engineStatus()
    .some(({ name, available }) => name === 'wasm' && available),
};

/** Each document has its own text, so that no PDF can be that of another. */
export async function convertTwenty(converter: Converter, engine: EngineName): Promise<void> {
  const { lost } = converter.status();
  for (let i = 0; i < 20; i++) {
    const fixture = documents[i % 2 ? 'docx' : 'pptx'](`Number ${i} of twenty`);
    await expectPdf((await converter.convert(fixture, { engine })).pdf, fixture.text);
  }
  expect(converter.status()).toMatchObject({ busy: 0, queued: 0, lost });
}

export function familyOf(format: FormatName): Family {
  if (/^(xl|.?ods|ots|fods|csv|tsv)/.test(format)) return 'calc';
  if (/^(p[po][pt]|odp|otp|fodp)/.test(format)) return 'impress';
  return /^(odg|svg|png|jpg|gif|tiff|webp|bmp|wmf|emf)/.test(format) ? 'draw' : 'writer';
}
