/**
 * Every way in which a document can name a server or a local file: all of them on the native engine with namespaces; soffice
 * gets half of them with namespaces and the others without, the native engine the other way round. DOCCONV_FULL=1 runs all.
 */
import { expect, it } from 'vitest';
import { isolationMatrix } from '../helpers/isolation/isolation.js';
import { describeTools, describeWith } from '../helpers/requires.js';
import {
  availableEngines,
  expectIsolated,
  expectIsolatedWithoutNamespaces,
  half,
  MINUTE,
  NO_NAMESPACES,
  SELECTION,
  TOOLS,
} from './matrix.js';

const VECTORS = {
  native: /./,
  soffice: half(0),
  wasm: SELECTION, // has no access to the system and takes several times as long: bench/isolation.mjs runs all of them
};

describeTools('a document with external references', TOOLS, () => {
  it.each(availableEngines)(
    'reaches no server and no file on %s',
    async engine => expectIsolated(await isolationMatrix(engine, VECTORS[engine])),
    10 * MINUTE,
  );
});

describeWith('where the system allows no namespaces', NO_NAMESPACES, () => {
  const engines = availableEngines.filter(engine => engine !== 'wasm'); // has no access to the system
  it.each(engines.map((engine, i) => [engine, half(i)] as const))(
    'reaches no server and no file on %s',
    (engine, only) => expectIsolatedWithoutNamespaces([engine], only),
    10 * MINUTE,
  );
});

describeTools('plain soffice', [...TOOLS, 'soffice.bin'], () => {
  it(
    'follows the same references: the tests above can fail',
    async () => {
      const rows = await isolationMatrix('plain', SELECTION);
      const requested = rows.filter(({ requests }) => requests > 0).map(({ vector }) => vector);
      const read = rows.filter(({ leaked }) => leaked).map(({ vector }) => vector);
      const pictures = ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp'].map(format => `${format}: linked image`);
      expect(requested).toEqual(expect.arrayContaining([...pictures, 'html: stylesheet']));
      expect(read).toEqual(expect.arrayContaining([...pictures, 'rtf: INCLUDEPICTURE', 'svg: image']));
    },
    10 * MINUTE,
  );
});
