/**
 * Documents that reach for something, on every engine: no request leaves, no byte of a local file comes in; with all
 * means there are, and where the system allows no namespaces. Needs the built workers.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createConverter, type EngineName } from '../../src/convert/index.js';
import { hasLandlock, type SandboxCapabilities } from '../../src/isolation/index.js';
import { bundle } from '../helpers/bundle.js';
import { isolationMatrix, type Row } from '../helpers/isolation.js';
import { withoutNamespaces } from '../helpers/no-namespaces.js';
import { describeTools, describeWith, program } from '../helpers/requires.js';

const TOOLS = ['pdftotext', 'pdfinfo', 'pdfimages'];
const NO_NAMESPACES = [...TOOLS, 'unshare', 'setpriv'].map(program);
const landlock = { missing: 'this kernel has no Landlock', met: await hasLandlock() };
const MINUTES = 60_000;
const there = createConverter()
  .engineStatus()
  .filter(({ available }) => available)
  .map(({ name }) => name);

describeTools('a document that reaches for something', TOOLS, () => {
  it.each(there)(
    'finds nobody and nothing on %s',
    async engine => {
      const rows = await isolationMatrix(engine);
      expect(reached(rows)).toEqual([]);
      expectMostlyConverted(rows);
    },
    10 * MINUTES,
  );
});

describeWith('where the system allows no namespaces', [...NO_NAMESPACES, landlock], () => {
  it(
    'finds nobody and nothing by Landlock and the profile',
    async () => {
      const engines = there.filter(engine => engine !== 'wasm'); // it has no system to be cut off from
      const { means, matrices } = await matricesWithoutNamespaces(engines);
      expect(means).toMatchObject({ network: false, files: false });
      for (const engine of engines) {
        expect(reached(matrices[engine]!)).toEqual([]);
        expectMostlyConverted(matrices[engine]!);
      }
    },
    20 * MINUTES,
  );
});

describeTools('plain soffice', [...TOOLS, 'soffice.bin'], () => {
  it(
    'is reached by the same documents: this test can fail',
    async () => {
      const rows = await isolationMatrix('plain', /linked image|stylesheet|INCLUDEPICTURE|svg: image/);
      const requested = rows.filter(({ requests }) => requests > 0).map(({ vector }) => vector);
      const read = rows.filter(({ leaked }) => leaked).map(({ vector }) => vector);
      const pictures = ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp'].map(format => `${format}: linked image`);
      expect(requested).toEqual(expect.arrayContaining([...pictures, 'html: stylesheet']));
      expect(read).toEqual(expect.arrayContaining([...pictures, 'rtf: INCLUDEPICTURE', 'svg: image']));
    },
    10 * MINUTES,
  );
});

function reached(rows: readonly Row[]): Row[] {
  return rows.filter(({ requests, leaked }) => requests > 0 || leaked);
}

/** Otherwise an engine that converts nothing would be the most secure one. Kinds that it cannot do at all do not count. */
function expectMostlyConverted(rows: readonly Row[]): void {
  const tried = rows.filter(({ outcome }) => outcome !== 'NO_ENGINE');
  const failed = tried.filter(({ outcome }) => outcome !== 'pdf');
  expect(failed.length, JSON.stringify(failed)).toBeLessThan(tried.length / 10);
}

interface Answer {
  means: SandboxCapabilities;
  matrices: Partial<Record<EngineName, Row[]>>;
}

async function matricesWithoutNamespaces(engines: readonly EngineName[]): Promise<Answer> {
  const script = await bundle('test/helpers/isolation.main.ts');
  const [command, args] = withoutNamespaces([process.execPath, script, ...engines]);
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 1 << 26 });
  return JSON.parse(stdout) as Answer;
}
