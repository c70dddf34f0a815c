/** Documents that name a server or a local file; vectors.long.test.ts has all of them, on each engine. */
import { it } from 'vitest';
import { isolationMatrix } from '../helpers/isolation.js';
import { describeTools } from '../helpers/requires.js';
import { expectIsolated, SELECTION, TOOLS } from './matrix.js';

describeTools('a document with external references', [...TOOLS, 'soffice.bin'], () => {
  it('reaches no server and no file', async () => expectIsolated(await isolationMatrix('native', SELECTION)));
});
