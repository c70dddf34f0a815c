/**
 * Finds out which document families an engine converts: each is tried once with a tiny document, and the answer is cached
 * for this version of the engine.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DocconvError, toDocconvError } from '../../../errors.js';
import { Workspace } from '../../../isolation/index.js';
import { makePrivateFolder, replaceFile } from '../../../system/files/files.js';
import type { Engine, Worker } from '../../engine.js';
import type { Family } from '../../formats.js';
import { DEFAULT_LIMITS } from '../../limits.js';
import { MemoryReceiver } from '../../output/files/receiver.js';

const TRIAL_TIMEOUT_MS = 30_000;

/** Increase it when docconv changes so that a family that failed before may work: older answers do not count. */
const MEANS = 3;

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
  draw: ['trial.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0H9V9z"/></svg>'],
};

/**
 * The `handles` of an engine. `stamp`: the installation that the answers are valid for (locate.ts); `assumed`: families
 * that need no trial. `onProblem` gets NO_ENGINE after a trial without an answer, and null after others.
 */
export function familyTrials(
  engine: Engine,
  stamp: string,
  cache: string,
  assumed: readonly Family[],
  onProblem: (problem: DocconvError | null) => void = () => {},
): Engine['handles'] {
  const known = new Map<Family, Promise<Answer>>(assumed.map(family => [family, Promise.resolve(true)]));
  const file = join(cache, `families-${engine.name}-${MEANS}.json`);
  return async family => {
    const trial = known.get(family) ?? cachedTrial(engine, stamp, file, family);
    known.set(family, trial);
    const answer = await trial;
    const isAnswer = typeof answer === 'boolean';
    onProblem(isAnswer ? null : answer);
    if (!isAnswer && known.get(family) === trial) known.delete(family);
    return answer === true;
  };
}

/** NO_ENGINE when there is none, for which the machine may be the reason. */
type Answer = boolean | DocconvError;

async function cachedTrial(engine: Engine, stamp: string, file: string, family: Family): Promise<Answer> {
  if (!engine.status().available) return false;
  const all = await readAnswers(file);
  const cached = all[stamp]?.[family];
  if (cached !== undefined) return cached;
  const answer = await tryFamily(engine, family);
  if (typeof answer !== 'boolean') return answer;
  await writeAnswers(file, { [stamp]: { ...all[stamp], [family]: answer } }).catch(() => {}); // without a cache the next run tries again
  return answer;
}

/** A crash is tried again: the system may have ended the process, and a fault of LibreOffice repeats. */
async function tryFamily(engine: Engine, family: Family): Promise<Answer> {
  const first = await tryOnce(engine, family);
  const answer = isCrash(first) ? await tryOnce(engine, family) : first;
  if (isCrash(answer)) return false;
  if (typeof answer === 'boolean' || answer.code === 'NO_ENGINE') return answer;
  return new DocconvError(
    'NO_ENGINE.engine-not-tried',
    { engine: engine.name, reason: answer.message },
    { cause: answer, detail: { engine: engine.name } },
  );
}

const isCrash = (answer: Answer): boolean => typeof answer !== 'boolean' && answer.code === 'ENGINE_CRASHED';

/** Converts the smallest document of the family in a separate worker. Only ENGINE_FAILED means that LibreOffice cannot convert it. */
async function tryOnce(engine: Engine, family: Family): Promise<boolean | DocconvError> {
  const workspace = new Workspace();
  const signal = AbortSignal.timeout(TRIAL_TIMEOUT_MS);
  const [name, content] = TRIALS[family];
  const request = { name, family, limits: DEFAULT_LIMITS, pdf: {} };
  const job = { request, receiver: new MemoryReceiver(), open: async () => Buffer.from(content) };
  let worker: Worker | null = null;
  try {
    worker = await engine.start(workspace, signal);
    await worker.ready;
    const [result] = await worker.run([job], signal);
    if (!(result instanceof DocconvError)) return result!.converted;
    return result.code !== 'ENGINE_FAILED' && result;
  } catch (error) {
    if (!signal.aborted) return toDocconvError(error);
    return new DocconvError('TIMEOUT.engine-trial', { seconds: TRIAL_TIMEOUT_MS / 1000 });
  } finally {
    await worker?.stop();
    await workspace.close();
  }
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
  makePrivateFolder(dirname(file));
  await replaceFile(file, temporary => writeFile(temporary, JSON.stringify(answers)));
}
