/** Folders of docconv are for its user alone, also where the umask permits more; outputs are not. */
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWith, linux } from '../../helpers/requires.js';
import { expectPrivateFolders, HOMES, newPlace } from './folders.helper.js';

describeWith('folders', [linux], () => {
  it('in the XDG folders with a umask that permits everything', () =>
    expectPrivateFolders(HOMES['the XDG folders'], '000'));

  it('a folder that an earlier version left open is closed by the next command', async () => {
    const place = newPlace(HOMES['the XDG folders']);
    const paths = ['config', 'data', 'cache'].map(name => join(place.root, name, 'docconv'));
    for (const path of paths) mkdirSync(path, { recursive: true });
    for (const path of paths) chmodSync(path, 0o777);
    await place.run('022', 'config list');
    for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('DOCCONV_HOME keeps its mode, what only docconv uses in it does not', async () => {
    const place = newPlace(HOMES.DOCCONV_HOME);
    const [home, ...inside] = ['home', 'home/data', 'home/trust'].map(name => join(place.root, name));
    for (const path of [home!, ...inside]) mkdirSync(path);
    for (const path of [home!, ...inside]) chmodSync(path, 0o755);
    await place.run('022', 'config list');
    expect(statSync(home!).mode & 0o777).toBe(0o755);
    for (const path of inside) expect(statSync(path).mode & 0o777).toBe(0o700);
  });
});
