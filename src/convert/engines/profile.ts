/**
 * The user profile that docconv writes for LibreOffice: macros off, links never updated, no network. Each name is a key
 * of LibreOffice's configuration schema. A version ignores keys that it does not know, so that all are always written.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder, replaceFile } from '../../system/files.js';

type Value = boolean | number | string | readonly string[];
type Setting = readonly [path: string, name: string, value: Value];

const COMMON = '/org.openoffice.Office.Common';
const SCRIPTING = `${COMMON}/Security/Scripting`;
const INET = '/org.openoffice.Inet/Settings';
/** Nothing listens on this port (discard), so a connection that the other settings do not prevent fails. */
const PROXY_HOST = '127.0.0.1';
const PROXY_PORT = 9;

const SETTINGS: readonly Setting[] = [
  [SCRIPTING, 'BlockUntrustedRefererLinks', true],
  [SCRIPTING, 'DisableMacrosExecution', true],
  [SCRIPTING, 'MacroSecurityLevel', 3],
  [SCRIPTING, 'OfficeBasic', 0],
  [SCRIPTING, 'ExecutePlugins', false],
  [SCRIPTING, 'CheckDocumentEvents', true],
  [SCRIPTING, 'AllowedDocumentEventURLs', ['^docconv-allows-none$']],
  [SCRIPTING, 'SecureURL', []],
  // DisableActiveContent would also remove charts, which are embedded objects; the sandbox restricts these
  [SCRIPTING, 'DisablePythonRuntime', true],
  [SCRIPTING, 'DisableOLEAutomation', true],
  [`${COMMON}/Security`, 'LoadExoticFileFormats', 0],
  [`${COMMON}/Misc`, 'UseSystemFileDialog', false],
  [`${COMMON}/Misc`, 'FirstRun', false],
  [`${COMMON}/Save/Document`, 'WarnAlienFormat', false],
  [`${COMMON}/Load`, 'ShowOfficeUpdateDialog', false],
  [`${COMMON}/History`, 'PickListSize', 0],
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
  [INET, 'ooInetFTPProxyName', PROXY_HOST],
  [INET, 'ooInetFTPProxyPort', PROXY_PORT],
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

/** The content of registrymodifications.xcu. */
export function profileSettings(): string {
  const items = [...SETTINGS.map(item), ...WINDOW_PARTS.flatMap(hideParts)];
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

/** Writes a profile below `folder`, into a copy of the warm profile where there is one. Returns its path. */
export async function writeProfile(folder: string, warm: string | null): Promise<string> {
  const profile = join(folder, 'profile');
  if (warm && (await isFolder(warm))) await cp(warm, profile, { recursive: true });
  else await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), profileSettings());
  return profile;
}

/**
 * Caches a profile that a first start of LibreOffice has filled, before it has read any document: later starts are
 * faster. Several processes may do so at the same time; the first rename wins.
 */
export async function keepWarm(profile: string, warm: string): Promise<void> {
  if (await isFolder(warm)) return;
  const copy = async (temporary: string) => {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    await cp(profile, temporary, { recursive: true, filter: source => !source.endsWith('.lock') });
  };
  await replaceFile(warm, copy).catch(() => {}); // only a cache; ENOTEMPTY means that another process was faster
}

/** The cache folder of the warm profile for this LibreOffice and these settings. */
export function warmProfilePath(cacheFolder: string, stamp: string): string {
  const key = createHash('sha256').update(`${stamp}\n${profileSettings()}`).digest('hex');
  return join(cacheFolder, `profile-${key.slice(0, 16)}`);
}
