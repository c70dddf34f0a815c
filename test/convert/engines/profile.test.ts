import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLibreOffice } from '../../../src/convert/engines/locate.js';
import { packProfile, profileSettings, SETTINGS, writeProfile } from '../../../src/convert/engines/profile.js';
import { keepPackedProfile, packedProfilePath, readPackedProfile } from '../../../src/convert/engines/profile-cache.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { attributeOf, readElements } from '../../../src/system/xml.js';
import { program, testWith } from '../../helpers/requires.js';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const settings = profileSettings();

/** The names of all keys; throws when the profile is not well-formed. */
async function writtenNames(): Promise<string[]> {
  const props = await readElements(settings, ['prop'], DEFAULT_LIMITS.depth);
  return props.map(prop => attributeOf(prop, 'name', 'http://openoffice.org/2001/registry')!);
}

/** The value of a key, and whether it is final: documents and users cannot change it. */
function written(path: string, name: string): { value: string; finalized: boolean } | null {
  const escaped = `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"`;
  const start = settings.indexOf(escaped);
  if (start < 0) return null;
  const item = settings.slice(start, settings.indexOf('</item>', start));
  const value = /<value>(.*)<\/value>/.exec(item)?.[1] ?? '';
  return { value, finalized: item.includes('oor:finalized="true"') };
}

describe('the profile', () => {
  it('has the same locale on every machine, which a conversion may change', () => {
    expect(written('/org.openoffice.Setup/L10N', 'ooSetupSystemLocale')).toEqual({ value: 'en-US', finalized: false });
    expect(profileSettings('de-DE')).toContain('<value>de-DE</value>');
  });

  const scripting = '/org.openoffice.Office.Common/Security/Scripting';
  const inet = '/org.openoffice.Inet/Settings';
  it.each([
    ['macros never run', scripting, 'DisableMacrosExecution', 'true'],
    ['macros would need the highest level of trust', scripting, 'MacroSecurityLevel', '3'],
    ['Basic is off', scripting, 'OfficeBasic', '0'],
    ['Python is off', scripting, 'DisablePythonRuntime', 'true'],
    ['OLE automation is off', scripting, 'DisableOLEAutomation', 'true'],
    ['plug-ins are off', scripting, 'ExecutePlugins', 'false'],
    ['no location is trusted', scripting, 'SecureURL', ''],
    ['no document event runs anything', scripting, 'AllowedDocumentEventURLs', '<it>^docconv-allows-none$</it>'],
    ['links from untrusted locations are blocked', scripting, 'BlockUntrustedRefererLinks', 'true'],
    ['exotic formats are not parsed', '/org.openoffice.Office.Common/Security', 'LoadExoticFileFormats', '0'],
    ['links of texts are never updated', '/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
    ['links of sheets are never updated', '/org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
    ['all web access goes through a proxy', inet, 'ooInetProxyType', '2'],
    ['which does not exist', inet, 'ooInetHTTPProxyName', '127.0.0.1'],
    ['on a port without a listener', inet, 'ooInetHTTPProxyPort', '9'],
    ['also for https', inet, 'ooInetHTTPSProxyName', '127.0.0.1'],
    ['with no exceptions', inet, 'ooInetNoProxy', ''],
  ])('%s', (_, path, name, value) => {
    expect(written(path, name)).toEqual({ value, finalized: true });
  });

  it('is well-formed XML in which each key is written once', async () => {
    const names = await writtenNames();
    const keys = settings
      .split('\n')
      .filter(line => line.startsWith('<item '))
      .map(line => line.split('<value>')[0]);
    expect(keys).toHaveLength(names.length);
    expect(new Set(keys).size).toBe(names.length);
  });

  /** A misspelt key would go unnoticed: LibreOffice ignores keys that it does not know. */
  testWith('has only keys of this LibreOffice, or of the versions in its table', [program('soffice.bin')], async () => {
    const { program: folder, version } = findLibreOffice(null)!;
    const known = readFileSync(join(folder, '../share/registry/main.xcd'), 'utf8');
    const unknown = (await writtenNames()).filter(name => !known.includes(`oor:name="${name}"`));
    const order = new Intl.Collator('en', { numeric: true });
    const isOf = (since: string, gone: string) =>
      order.compare(since, version!) <= 0 && order.compare(version!, gone) < 0;
    const others = SETTINGS.filter(
      ([, , , versions]) => versions && !isOf(versions.since ?? '0', versions.gone ?? '99'),
    );
    expect(unknown.sort()).toEqual(others.map(([, name]) => name).sort());
  });

  it('is written into an empty folder, or over a packed profile of an earlier start', () => {
    const [bare, copy] = [join(newFolder(), 'bare'), join(newFolder(), 'copy')];
    writeProfile(bare, null);
    expect(readFileSync(join(bare, 'user/registrymodifications.xcu'), 'utf8')).toBe(settings);
    const menu = readFileSync(join(bare, 'user/config/soffice.cfg/modules/swriter/menubar/menubar.xml'), 'utf8');
    expect(menu).toContain('<menu:menubar');
    writeFileSync(join(bare, 'user/registrymodifications.xcu'), 'changed by LibreOffice');
    mkdirSync(join(bare, 'user/deep/er'), { recursive: true });
    const contents = { 'user/filled': 'ä\n', 'user/empty': '', 'user/deep/er/x': 'x'.repeat(70_000) };
    for (const [file, text] of Object.entries({ ...contents, 'user/.lock': '' })) writeFileSync(join(bare, file), text);
    writeProfile(copy, packProfile(bare));
    expect(readFileSync(join(copy, 'user/registrymodifications.xcu'), 'utf8')).toBe(settings);
    for (const [file, text] of Object.entries(contents)) expect(readFileSync(join(copy, file), 'utf8')).toBe(text);
    expect(existsSync(join(copy, 'user/.lock'))).toBe(false);
  });

  it('is cached once when several processes cache it at the same time', async () => {
    const cached = join(newFolder(), 'cache', 'profile-x');
    expect(await readPackedProfile(cached)).toBeNull();
    const packed = Buffer.from('packed');
    await Promise.all([packed, packed, packed].map(each => keepPackedProfile(cached, each)));
    expect(readdirSync(dirname(cached))).toEqual(['profile-x']);
    expect(await readPackedProfile(cached)).toEqual(packed);
  });

  it('has another cache file for another LibreOffice and another engine', () => {
    const paths = [
      packedProfilePath('/cache', 'native', '7.4'),
      packedProfilePath('/cache', 'native', '24.8'),
      packedProfilePath('/cache', 'soffice', '7.4'),
    ];
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) expect(path).toMatch(/^\/cache\/profile-[0-9a-f]{16}\.packed$/);
  });
});
