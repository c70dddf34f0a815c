/**
 * Each engine of LibreOffice with each combination of layers, as each user; with programs on the PATH for one of the users and
 * without them for the other.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { embedded } from '../../convert/engine-setup.js';
import { LAYERS, LAYERS_NEED, type Layers } from '../../helpers/isolation/layers.js';
import { describeWith, program } from '../../helpers/requires.js';
import { docconvOn, useScatteredLibreOffice } from './layers.helper.js';

const REPORT = join(process.cwd(), 'examples/report.docx');

const USERS = ['root', 'an ordinary user'] as const;

const machines = (['native', 'soffice'] as const).flatMap((engine, i) =>
  LAYERS.flatMap((layers, j) =>
    USERS.map((user, k) => {
      const programs = (i + j + k) % 2 === 0;
      return { engine, layers, user, programs, with: programs ? 'with' : 'without' };
    }),
  ),
);

describeWith('an engine starts', [...LAYERS_NEED, program('bwrap'), program('soffice.bin')], () => {
  it.each(machines)(
    '$engine: $layers, $user, $with programs that draw EPS pictures',
    async ({ engine, ...machine }) => {
      const ended = await docconvOn(machine, ['convert', REPORT, '-o', '{folder}/out.pdf', '--engine', engine]);
      expect(ended).toMatchObject({ code: 0, err: expect.stringContaining(`(${engine}, `) });
      expect(await ended.pdf()).toMatch(/^%PDF-/);
    },
  );
});

describeWith('an engine that a layer keeps from starting', [...LAYERS_NEED, program('soffice.bin'), embedded], () => {
  const scattered = useScatteredLibreOffice();
  const run = (argv: readonly string[], layers: Layers = 'unshare and Landlock') =>
    docconvOn({ layers, user: 'root', programs: false }, argv, { DOCCONV_LIBREOFFICE: scattered() });

  it.each([
    ['bubblewrap', 'bubblewrap'],
    ['unshare and Landlock', 'Landlock'],
  ] as const)('is the reason of the error, which names the layer: with %s, %s', async (layers, culprit) => {
    const { code, err } = await run(['convert', REPORT, '-o', '{folder}/out.pdf', '--engine', 'native'], layers);
    expect(code).toBe(4);
    expect(err).toContain(`The engine native did not start: ${culprit} prevents it: `);
    expect(err).toContain('[NO_ENGINE]');
  });

  it('is named by doctor, and is used for nothing', async () => {
    const { out } = await run(['doctor', '--json']);
    const { engines, chosen, advice } = JSON.parse(out);
    const failure = expect.stringMatching(/^The engine did not start: Landlock prevents it: /);
    expect(engines[0]).toMatchObject({ name: 'native', failure, families: [] });
    expect(Object.values(chosen)).not.toContain('native');
    expect(advice.join('\n')).toMatch(/Repair the engine native/);
  });

  it('is named once where another engine is used in its place', async () => {
    const documents = ['examples/report.docx', 'examples/report.docx'].map(name => join(process.cwd(), name));
    const { code, err } = await run(['convert', ...documents, '-o', '{folder}']);
    expect(code).toBe(0);
    expect(err.match(/The engine native did not start: Landlock prevents it/g)).toHaveLength(1);
    expect(err).toMatch(/The engine (soffice|wasm) is used in its place/);
  });
});
