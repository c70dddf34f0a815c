/**
 * LibreOffice as a library opens a window for each document, and reads what the window contains from .ui files. Packages
 * without user interface (Debian's -nogui) leave out some that it then needs: without them a text document with comments
 * and every spreadsheet fail to load. Here they are with nothing but the parts that LibreOffice asks for by name; the
 * windows are never drawn.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const object = (type: string, id: string, content = '') => `<object class="Gtk${type}" id="${id}">${content}</object>`;
const child = (type: string, id: string, content?: string) => `<child>${object(type, id, content)}</child>`;
const scrolled = (area: string) =>
  child('ScrolledWindow', 'scrolledwindow', child('Viewport', 'viewport', child('DrawingArea', area)));

/** The content of each file by its path below soffice.cfg. */
const LAYOUTS: ReadonlyMap<string, string> = new Map([
  [
    'modules/swriter/ui/annotation.ui',
    object('Menu', 'menu') +
      object(
        'Box',
        'Annotation',
        scrolled('editview') +
          ['author', 'date', 'resolved'].map(id => child('Label', id)).join('') +
          child('MenuButton', 'menubutton', '<property name="popup">menu</property>'),
      ),
  ],
  [
    'modules/scalc/ui/inputbar.ui',
    object(
      'Box',
      'InputBar',
      child('Box', 'background', scrolled('sc_input_window')) + child('Button', 'up') + child('Button', 'down'),
    ),
  ],
  [
    'modules/scalc/ui/posbox.ui',
    object(
      'Box',
      'PosBox',
      child(
        'ComboBoxText',
        'pos_window',
        `<property name="has-entry">True</property><child internal-child="entry">${object('Entry', 'entry')}</child>`,
      ),
    ),
  ],
]);

/** Below the folder that the variable BRAND_SHARE_SUBDIR names; LibreOffice reads nothing but .ui files through it. */
const ROOT = join('config', 'soffice.cfg');

/**
 * Where files are missing, makes `folder` a copy of LibreOffice's own folder, of links where they are permitted, and with
 * these files. Returns the variables that have to be in the environment when LibreOffice starts.
 */
export function provideLayouts(program: string, folder: string): { BRAND_SHARE_SUBDIR?: string } {
  const installation = dirname(realpathSync(program));
  const original = join(installation, 'share', ROOT);
  const missing = [...LAYOUTS.keys()].filter(path => !existsSync(join(original, path)));
  if (missing.length === 0 || !existsSync(original)) return {};
  const copy = resolve(folder, ROOT);
  linkFolder(original, copy, missing);
  for (const path of missing) writeFileSync(join(copy, path), `<interface>${LAYOUTS.get(path)}</interface>`);
  // LibreOffice puts it into a URL, after that of the installation
  return { BRAND_SHARE_SUBDIR: relative(installation, folder).split(sep).map(encodeURIComponent).join('/') };
}

/** A folder with links to all entries of the original, except for the folders of `added` paths, which are copied like this. */
function linkFolder(original: string, copy: string, added: readonly string[]): void {
  mkdirSync(copy, { recursive: true });
  const folders = new Set(added.filter(path => path.includes('/')).map(path => path.slice(0, path.indexOf('/'))));
  const entries = existsSync(original) ? readdirSync(original) : [];
  for (const name of entries) if (!folders.has(name)) linkOrCopy(join(original, name), join(copy, name));
  for (const name of folders) {
    const inside = added.filter(path => path.startsWith(`${name}/`)).map(path => path.slice(name.length + 1));
    linkFolder(join(original, name), join(copy, name), inside);
  }
}

function linkOrCopy(original: string, copy: string): void {
  try {
    symlinkSync(original, copy);
  } catch {
    copyAll(original, copy); // where Landlock isolates, which permits no links
  }
}

function copyAll(original: string, copy: string): void {
  if (!statSync(original).isDirectory()) {
    writeFileSync(copy, readFileSync(original));
    return;
  }
  mkdirSync(copy);
  for (const name of readdirSync(original)) copyAll(join(original, name), join(copy, name));
}
