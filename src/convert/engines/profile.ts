/**
 * The user profile that docconv writes for LibreOffice: macros off, links never updated, no network. Each name is a key
 * of LibreOffice's configuration schema. A version ignores keys that it does not know, so that all are always written.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DEFAULT_LOCALE } from '../locale.js';
import type { Versions } from '../quirks/versions.js';

type Value = boolean | number | string | readonly string[];
/** `versions`: those that have the key. */
type Setting = readonly [path: string, name: string, value: Value, versions?: Versions];

const COMMON = '/org.openoffice.Office.Common';
const SCRIPTING = `${COMMON}/Security/Scripting`;
const INET = '/org.openoffice.Inet/Settings';
/** Nothing listens on this port (discard), so a connection that the other settings do not prevent fails. */
const PROXY_HOST = '127.0.0.1';
const PROXY_PORT = 9;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const SETTINGS: readonly Setting[] = [
  [SCRIPTING, 'BlockUntrustedRefererLinks', true],
  [SCRIPTING, 'DisableMacrosExecution', true],
  [SCRIPTING, 'MacroSecurityLevel', 3],
  // 25.2 has only DisableMacrosExecution and MacroSecurityLevel for macros, and no plugins
  [SCRIPTING, 'OfficeBasic', 0, { gone: '25.2' }],
  [SCRIPTING, 'ExecutePlugins', false, { gone: '25.2' }],
  [SCRIPTING, 'CheckDocumentEvents', true],
  [SCRIPTING, 'AllowedDocumentEventURLs', ['^docconv-allows-none$']],
  [SCRIPTING, 'SecureURL', []],
  // DisableActiveContent would also remove charts, which are embedded objects; the sandbox restricts these
  [SCRIPTING, 'DisablePythonRuntime', true, { since: '24.8' }],
  [SCRIPTING, 'DisableOLEAutomation', true, { since: '24.8' }],
  [`${COMMON}/Security`, 'LoadExoticFileFormats', 0],
  [`${COMMON}/Misc`, 'UseSystemFileDialog', false],
  [`${COMMON}/Misc`, 'FirstRun', false],
  [`${COMMON}/Save/Document`, 'WarnAlienFormat', false],
  [`${COMMON}/Load`, 'ShowOfficeUpdateDialog', false, { gone: '25.2' }],
  [`${COMMON}/History`, 'PickListSize', 0],
  // each document is in a folder of its own, so that lock files only take time
  [`${COMMON}/Misc`, 'UseLocking', false],
  [`${COMMON}/Misc`, 'UseDocumentSystemFileLocking', false],
  [`${COMMON}/Misc`, 'UseDocumentOOoLockFile', false],
  // LibreOffice gives DOCX the type of DOC, and for this type it looks for VBA macros at each event of a document
  ['/org.openoffice.TypeDetection.Types/Types/writer_MS_Word_2007', 'MediaType', DOCX],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 0],
  ['/org.openoffice.Office.Writer/Content/Update', 'Field', false],
  ['/org.openoffice.Office.Writer/Content/Update', 'Chart', false],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', 1],
  ['/org.openoffice.Setup/Product', 'ooSetupLastVersion', '99.9'],
  [INET, 'ooInetProxyType', 2],
  [INET, 'ooInetHTTPProxyName', PROXY_HOST],
  [INET, 'ooInetHTTPProxyPort', PROXY_PORT],
  [INET, 'ooInetHTTPSProxyName', PROXY_HOST],
  [INET, 'ooInetHTTPSProxyPort', PROXY_PORT],
  [INET, 'ooInetFTPProxyName', PROXY_HOST, { gone: '26.8' }],
  [INET, 'ooInetFTPProxyPort', PROXY_PORT, { gone: '26.8' }],
  [INET, 'ooInetNoProxy', ''],
];

/**
 * Parts of the window, which LibreOfficeKit builds for every document: without them a small one takes 35 ms instead of
 * 60. 10336 is the number of the sidebar.
 */
