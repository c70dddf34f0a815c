/** The architecture: which module may import which, one home for each package, the size of files, and rules for tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAY_IMPORT, MAY_IMPORT_TYPES } from './helpers/reference/imports.js';

const SRC = 'src';

/** The command line may import every folder. */
const UNRESTRICTED = 'cli';

/** Files that others import directly: tables, which load faster than the index.ts of their folder, and what that must not load. */
const DIRECTLY_IMPORTED = [
  'convert/engines/fonts/fonts.ts', // what an engine in the background depends on
  'convert/engines/locate.ts',
  'convert/formats.ts',
  'convert/limits.ts',
  'convert/operation-types.ts',
  'convert/options.ts',
  'convert/option-values.ts',
  'convert/outputs.ts',
  'convert/paper.ts',
  'convert/settings.ts',
  'convert/warnings.ts',
  'convert/input/source.ts', // for a document that an engine in the background converts, without the converter
  'convert/output/files/files.ts',
  'convert/input/zip.ts', // for the archives of a remote server
  'convert/input/zip-write.ts', // for the archives of results
  'isolation/channel.ts', // the part of an engine in the background
  'warm/start.ts', // only where no engine answers
  'isolation/worker.ts', // the part that runs in workers, whose start is a part of every conversion
  'keys/keys.ts',
  'jobs/queue/bullmq/schema.ts', // migrations
  'jobs/postgres-backend.ts', // which is loaded only where a store is set
  'render/page-images.ts', // the part that runs in workers, and loads PDFium
  'render/differences.ts', // for the page, whose worker renders in the browser
  'report/presentation.ts',
  'report/sections.ts', // for the page
  'trust/update/index.ts', // loading lists, of which a check needs nothing
  'signatures/result.ts', // types, for the page, which must not see those of Node
  'trust/terms.ts',
  'signatures/service/verifier.ts', // worker processes, which small files do not need
  'signatures/service/confined.ts',
];

/** The folders that may import each package. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli'],
  inquirer: ['cli'],
  ora: ['cli'],
  chalk: ['cli'],
  conf: ['cli', 'remote'],
  fastify: ['http'],
  undici: ['fetch'],
  koffi: ['convert', 'isolation', 'sign', 'system'],
  'libreoffice-convert': ['convert'],
  'officecrypto-tool': ['convert'],
  '@neslinesli93/qpdf-wasm': ['convert'],
  '@signpdf/signpdf': ['sign'],
  '@signpdf/utils': ['sign'],
  'node-forge': ['sign', 'trust'],
  nodemailer: ['mail'],
  saxes: ['system'],
  pg: ['postgres', 'jobs'],
  bullmq: ['jobs'],
  '@hyzyla/pdfium': ['render'],
  '@jsquash/jpeg': ['render'],
  '@jsquash/webp': ['render'],
  turndown: ['convert'],
  '@mixmark-io/domino': ['convert'],
};

const PROCESS = /\bprocess\.(env|argv|exit)\b|\bconsole\./;
/** The command line, the entry files of worker processes and threads, and the text of programs for users. */
const MAY_TOUCH_PROCESS =
  /^cli\/|^http\/samples\/languages\.ts$|^system\/files\/search-path\.ts$|\.(worker|thread)\.ts$|^convert\/worker\.ts$/;
