/** Every format on every engine, every second one on soffice, and what takes an engine long. */
import { rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { findLibreOffice } from '../../../src/convert/engines/locate.js';
import { type Conversion, createConverter } from '../../../src/convert/index.js';
import { brokenLibreOffice } from '../../helpers/broken-libreoffice.js';
import { fileNameField } from '../../helpers/documents/odf.js';
import { commented, documents, FORMAT_NAMES, type FormatName, legacy } from '../../helpers/documents.js';
import { expectPdf } from '../../helpers/pdf-text.js';
import { descendantsOf, processorSeconds, signalIfRunning } from '../../helpers/processes.js';
import { describeTools, describeWith, linux, program, testWith } from '../../helpers/requires.js';
import { everySecond } from '../../helpers/selection.js';
import { convertTwenty, embedded, familyOf, sharedConverter, temporaryFolder } from '../engine-setup.js';

const converter = sharedConverter();
const folder = await temporaryFolder();
const settings = { cache: inject('engineCache'), temporary: folder, workers: 1 };

/** A JPEG image of 8 by 10 pixels with some bytes changed. */
const BAD_JPEG = Buffer.from(
  [
    '/9j/4AAQSkZJRgABEQEASgBIAAD/2wBDAJALDA4MChAODQ4SFRATGCgaGBaWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1R',
    'V19iZ2hnPk1xeWBkeFxlZ2P/2wBDARESEggVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NnY2NjY2NjY2NjYmNjY2NjY2NjYyNj',
    'Y2NjY2NiY2NjY2NjY2P/wAARKAAKAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAQUEAEAAAACAQAAAAAA',
    'AAAAAAAA/8QAFAEBAAAAAAAAAAAABAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQg3AIAAf//Z',
  ].join(''),
  'base64',
);

describeWith('wasm', [embedded], () => {
  it.each(FORMAT_NAMES)('converts %s', async format => {
    const fixture = documents[format]();
    const { pdf, engine } = await converter.convert(fixture, { engine: 'wasm' });
    expect(engine).toBe('wasm');
    await expectPdf(pdf, fixture.text);
  });

  it('converts twenty documents in one worker', () => convertTwenty(converter, 'wasm'));

  it('names an option that fails, also for a text with authors, which is tried again without it', async () => {
    const conversion = converter.convert(commented(), { engine: 'wasm', pdf: { pages: '99' } });
    await expect(conversion).rejects.toMatchObject({ code: 'OPTION_INVALID', detail: { option: 'pages' } });
  });

  testWith('refuses a picture for which the engine would open a dialog', [linux], async () => {
    const conversion = converter.convert({ name: 'picture.jpg', bytes: BAD_JPEG }, { engine: 'wasm' });
    await expect(conversion).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
  });
});

describeTools('soffice', ['soffice.bin'], () => {
  /** The library that the engine native loads has the same filters. */
  const formats = everySecond(FORMAT_NAMES, 0);
  /** All at once: one soffice call takes many documents. */
  const outcomes = new Map<FormatName, Promise<Conversion>>();
  const outcome = (format: FormatName) => {
    for (const name of formats)
      if (!outcomes.has(name)) outcomes.set(name, converter.convert(documents[name](), { engine: 'soffice' }));
    return outcomes.get(format)!;
  };

  it.each(formats)('converts %s', async format => {
    const { pdf, engine } = await outcome(format);
    expect(engine).toBe('soffice');
    await expectPdf(pdf, documents[format]().text);
  });
});

describeTools('native', ['soffice.bin'], () => {
  it('converts twenty documents in one worker', () => convertTwenty(converter, 'native'));

  it.each(FORMAT_NAMES)('converts %s, or leaves its family to soffice', async format => {
    const fixture = documents[format]();
    const { pdf, engine } = await converter.convert(fixture, { engine: 'auto' });
    expect(engine).toBe((await converter.handles('native', familyOf(format))) ? 'native' : 'soffice');
    await expectPdf(pdf, fixture.text);
  });

  it('asks again what the library can do when it did not start', async () => {
    const libreoffice = await brokenLibreOffice(join(folder, 'repaired'), 'library');
    const { library } = findLibreOffice(null)!;
    const place = { ...settings, libreoffice, cache: join(folder, 'repaired-cache') };
    const handles = async () => {
      const opened = createConverter(place);
      return opened.handles('native', 'impress').finally(() => opened.close());
    };
    expect(await handles()).toBe(false);
    rmSync(join(libreoffice, basename(library!)));
    symlinkSync(library!, join(libreoffice, basename(library!)));
    expect(await handles()).toBe(await converter.handles('native', 'impress'));
  });

  it('converts a document again whose worker was killed while it worked', async () => {
    const killed = createConverter({ ...settings, engine: 'native', timeoutMs: 120_000 });
    const others = new Set(nativeWorkers());
    await killed.convert(documents.docx());
    const workers = nativeWorkers().filter(pid => !others.has(pid));
    const used = () => workers.reduce((sum, pid) => sum + processorSeconds(pid), 0);
    const before = used();
    const conversion = killed.convert(documents.docx('One of many words. '.repeat(8_000)));
    await expect.poll(used, { interval: 5 }).toBeGreaterThan(before + 0.03); // the document takes more
    for (const pid of workers) signalIfRunning(pid);
    expect((await conversion).pdf.length).toBeGreaterThan(10_000);
    expect(killed.status().lost).toBe(1);
    await killed.close();
  });
});

describeWith('the name of the document', [program('soffice.bin'), embedded], () => {
  const names = ['Año – हिन्दी & Co (1).fodt', 'Año – हिन्दी & Co (1).fodt', "Größe's 100 Ω.fodt", 'other.fodt'];

  it.each(['native', 'soffice', 'wasm'] as const)('is printed by fields with %s, in a batch as well', async engine => {
    const sources = names.map(name => ({ name, bytes: fileNameField() }));
    const conversions = await Promise.all(sources.map(source => converter.convert(source, { engine })));
    for (const [i, { pdf }] of conversions.entries()) await expectPdf(pdf, `This is ${names[i]}`);
  });
});

describeWith('auto', [program('soffice.bin'), embedded], () => {
  it('tries a document on the next engine when one fails on it, and a named engine alone', async () => {
    const libreoffice = await brokenLibreOffice(join(folder, 'no-program'), 'library', 'program');
    const broken = createConverter({ ...settings, libreoffice });
    const fixture = documents.docx();
    const { pdf, engine, milliseconds, warnings } = await broken.convert(fixture, { timeoutMs: 50_000 });
    expect(engine).toBe('wasm');
    expect(warnings).toMatchObject([{ code: 'other_engine', detail: { failed: 'soffice', used: 'wasm' } }]);
    expect(milliseconds).toBeLessThan(50_000);
    await expectPdf(pdf, fixture.text);
    await expect(broken.convert(fixture, { engine: 'soffice' })).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await broken.close();
  });

  it('tries a document on the next engine when one crashes on it twice', async () => {
    const crashing = createConverter({ ...settings, timeoutMs: 120_000 });
    await crashing.convert(documents.docx());
    const others = new Set(nativeWorkers());
    const killer = setInterval(() => {
      for (const pid of nativeWorkers()) if (crashing.status().lost < 2) signalIfRunning(pid);
    }, 100);
    const { engine } = await crashing
      .convert(documents.docx('One of many words. '.repeat(8_000)))
      .finally(() => clearInterval(killer));
    expect(engine).toBe('soffice');
    expect(others.size).toBeGreaterThan(0);
    await crashing.close();
  });
});

describeWith('Office 97 files', [program('soffice.bin'), embedded], () => {
  const kinds = [
    ['docx', 'doc'],
    ['xlsx', 'xls'],
    ['pptx', 'ppt'],
  ] as const;
  const rows = (['auto', 'wasm', 'soffice'] as const).flatMap(engine => kinds.map(kind => [engine, ...kind] as const));

  it.each(rows)('%s converts %s saved as %s', async (engine, modern, old) => {
    const fixture = await legacy(documents[modern](), old);
    const { pdf } = await converter.convert(fixture, { engine });
    await expectPdf(pdf, fixture.text);
  });
});

const nativeWorkers = (): number[] =>
  descendantsOf(process.pid)
    .filter(({ command }) => command.includes('native.worker'))
    .map(({ pid }) => pid);
