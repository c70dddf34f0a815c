/** Office 97 files, converted from the modern formats by the installed LibreOffice. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findLibreOffice } from '../../../src/convert/engines/locate.js';
import { writeProfile } from '../../../src/convert/engines/profile.js';
import type { Fixture } from '../documents.js';

const FILTERS = { doc: 'MS Word 97', xls: 'MS Excel 97', ppt: 'MS PowerPoint 97' } as const;

const made = new Map<string, Promise<Fixture>>();

/** Takes about a second for each file on the first call. */
export function legacy(modern: Fixture, extension: keyof typeof FILTERS): Promise<Fixture> {
  const key = `${extension}\n${modern.name}\n${modern.text}`;
  const fixture = made.get(key) ?? make(modern, extension);
  made.set(key, fixture);
  return fixture;
}

async function make({ name, bytes, text }: Fixture, extension: keyof typeof FILTERS): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'docconv-legacy-'));
  try {
    await writeFile(join(folder, name), bytes);
    await saveAs(join(folder, name), `${extension}:${FILTERS[extension]}`, folder);
    const output = `${parse(name).name}.${extension}`;
    return { name: output, bytes: await readFile(join(folder, output)), text };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const RESTART = 81;

/** The first start with a new profile may only request a restart. */
async function saveAs(input: string, filter: string, folder: string): Promise<void> {
  const soffice = findLibreOffice(null)?.soffice ?? 'soffice.bin';
  const place = join(folder, 'profile');
  writeProfile(place, null);
  const profile = `-env:UserInstallation=${pathToFileURL(place)}`;
  const args = [profile, '--headless', '--norestore', '--convert-to', filter, '--outdir', folder, input];
  const run = () => promisify(execFile)(soffice, args, { timeout: 60_000 });
  await run().catch(error => (error.code === RESTART ? run() : Promise.reject(error)));
}