/** Statements that only see whether a function throws: the build leaves them out, since it takes the function for a pure one. */
const UNUSED_RESULT = /^\s*(?:(?:de|en)codeURI(?:Component)?|BigInt|new (?:RegExp|URL|TextDecoder))\([^\n]*\);$/m;
/** Ways to measure time. */
const CLOCK = /performance\.(?:now|mark|measure)\(|hrtime/;
const MAX_LINES = 300;
const MAX_FILES = 18;
const MAX_TEST_FILES = 25;
/** Ways of vitest to run fewer tests, or to expect that they fail. */
const SKIPS = /\b(?:it|test|describe|suite|context|ctx)\.(?:skip|skipIf|runIf|only|todo|fails)\b|\bskip\(/;

interface Import {
  from: string;
  specifier: string;
  typeOnly: boolean;
  /** import() at run time, not when the module is loaded. */
  dynamic: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
const imports = files.flatMap(importsOf);
const local = imports.filter(({ specifier }) => specifier.startsWith('.')).map(toLocal);
const crossing = local.filter(({ from, to }) => unitOf(from) !== unitOf(to));

function importsOf(from: string): Import[] {
  const text = readFileSync(join(SRC, from), 'utf8');
  const matches = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'|import\('([^']+)'\)/g,
  );
  return [...matches].map(([, type, named, dynamic]) => ({
    from,
    specifier: named ?? dynamic!,
    typeOnly: Boolean(type),
    dynamic: dynamic !== undefined,
  }));
}

function toLocal({ from, specifier, ...how }: Import) {
  const to = normalize(join(dirname(from), specifier)).replace(/\.js$/, '.ts');
  return { from, to, ...how };
}

function unitOf(path: string): string {
  return path.split('/')[0]!;
}

/** Of a file; '' is src/ itself. */
function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return ['', ...names.map((_, i) => names.slice(0, i + 1).join('/'))];
}

/** An invoice is attached before qpdf writes the PDF anew; all other operations work on finished PDFs. */
const BACKWARDS = ['convert/output/finish.ts -> convert/operations/facturx/index.ts'];

/** The files and folders of `folder` that import themselves through others of them, by types and at run time, too. */
function ringsIn(folder: string): string[] {
  const entryOf = (path: string) => relative(folder, path).split('/')[0]!;
  const within = local.filter(each => [each.from, each.to].every(path => isIn(path, folder)) && !isBackwards(each));
  const edges = within.map(({ from, to }) => ({ from: entryOf(from), to: entryOf(to) }));
  return inCycles(edges.filter(({ from, to }) => from !== to));
}

const isBackwards = (each: { from: string; to: string }) => BACKWARDS.includes(line(each));

const isIn = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`);

/** The nodes that are reached from themselves. */
function inCycles(edges: readonly { readonly from: string; readonly to: string }[]): string[] {
  const next = new Map(edges.map(({ from }) => [from, edges.filter(edge => edge.from === from)]));
  const isInCycle = (node: string) => {
    const reached = new Set<string>();
    const stack = [node];
    for (let at = stack.pop(); at !== undefined; at = stack.pop())
      for (const { to } of next.get(at) ?? []) if (!reached.has(to)) stack.push(reached.add(to) && to);
    return reached.has(node);
  };
  return [...next.keys()].filter(isInCycle);
}

const line = ({ from, to }: { from: string; to: string }) => `${from} -> ${to}`;

describe('imports', () => {
  it('are found at all', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(crossing.length).toBeGreaterThan(100);
    expect(Object.keys(MAY_IMPORT).filter(unit => !files.some(file => unitOf(file) === unit))).toEqual([]);
  });

  it('follow the permitted directions only', () => {
    const wrong = crossing.filter(({ from, to, typeOnly }) => {
      const unit = unitOf(from);
      const allowed = [...(MAY_IMPORT[unit] ?? []), ...(typeOnly ? (MAY_IMPORT_TYPES[unit] ?? []) : [])];
      return unit !== UNRESTRICTED && !allowed.includes(unitOf(to));
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('form no cycle', () => {
    expect(inCycles(local.filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic))).toEqual([]);
  });

  it('of types, values and at run time form no ring of the entries of a folder', () => {
    expect(local.filter(isBackwards)).toHaveLength(BACKWARDS.length);
    const folders = new Set(files.flatMap(foldersAbove));
    const rings = [...folders].map(folder => `${folder}: ${ringsIn(folder).sort().join(' ')}`);
    expect(rings.filter(ring => !ring.endsWith(': '))).toEqual([]);
  });

  it('from other folders go through index.ts', () => {
    const wrong = crossing.filter(
      ({ to }) =>
        to.includes('/') &&
        !to.startsWith('system/') &&
        !/^[^/]+\/index\.ts$/.test(to) &&
        !DIRECTLY_IMPORTED.includes(to),
    );
    expect(wrong.map(line)).toEqual([]);
  });

  it('of http by cli are dynamic, so that only `serve` loads them', () => {
    const wrong = crossing.filter(
      ({ from, to, typeOnly }) => unitOf(from) === 'cli' && unitOf(to) === 'http' && !typeOnly,
    );
    const text = (file: string) => readFileSync(join(SRC, file), 'utf8');
    expect(wrong.filter(({ from }) => !/import\('[^']*http\/index\.js'\)/.test(text(from))).map(line)).toEqual([]);
  });

  it('of the page, and of what it imports, reach no package and nothing of Node, by types neither', () => {
    const reached = new Set(files.filter(file => isIn(file, 'http/page')));
    for (const file of reached) for (const { from, to } of local) if (from === file) reached.add(to);
    const foreign = imports.filter(({ from, specifier }) => reached.has(from) && !specifier.startsWith('.'));
    expect(reached).toContain('signatures/result.ts');
    expect(foreign.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
  });

  it('of a package occur in its permitted folders only', () => {
    const packages = imports.filter(({ specifier, typeOnly }) => !typeOnly && specifier in IMPORTERS);
    expect(new Set(packages.map(({ specifier }) => specifier)).size).toBeGreaterThan(10);
    const wrong = packages.filter(({ from, specifier }) => !IMPORTERS[specifier]?.includes(unitOf(from)));
    expect(wrong.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
  });
});

describe('tests', () => {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  const matching = (pattern: RegExp) => tests.filter(file => pattern.test(readFileSync(join('test', file), 'utf8')));

  it('are skipped by test/helpers/requires.ts only', () => {
    expect(tests.length).toBeGreaterThan(100);
    expect(matching(SKIPS)).toEqual(['helpers/requires.ts']);
  });

  it('measure no time: a busy machine must not fail them, and bench/ is where speed is measured', () => {
    const exceptThis = matching(CLOCK).filter(file => file !== 'architecture.test.ts');
    expect(exceptThis).toEqual([]);
  });
});

describe('files', () => {
  it(`have at most ${MAX_LINES} lines`, () => {
    const long = files.filter(file => readFileSync(join(SRC, file), 'utf8').split('\n').length > MAX_LINES + 1);
    expect(long).toEqual([]);
  });

  /** The folders below `root` with more files than `max` at their top. */
  function largeFoldersIn(root: string, max: number): string[] {
    const sizes = new Map<string, number>();
    for (const file of readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()))
      sizes.set(relative(root, file.parentPath), (sizes.get(relative(root, file.parentPath)) ?? 0) + 1);
    return [...sizes].filter(([, size]) => size > max).map(([folder]) => folder);
  }

  it(`are at most ${MAX_FILES} at the top of each folder, of tests ${MAX_TEST_FILES}`, () => {
    expect(largeFoldersIn(SRC, MAX_FILES)).toEqual([]);
    expect(largeFoldersIn('test', MAX_TEST_FILES)).toEqual([]);
  });

  it('use the result of functions that the build takes for pure', () => {
    expect('  decodeURIComponent(url);').toMatch(UNUSED_RESULT);
    const wrong = files.filter(file => UNUSED_RESULT.test(readFileSync(join(SRC, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  it('use process and console only in the command line and in worker entries', () => {
    const code = (file: string) => readFileSync(join(SRC, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    const wrong = files.filter(file => PROCESS.test(code(file)) && !MAY_TOUCH_PROCESS.test(relative('', file)));
    expect(wrong).toEqual([]);
  });
});