const WINDOW_PARTS: readonly (readonly [module: string, state: string, bars: readonly string[]])[] = [
  ['swriter', 'Writer', ['toolbar/standardbar', 'toolbar/textobjectbar']],
  ['scalc', 'Calc', ['toolbar/standardbar', 'toolbar/formatobjectbar']],
  ['simpress', 'Impress', ['toolbar/standardbar', 'toolbar/toolbar']],
  ['sdraw', 'Draw', ['toolbar/standardbar', 'toolbar/toolbar']],
];
const COMMON_BARS = ['menubar/menubar', 'statusbar/statusbar', 'toolbar/findbar'];

/** LibreOffice builds even a hidden menu, of hundreds of entries, which takes a tenth of the time of a small document. */
const NO_MENU = '<menu:menubar xmlns:menu="http://openoffice.org/2001/menu" menu:id="menubar"/>\n';

/** The content of the files of a profile by their paths in its folder "user". */
export function profileFiles(): ReadonlyMap<string, string> {
  const menus = WINDOW_PARTS.map(([module]) => [menuPath(module), NO_MENU] as const);
  return new Map([['registrymodifications.xcu', profileSettings()], ...menus]);
}

const menuPath = (module: string): string => `config/soffice.cfg/modules/${module}/menubar/menubar.xml`;

/** The content of registrymodifications.xcu. */
export function profileSettings(locale = DEFAULT_LOCALE): string {
  const systemLocale: Setting = ['/org.openoffice.Setup/L10N', 'ooSetupSystemLocale', locale];
  const items = [...[...SETTINGS, systemLocale].map(item), ...WINDOW_PARTS.flatMap(hideParts)];
  return `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`;
}

function item([path, name, value]: Setting): string {
  const finalized = path.startsWith('/org.openoffice.Setup') ? '' : ' oor:finalized="true"';
  return `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"${finalized}>${valueXml(value)}</prop></item>`;
}

function hideParts([module, state, bars]: (typeof WINDOW_PARTS)[number]): string[] {
  const states = `/org.openoffice.Office.UI.${state}WindowState/UIElements/States`;
  return [
    hide('/org.openoffice.Office.Views/Windows', `${module}/10336`),
    ...[...bars, ...COMMON_BARS].map(bar => hide(states, `private:resource/${bar}`)),
  ];
}

function hide(path: string, node: string): string {
  const visible = '<prop oor:name="Visible" oor:op="fuse"><value>false</value></prop>';
  return `<item oor:path="${path}"><node oor:name="${node}" oor:op="fuse">${visible}</node></item>`;
}

function valueXml(value: Value): string {
  if (typeof value !== 'object') return `<value>${value}</value>`;
  return `<value>${value.map(entry => `<it>${entry}</it>`).join('')}</value>`;
}

/** Writes a profile into `folder`, beginning with a packed one where there is one. */
export function writeProfile(folder: string, packed: Uint8Array | null): void {
  if (packed) unpackProfile(packed, folder);
  for (const [name, content] of profileFiles()) {
    const path = join(folder, 'user', name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, content);
  }
}

/** For the next start with this profile. */
export function writeSettings(folder: string, locale: string): void {
  writeFileSync(join(folder, 'user', 'registrymodifications.xcu'), profileSettings(locale));
}

/**
 * All files of a profile that a first start of LibreOffice has filled, before it has read any document: later starts are
 * faster. One file in the cache instead of a folder, because only workers read what is in it.
 */
export function packProfile(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.lock'))
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = files.map(file => readFileSync(file));
  const names = files.map((file, i) => [relative(folder, file), contents[i]!.length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(names)}\n`), ...contents]);
}

function unpackProfile(packed: Uint8Array, folder: string): void {
  let at = packed.indexOf(LINE_FEED) + 1;
  const files = JSON.parse(Buffer.from(packed.subarray(0, at)).toString()) as [path: string, size: number][];
  const folders = new Set(files.map(([path]) => dirname(join(folder, path))));
  for (const each of folders) mkdirSync(each, { recursive: true, mode: 0o700 });
  for (const [path, size] of files) {
    writeFileSync(join(folder, path), packed.subarray(at, at + size));
    at += size;
  }
}

const LINE_FEED = 0x0a;
