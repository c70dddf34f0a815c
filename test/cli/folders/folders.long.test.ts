/** Folders of docconv are for its user alone under other umasks as well. */
import { it } from 'vitest';
import { describeWith, linux } from '../../helpers/requires.js';
import { expectPrivateFolders, HOMES } from './folders.helper.js';

describeWith('folders', [linux], () => {
  it.each([
    ['022', HOMES['the XDG folders']],
    ['000', HOMES.DOCCONV_HOME],
    ['077', HOMES.DOCCONV_HOME],
  ])('under the umask %s', (umask, home) => expectPrivateFolders(home, umask));
});
