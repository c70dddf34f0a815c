/**
 * LibreOfficeKit in one process, with what a worker of the native engine has: its profile, folders and environment. What
 * docconv is compared with, and whose phases are measured.
 */
import { dirname, join } from 'node:path';
import { importSource } from './lib.mjs';

/** Parts of it count only at the start of a process. */
export const { ENVIRONMENT } = await importSource('src/convert/engines/engine-worker.ts');

/**
 * Returns a function that starts LibreOffice. The folder of the profile can be kept for later starts; `folder` has to be
 * empty.
 */
export async function prepareNative(profile, folder) {
  const { findLibreOffice } = await importSource('src/convert/engines/locate.ts');
  const { openKit } = await importSource('src/convert/engines/native/lok.ts');
  const { provideLayouts } = await importSource('src/convert/engines/native/layouts.ts');
  const { providePrograms } = await importSource('src/convert/engines/programs.ts');
  const { writeProfile } = await importSource('src/convert/engines/profile.ts');
  const { library } = findLibreOffice(null);
  writeProfile(profile, null);
  const layouts = provideLayouts(dirname(library), join(folder, 'layouts'));
  Object.assign(process.env, layouts, providePrograms(join(folder, 'programs')));
  return async () => {
    const kit = await openKit(library, profile);
    return { ...kit, load: file => kit.load(file, `Language=en-US,${kit.loadOptions}`) };
  };
}

/** As docconv sets the options. */
export async function pdfExport() {
  const { exportOf } = await importSource('src/convert/output/export-filter.ts');
  const { formatNamed } = await importSource('src/convert/formats.ts');
  return exportOf({}, formatNamed('docx'));
}
