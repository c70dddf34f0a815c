/**
 * Which document families an engine really converts: each is tried once with a tiny document, and the answer is kept
 * in the cache for as long as the engine's version stays the same.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Workspace } from '../../isolation/index.js';
import type { ConvertRequest, Engine } from '../engine.js';
import type { Family } from '../formats.js';

export interface Families {
  handles(family: Family): Promise<boolean>;
}

const TRIAL_TIMEOUT_MS = 30_000;

const OFFICE = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"';
const flat = (kind: string, body: string) =>
  `<?xml version="1.0"?><office:document ${OFFICE} xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ` +
  `office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body>${body}</office:body></office:document>`;

/** The smallest document of each family, by file name. */
const TRIALS: Record<Family, readonly [name: string, content: string]> = {
  writer: ['trial.txt', 'docconv'],
  calc: ['trial.csv', '1,2\n3,4\n'],
  impress: [
    'trial.fodp',
    flat('presentation', '<office:presentation><draw:page draw:name="1"/></office:presentation>'),
  ],
  draw: ['trial.fodg', flat('graphics', '<office:drawing><draw:page draw:name="1"/></office:drawing>')],
};

/** @param stamp what the answers hold for, see locate.ts */
export function rememberedFamilies(engine: Engine, stamp: string, cache: string, assumed: readonly Family[]): Families {
  const known = new Map<Family, Promise<boolean>>(assumed.map(family => [family, Promise.resolve(true)]));
  return {
    handles(family) {
      const answer = known.get(family) ?? remember(engine, stamp, join(cache, `families-${engine.name}.json`), family);
      known.set(family, answer);
      return answer;
    },
  };
}

async function remember(engine: Engine, stamp: string, file: string, family: Family): Promise<boolean> {
  if (!engine.status().available) return false;
  const all = await readAnswers(file);
  const kept = all[stamp]?.[family];
  if (kept !== undefined) return kept;
  const answer = await tryOut(engine, family);
  await writeAnswers(file, { [stamp]: { ...all[stamp], [family]: answer } }).catch(() => {}); // no cache, no harm
  return answer;
}

/** Converts the family's smallest document in a worker of its own. */
async function tryOut(engine: Engine, family: Family): Promise<boolean> {
  const workspace = new Workspace();
  const signal = AbortSignal.timeout(TRIAL_TIMEOUT_MS);
  try {
    const worker = await engine.start(workspace, signal);
    const folder = await workspace.folder('job');
    const [name, content] = TRIALS[family];
    await writeFile(join(folder, name), content);
    const [failure] = await worker.run([{ folder, request: requestFor(name) }], signal).finally(() => worker.stop());
    return failure === null && (await readFile(join(folder, 'trial.pdf'))).subarray(0, 5).toString() === '%PDF-';
  } catch {
    return false;
  } finally {
    await workspace.close();
  }
}

function requestFor(input: string): ConvertRequest {
  return { input, output: 'trial.pdf', importFilter: '', importOptions: '', exportFilter: '', exportOptions: '' };
}

type Answers = Record<string, Partial<Record<Family, boolean>>>;

async function readAnswers(file: string): Promise<Answers> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Answers;
  } catch {
    return {};
  }
}

async function writeAnswers(file: string, answers: Answers): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(answers));
  await rename(temporary, file);
}
