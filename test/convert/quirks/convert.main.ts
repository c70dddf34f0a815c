/**
 * `node convert.main.mjs native|wasm`, bundled: for each message converts the document of a fault, with all remedies or
 * with all but that of the fault, and answers with the path of the PDF or null. A process of its own: a fault may crash or
 * hang it.
 */
import { writeFileSync } from 'node:fs';
import { dirname, posix, resolve } from 'node:path';
import type { EngineCalls } from '../../../src/convert/engines/engine-calls.js';
import { convertByKit, diskFiles } from '../../../src/convert/engines/libreofficekit.js';
import { findLibreOffice } from '../../../src/convert/engines/locate.js';
import { provideLayouts } from '../../../src/convert/engines/native/layouts.js';
import { openKit } from '../../../src/convert/engines/native/lok.js';
import { profileFiles, writeProfile } from '../../../src/convert/engines/profile.js';
import { providePrograms } from '../../../src/convert/engines/programs.js';
import { openWasmKit } from '../../../src/convert/engines/wasm/emscripten.js';
import { mountFonts } from '../../../src/convert/engines/wasm/wasm-fonts.js';
import { wasmPackageFolder } from '../../../src/convert/engines/wasm/wasm-package.js';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { bytesOf } from '../../../src/convert/output/blob.js';
import { exportOf } from '../../../src/convert/output/export-filter.js';
import { type HasQuirk, quirksOf } from '../../../src/convert/quirks/index.js';
import type { QuirkId } from '../../../src/convert/quirks/table.js';
import type { Demonstration } from './demonstration.js';
import { DEMONSTRATIONS } from './documents.js';

const fonts = () => new Set<string>();

async function native(): Promise<EngineCalls> {
  const { library } = findLibreOffice(null)!;
  const profile = resolve('profile');
  writeProfile(profile, null);
  const layouts = provideLayouts(dirname(library!), resolve('layouts'));
  Object.assign(process.env, layouts, providePrograms(resolve('programs')));
  return convertByKit({ kit: await openKit(library!, profile), files: diskFiles(), profile, fonts });
}

async function wasm(): Promise<EngineCalls> {
  const profile = '/instdir/user';
  const [kit, files] = await openWasmKit(wasmPackageFolder()!, fs => {
    for (const [name, content] of profileFiles()) {
      const path = posix.join(profile, 'user', name);
      fs.mkdirTree(posix.dirname(path));
      fs.writeFile(path, Buffer.from(content));
    }
    mountFonts(fs, []);
  });
  return convertByKit({ kit, files, profile, fonts });
}

interface Request {
  id: QuirkId;
  isRemedied: boolean;
}

async function convert(calls: EngineCalls, { id, isRemedied }: Request): Promise<string | null> {
  const { document, options = {}, other }: Demonstration = DEMONSTRATIONS[id];
  const quirks: HasQuirk = (each, format) =>
    quirksOf(null)(each, format) && (isRemedied || (each !== id && each !== other));
  const prepared = await prepareDocument(document.bytes, { name: document.name, pdf: options, quirks });
  const { format, bytes, locale } = prepared;
  const [outcome] = await calls.convert([
    {
      name: document.name,
      bytes,
      locale,
      family: format.family,
      importFilter: format.inputFilter,
      importOptions: format.inputOptions ?? '',
      export: exportOf(options, format, quirks),
    },
  ]);
  if (!outcome || 'failure' in outcome) return null;
  const path = resolve('result.pdf');
  writeFileSync(path, bytesOf(outcome.written));
  return path;
}

const started = process.argv[2] === 'wasm' ? wasm() : native();
process.on('message', async (request: Request) => process.send!(await convert(await started, request)));
