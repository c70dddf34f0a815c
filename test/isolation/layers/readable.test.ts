/** What a worker may read, by how Node and docconv are installed: exactly their own files. */
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { foldersOf } from '../../../src/convert/engines/locate.js';
import { pathsOf } from '../../../src/isolation/sandbox/readable.js';
import { bundle } from '../../helpers/bundle.js';
import { LAYERS_NEED, type Layers, withLayers } from '../../helpers/isolation/layers.js';
import { describeWith, program } from '../../helpers/requires.js';

/** A folder with these files; the path of a link is followed by `-> ` and what it leads to. */
function layout(files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'docconv-installed-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of files) {
    const [path = '', target] = file.split(' -> ');
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (target === undefined) writeFileSync(join(root, path), '');
    else symlinkSync(target, join(root, path));
  }
  return root;
}

/** The files of a docconv with its dependencies, and what lies beside it. */
const DOCCONV = ['package.json', 'dist/index.js', 'bin/docconv.js', 'README.md', '.git/config', '.env'];
const BUNDLED = ['node_modules/libreoffice-convert/index.js', 'node_modules/marked/index.js'];
const SEPARATE = ['koffi/index.js', '@koromix/koffi-linux-x64/koffi.node'];
const at = (folder: string, names: readonly string[]) => names.map(name => join(folder, name));
const packageAt = (folder: string) => [
  ...at(join(folder, 'docconv'), [...DOCCONV, ...BUNDLED]),
  ...at(folder, [...SEPARATE, 'other-package/index.js']),
];
const readableAt = (folder: string) => [
  ...at(join(folder, 'docconv'), ['dist', 'node_modules', 'package.json']),
  ...at(folder, ['@koromix', 'koffi']),
];

const SSH = 'home/user/.ssh/id_ed25519';
const INSTALLATIONS: Record<string, { files: string[]; node: string; root: string; readable: string[] }> = {
  'a package of a distribution': {
    files: [
      'usr/bin/node',
      'usr/bin/other',
      ...at('usr/lib/docconv', [...DOCCONV, ...BUNDLED, ...at('node_modules', SEPARATE)]),
    ],
    node: 'usr/bin/node',
    root: 'usr/lib/docconv',
    readable: ['usr/bin/node', ...at('usr/lib/docconv', ['dist', 'node_modules', 'package.json'])],
  },
  'Node in the home folder, and a checkout': {
    files: [
      'home/user/node',
      SSH,
      ...at('home/user/docconv', [...DOCCONV, ...BUNDLED, ...at('node_modules', SEPARATE)]),
    ],
    node: 'home/user/node',
    root: 'home/user/docconv',
    readable: [...at('home/user/docconv', ['dist', 'node_modules', 'package.json']), 'home/user/node'],
  },
  nvm: {
    files: ['home/user/.nvm/v22/bin/node', SSH, ...packageAt('home/user/.nvm/v22/lib/node_modules')],
    node: 'home/user/.nvm/v22/bin/node',
    root: 'home/user/.nvm/v22/lib/node_modules/docconv',
    readable: ['home/user/.nvm/v22/bin/node', ...readableAt('home/user/.nvm/v22/lib/node_modules')],
  },
  'the cache of npx': {
    files: [
      'usr/bin/node',
      SSH,
      'home/user/.npm/_npx/1/package.json',
      ...packageAt('home/user/.npm/_npx/1/node_modules'),
    ],
    node: 'usr/bin/node',
    root: 'home/user/.npm/_npx/1/node_modules/docconv',
    readable: [...readableAt('home/user/.npm/_npx/1/node_modules'), 'usr/bin/node'],
  },
  'a global prefix': {
    files: ['opt/prefix/bin/node', ...packageAt('opt/prefix/lib/node_modules')],
    node: 'opt/prefix/bin/node',
    root: 'opt/prefix/lib/node_modules/docconv',
    readable: ['opt/prefix/bin/node', ...readableAt('opt/prefix/lib/node_modules')],
  },
  'a container with an application': {
    files: ['usr/local/bin/node', 'app/server.js', 'app/.env', ...packageAt('app/node_modules')],
    node: 'usr/local/bin/node',
    root: 'app/node_modules/docconv',
    readable: [...readableAt('app/node_modules'), 'usr/local/bin/node'],
  },
  pnpm: {
    files: [
      'usr/bin/node',
      'app/.env',
      ...at('app/node_modules/.pnpm/docconv@1/node_modules/docconv', [...DOCCONV, ...BUNDLED]),
      'app/node_modules/.pnpm/koffi@3/node_modules/koffi/index.js',
      'app/node_modules/.pnpm/docconv@1/node_modules/koffi -> ../../koffi@3/node_modules/koffi',
    ],
    node: 'usr/bin/node',
    root: 'app/node_modules/.pnpm/docconv@1/node_modules/docconv',
    readable: [
      'app/node_modules',
      ...at('app/node_modules/.pnpm/docconv@1/node_modules', [
        'docconv/dist',
        'docconv/node_modules',
        'docconv/package.json',
        'koffi',
      ]),
      'usr/bin/node',
    ],
  },
};

describe('a worker may read of', () => {
  it.each(Object.entries(INSTALLATIONS))('%s', (kind, { files, node, root, readable }) => {
    const base = layout(files);
    const paths = pathsOf({ node: join(base, node), root: join(base, root) });
    const found = paths.map(path => path.slice(base.length + 1)).sort();
    console.log([`${kind}:`, ...found].join('\n  '));
    expect(found).toEqual(readable.sort());
  });

  it('LibreOffice: its folders, and not the one that they are in', () => {
    const home = layout(['program/soffice.bin', 'share/registry/main.xcd', 'presets/basic', '.ssh/id_ed25519']);
    expect(foldersOf(join(home, 'program'))).toEqual(at(home, ['program', 'share', 'presets']));
  });
});

describeWith('a worker of a Node in a home folder', [...LAYERS_NEED, program('bwrap')], () => {
  it.each(['bubblewrap', 'unshare and Landlock', 'Landlock'] as const)(
    'reads nothing else there (%s)',
    async layers => {
      expect(await readIn(layers)).toEqual([true, false]);
    },
  );
});

/** What a process in the sandbox of a copied Node reads of the folder in which that lies. */
async function readIn(layers: Layers): Promise<boolean[]> {
  const home = mkdtempSync('/var/tmp/docconv-home-');
  onTestFinished(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o755);
  const main = await bundle('test/helpers/isolation/read.main.ts');
  const [node, secret] = [join(home, 'node'), join(home, '.ssh', 'id_ed25519')];
  copyFileSync(process.execPath, node);
  mkdirSync(dirname(secret));
  writeFileSync(secret, 'secret');
  const [command, args] = withLayers(layers, 'root', [node, main, node, secret]);
  return JSON.parse((await promisify(execFile)(command, args)).stdout);
}
