/**
 * A corpus with known content: each feature of texts.mjs, sheets.mjs and slides.mjs as a file of every format of its family.
 * docconv's own format is not needed: flat OpenDocument files are written here, and LibreOffice saves them as the others.
 * Packages write more files with features of their own (packages/), because LibreOffice does not read its own files as it
 * reads those of others.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PNG } from 'pngjs';
import { docxFiles } from './packages/docx.mjs';
import { xlsxFiles } from './packages/exceljs.mjs';
import { pptxFiles } from './packages/pptxgenjs.mjs';
import { SHEETS } from './sheets.mjs';
import { SLIDES } from './slides.mjs';
import { TEXTS } from './texts.mjs';

/** The format that is written here, and LibreOffice's filters for the others. */
const FAMILIES = [
  {
    makers: TEXTS,
    flat: 'fodt',
    filters: {
      odt: 'writer8',
      docx: 'MS Word 2007 XML',
      doc: 'MS Word 97',
      rtf: 'Rich Text Format',
      html: 'HTML (StarWriter):EmbedImages',
    },
  },
  { makers: SHEETS, flat: 'fods', filters: { ods: 'calc8', xlsx: 'Calc MS Excel 2007 XML', xls: 'MS Excel 97' } },
  {
    makers: SLIDES,
    flat: 'fodp',
    filters: { odp: 'impress8', pptx: 'Impress MS PowerPoint 2007 XML', ppt: 'MS PowerPoint 97' },
  },
];

/** By format and package; the file names end in the format. */
const PACKAGES = { 'docx-docx': docxFiles, 'xlsx-exceljs': xlsxFiles, 'pptx-pptxgenjs': pptxFiles };

/** Writes a folder for each format below `folder`; returns the paths by the folder's name. */
export async function makeCorpus(folder) {
  const corpus = new Map();
  for (const { makers, flat, filters } of FAMILIES) {
    const sources = Object.entries(makers(picture)).map(([name, content]) => {
      const path = join(folder, flat, `${name.replaceAll(' ', '-')}.${flat}`);
      mkdirSync(join(folder, flat), { recursive: true });
      writeFileSync(path, content);
      return path;
    });
    corpus.set(flat, sources);
    for (const [format, filter] of Object.entries(filters)) corpus.set(format, saveAs(folder, sources, format, filter));
  }
  for (const [format, filesOf] of Object.entries(PACKAGES)) {
    corpus.set(format, await writeFiles(join(folder, format), format.split('-')[0], filesOf(picture)));
  }
  return corpus;
}

function writeFiles(folder, extension, files) {
  mkdirSync(folder, { recursive: true });
  return Promise.all(
    files.map(async ([name, make]) => {
      const path = join(folder, `${name.replaceAll(' ', '-')}.${extension}`);
      writeFileSync(path, await make());
      return path;
    }),
  );
}

function saveAs(folder, sources, format, filter) {
  const target = join(folder, format);
  soffice(folder, ['--convert-to', `${format}:${filter}`, '--outdir', target, ...sources]);
  const paths = sources.map(path =>
    join(
      target,
      path
        .split('/')
        .at(-1)
        .replace(/\.\w+$/, `.${format}`),
    ),
  );
  for (const path of paths) if (!existsSync(path)) console.error(`LibreOffice did not write ${path}`);
  return paths.filter(path => existsSync(path));
}

/**
 * In the language that docconv takes for documents that state none: it decides on their paper, too. The first start of a
 * profile may only ask for another one. `environment`: more variables.
 */
export function soffice(folder, args, environment = {}) {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const env = { ...process.env, LC_ALL: 'en_US.UTF-8', ...environment };
  return spawnSync('soffice', [profile, '--headless', '--norestore', ...args], { encoding: 'utf8', env });
}

/** 64 by 48 pixels, from one colour to another. */
function picture(number = 0) {
  const png = new PNG({ width: 64, height: 48 });
  for (let i = 0; i < 64 * 48; i++) png.data.set([number * 90, (i % 64) * 4, 255 - Math.floor(i / 64) * 5, 255], i * 4);
  return PNG.sync.write(png);
}
