/** One converter for each test file: the embedded engine takes seconds to start. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import {
  type Converter,
  type ConverterSettings,
  createConverter,
  type EngineName,
  type Family,
} from '../../src/convert/index.js';
import { documents, type FormatName } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';

export interface Engines {
  readonly folder: string;
  readonly settings: ConverterSettings & { cache: string };
  readonly converter: Converter;
}

/** For the calling file: test files share modules, so that none of them may close a converter of all. */
export async function openEngines(): Promise<Engines> {
  const folder = await mkdtemp(join(tmpdir(), 'docconv-engines-'));
  const settings = { cache: inject('engineCache'), temporary: folder, workers: 1 };
  const converter = createConverter(settings);
  afterAll(async () => {
    await converter.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, settings, converter };
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
