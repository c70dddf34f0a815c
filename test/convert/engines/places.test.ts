/** LibreOffice is found where packages of several makers put it, or the reason is given why it cannot be used. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/convert/engine.js';
import { EngineChoice, tryEngines } from '../../../src/convert/engine-choice.js';
import { engines } from '../../../src/convert/engines/index.js';
import { findLibreOffice } from '../../../src/convert/engines/locate.js';
import { PLACES, programFolders, whyUnusable } from '../../../src/convert/engines/places.js';
import { FORMATS } from '../../../src/convert/formats.js';
import { describeTools } from '../../helpers/requires.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'docconv-places-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content = '', mode = 0o755): string {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content, { mode });
  return target;
}

const found = (programs: readonly string[], path: readonly string[] = []) => {
  const places = { programs: programs.map(each => join(root, each)), commands: ['soffice'], unusable: [] };
  return [...programFolders(places, path)].map(folder => folder.replace(`${root}/`, ''));
};

describe('program folders', () => {
  it('with a version in their name are found, the highest first', () => {
    for (const version of ['7.6', '24.8', '25.2']) put(`opt/libreoffice${version}/program/soffice.bin`);
    expect(found(['opt/libreoffice*/program'])).toEqual(
      ['25.2', '24.8', '7.6'].map(version => `opt/libreoffice${version}/program`),
    );
  });

  it('of applications of macOS are found with a version in their name', () => {
    put('Applications/LibreOffice 25.2.app/Contents/MacOS/soffice');
    const pattern = 'Applications/LibreOffice*.app/Contents/MacOS';
    expect(found([pattern])).toEqual(['Applications/LibreOffice 25.2.app/Contents/MacOS']);
  });

  it('are found by links and by scripts on PATH', () => {
    const program = dirname(put('srv/office/program/soffice.bin'));
    const command = put('srv/office/program/soffice', '#!/bin/sh\n');
    mkdirSync(join(root, 'links'));
    symlinkSync(command, join(root, 'links', 'soffice'));
    put('scripts/soffice', `#!/bin/sh\nexport A=1\nexec "${program}/soffice" "$@"\n`);
    expect(found([], [join(root, 'links')])).toContain('srv/office/program');
    expect(found([], [join(root, 'scripts')])).toContain('srv/office/program');
    expect(found([], [join(root, 'nowhere')])).toEqual([]);
  });

  it.each(['with spaces', 'bürö'])('are found by scripts that name a folder %j', name => {
    const program = dirname(put(`srv/${name}/program/soffice.bin`));
    for (const quote of ['"', "'"]) {
      put('quoting/soffice', `#!/bin/sh\nexec ${quote}${program}/soffice${quote} "$@"\n`);
      expect(found([], [join(root, 'quoting')])).toContain(`srv/${name}/program`);
    }
  });
});

describe.each(['linux', 'darwin', 'win32'] as const)('the table of %s', platform => {
  it('has places and commands', () => {
    expect(PLACES[platform]?.programs.length).toBeGreaterThan(0);
    expect(PLACES[platform]?.commands.length).toBeGreaterThan(0);
  });
});

it.each(['snap', 'Flatpak'])('an installation of a %s is named, with what to do', kind => {
  const { unusable, ...rest } = PLACES.linux!;
  const here = unusable.map(({ path, why }) => ({ path: join(root, path), why }));
  expect(whyUnusable({ ...rest, unusable: here })).toBeNull();
  const { path } = here.find(({ why }) => why.includes(kind))!;
  mkdirSync(path, { recursive: true });
  expect(whyUnusable({ ...rest, unusable: here })).toMatch(new RegExp(`${kind}.*cannot use it: install`));
  rmSync(path, { recursive: true });
});

it('an engine that is not available although LibreOffice is installed is reported with the engine that is used', async () => {
  const real = engines({ libreoffice: join(root, 'nowhere') });
  const { DocconvError } = await import('../../../src/errors.js');
  const problem = DocconvError.received('NO_ENGINE', 'The LibreOffice of a snap ...', {
    detail: { engine: 'soffice' },
  });
  const choice = new EngineChoice({ ...real, soffice: { ...real.soffice, problem: () => problem } }, 'auto');
  const told: string[] = [];
  choice.onSkipped = ({ message }, used) => told.push(`${message} ${used}`);
  const docx = FORMATS.find(({ name }) => name === 'docx')!;
  for (let i = 0; i < 2; i++) {
    const skipped: InstanceType<typeof DocconvError>[] = [];
    for await (const engine of choice.candidates(docx, {}, 'auto', error => skipped.push(error)))
      choice.reportSkipped(skipped, engine.name);
  }
  expect(told).toEqual(['The LibreOffice of a snap ... wasm']);
});

it('an engine without the import filter does not answer for one that has it', async () => {
  const { DocconvError } = await import('../../../src/errors.js');
  const lacking = () => DocconvError.received('UNSUPPORTED_FORMAT', 'The embedded LibreOffice does not read it.', {});
  const failed = DocconvError.received('ENGINE_FAILED', 'LibreOffice could not convert it.', {});
  const answers = { native: failed, soffice: failed, wasm: lacking() };
  const { native, wasm } = engines({ libreoffice: join(root, 'nowhere') });
  const tried = async (...candidates: Engine[]) => {
    const run = ({ name }: Engine) => Promise.reject(answers[name]);
    return tryEngines(Readable.from(candidates), run, () => false, []);
  };
  await expect(tried(native, wasm)).rejects.toBe(failed);
  await expect(tried(wasm)).rejects.toBe(answers.wasm);
});

describeTools('the installed LibreOffice', ['soffice.bin'], () => {
  it('is found by its installation folder, as by its program folder', () => {
    const { program } = findLibreOffice(null)!;
    expect(findLibreOffice(dirname(program))?.program).toBe(program);
    expect(findLibreOffice(program)?.program).toBe(program);
  });
});
