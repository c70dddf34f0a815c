/** The real engines: from a document's bytes to the words in its PDF. Needs the built workers: `node build.mjs`. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatOfWord } from '../../src/convert/formats.js';
import { type Conversion, createConverter, type EngineName, type Family } from '../../src/convert/index.js';
import { damaged } from '../helpers/damage.js';
import { documents, FORMAT_NAMES, type FormatName, legacy } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';
import { descendantsOf } from '../helpers/processes.js';
import { describeTools, describeWith, linux, testWith } from '../helpers/requires.js';

const POLL = { timeout: 20_000, interval: 10 };

const folder = await mkdtemp(join(tmpdir(), 'docconv-engines-'));
const settings = { cache: join(folder, 'cache'), temporary: folder, workers: 1 };
/** Shared: the embedded engine takes seconds to start. */
const converter = createConverter(settings);

afterAll(async () => {
  await converter.close();
  await rm(folder, { recursive: true, force: true });
});

const isThere = (engine: EngineName) =>
  converter.engineStatus().some(({ name, available }) => name === engine && available);

const embedded = { missing: '@matbee/libreoffice-converter is not installed', met: isThere('wasm') };

describeWith('wasm', [embedded], () => {
  it.each(FORMAT_NAMES)('converts %s', async format => {
    const fixture = documents[format]();
    const { pdf, engine } = await converter.convert(fixture, { engine: 'wasm' });
    expect(engine).toBe('wasm');
    await expectPdf(pdf, fixture.text);
  });

  it('converts twenty in a row in one worker', () => twentyInARow('wasm'));

  testWith('gives up on a picture over which the engine would ask, and wait', [linux], async () => {
    const conversion = converter.convert(damaged(1, 737), { engine: 'wasm' });
    await expect(conversion).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });
});

describeTools('soffice', ['soffice.bin'], () => {
  /** All at once, for a call takes many; a call for each would be a start for each. */
  const outcomes = new Map<FormatName, Promise<Conversion>>();
  const outcome = (format: FormatName) => {
    for (const name of FORMAT_NAMES)
      if (!outcomes.has(name)) outcomes.set(name, converter.convert(documents[name](), { engine: 'soffice' }));
    return outcomes.get(format)!;
  };

  it.each(FORMAT_NAMES)('converts %s', async format => {
    const { pdf, engine } = await outcome(format);
    expect(engine).toBe('soffice');
    await expectPdf(pdf, documents[format]().text);
  });

  it('converts a single document, its options with blanks in them', async () => {
    const { pdf } = await converter.convert(documents.docx(), {
      engine: 'soffice',
      pdf: { watermark: 'Not for sale' },
    });
    await expectPdf(pdf, 'Not for sale');
  });
});

describeTools('native', ['soffice.bin'], () => {
  it.each(FORMAT_NAMES)('converts %s, or leaves its family to another', async format => {
    const fixture = documents[format]();
    const { pdf, engine } = await converter.convert(fixture, { engine: 'auto' });
    expect(engine).toBe((await converter.handles('native', familyOf(format))) ? 'native' : 'soffice');
    await expectPdf(pdf, fixture.text);
  });

  it('refuses a family that this LibreOffice cannot do as a library, and says what to try', async () => {
    const attempt = converter.convert(documents.xlsx(), { engine: 'native' });
    if (await converter.handles('native', 'calc')) expect((await attempt).engine).toBe('native');
    else
      await expect(attempt).rejects.toMatchObject({ code: 'NO_ENGINE', message: expect.stringContaining('soffice') });
  });

  it('remembers what the library can do', async () => {
    const answer = await converter.handles('native', 'calc');
    const other = createConverter(settings);
    const started = performance.now();
    expect(await other.handles('native', 'calc')).toBe(answer);
    expect(performance.now() - started).toBeLessThan(100); // a trial takes longer
    await other.close();
  });

  it('converts twenty in a row in one worker', () => twentyInARow('native'));

  it('converts in a second try what its worker was killed over while it wrote: the lock of the first is gone', async () => {
    const temporary = await mkdtemp(join(folder, 'killed-'));
    const killed = createConverter({ ...settings, temporary, engine: 'native', timeoutMs: 30_000 });
    await killed.convert(documents.docx());
    const conversion = killed.convert(documents.docx('One of many words. '.repeat(8_000)));
    await expect.poll(() => readdirSync(temporary, { recursive: true }).join(' '), POLL).toMatch(/\.~lock\.\S*\.pdf#/);
    for (const { pid, command } of descendantsOf(process.pid)) {
      if (command.includes('native.worker') && command.includes(temporary)) process.kill(pid, 'SIGKILL');
    }
    expect((await conversion).pdf.length).toBeGreaterThan(10_000);
    expect(killed.status().lost).toBe(1);
    await killed.close();
  });
});

describeTools('Office 97 files', ['soffice.bin'], () => {
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

describe('without LibreOffice', () => {
  const nowhere = { ...settings, libreoffice: join(folder, 'nowhere') };

  it.each(['native', 'soffice'] as const)('%s is NO_ENGINE', async engine => {
    const without = createConverter({ ...nowhere, engine });
    await expect(without.convert(documents.docx())).rejects.toMatchObject({
      code: 'NO_ENGINE',
      message: expect.stringMatching(/not installed/),
    });
    await without.close();
  });

  testWith('the embedded engine is taken', [embedded], async () => {
    const without = createConverter(nowhere);
    const [docx, pages] = [await without.engineFor(formatOfWord('docx')), await without.engineFor(formatOfWord('ods'))];
    expect([docx.name, pages.name]).toEqual(['wasm', 'wasm']);
    await without.close();
  });
});

/** Each has words of its own, so that none can be another's. */
async function twentyInARow(engine: EngineName): Promise<void> {
  const { lost } = converter.status();
  for (let i = 0; i < 20; i++) {
    const fixture = documents[i % 2 ? 'docx' : 'pptx'](`Number ${i} of twenty`);
    await expectPdf((await converter.convert(fixture, { engine })).pdf, fixture.text);
  }
  expect(converter.status()).toMatchObject({ busy: 0, queued: 0, lost });
}

function familyOf(format: FormatName): Family {
  if (/^(xl|.?ods|ots|fods|csv|tsv)/.test(format)) return 'calc';
  if (/^(p[po][pt]|odp|otp|fodp)/.test(format)) return 'impress';
  return /^(odg|svg|png|jpg|gif)/.test(format) ? 'draw' : 'writer';
}
