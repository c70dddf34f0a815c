/**
 * Files that real programs sign, and that real programs then sign again, fill in, comment, or extend by timestamps and
 * validation data: each is accepted, except where the program breaks a rule or does what a certification does not permit;
 * altered afterwards, none is.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '../../src/signatures/index.js';
import { grouped } from '../../src/system/collections.js';
import { describeInstalled, program } from '../helpers/requires.js';
import { alterationsOf } from './altered.js';
import { writeKeys } from './keys.js';
import { downloaded, startPrograms } from './programs.js';
import { ACTIONS, doneBy, isHonest, isPermitted, nameOf, ORIGINALS, VALUES } from './table.js';

const PROGRAMS = 'java javac openssl certutil pk12util pdfsig qpdf mutool pdftk soffice'.split(' ');
const NEEDED = [downloaded, ...PROGRAMS.map(program)];

interface Result {
  readonly program: string;
  readonly action: string;
  readonly isAccepted: boolean;
  /** What was done since the first signature, and the field that has a new value. */
  readonly done: readonly [changes: string, field: string];
  /** The changes that are not permitted, or why the program made no file. */
  readonly said: readonly string[];
  /** Alterations that were judged wrongly of those tried. */
  readonly wrong: readonly string[];
  readonly tried: number;
}

/** Of all signatures: intact, with permitted changes only. */
async function verdictOf(file: Buffer): Promise<Pick<Result, 'isAccepted' | 'done' | 'said'>> {
  const { signers, document } = await check(file);
  const isAccepted = signers.length > 0 && signers.every(({ intact, changesAllowed }) => intact && changesAllowed);
  const said = document.changes.filter(({ allowed }) => !allowed).map(({ message }) => message);
  const filled = document.changes.find(({ value }) => value !== null)?.field ?? '';
  return {
    isAccepted,
    done: [signers[0]?.changesAfter ?? 'none', filled],
    said: signers.every(({ intact }) => intact) ? said : ['not intact', ...said],
  };
}

/** Only what is accepted as it is can show that an alteration is not. */
async function judged(file: Buffer, turn: number): Promise<Pick<Result, 'wrong' | 'tried'>> {
  const alterations = await alterationsOf(file, turn);
  const wrong: string[] = [];
  for (const { how, isPermitted, file: altered } of alterations)
    if ((await verdictOf(altered)).isAccepted !== isPermitted) wrong.push(how);
  return { wrong, tried: alterations.length };
}

const NOTHING_TRIED = { wrong: [], tried: 0 };

function fieldsOf(file: string): string[] {
  const { acroform } = JSON.parse(execFileSync('qpdf', ['--json', '--json-key=acroform', file], { encoding: 'utf8' }));
  return acroform.fields.map(({ fullname }: { fullname: string }) => fullname);
}

describeInstalled('files of real programs', NEEDED, () => {
  let folder: string;
  let started: ReturnType<typeof startPrograms>;
  const results: Result[] = [];
  const signed = (i: number) => join(folder, `signed-${i}.pdf`);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docconv-peers-'));
    mkdirSync(join(folder, 'nss'));
    writeKeys(folder);
    started = startPrograms(folder);
    for (const [i, { signer, permission, rewritten, form: maker = 'pdf-lib' }] of ORIGINALS.entries()) {
      const form = join(folder, `form-${maker}.pdf`);
      if (!existsSync(form)) await started.programs[maker]!({ action: 'make', source: '', target: form });
      const action = permission ? 'certify' : 'sign';
      const source = rewritten ? join(folder, `rewritten-${i}.pdf`) : form;
      if (rewritten) await started.programs[rewritten]!({ action: 'rewrite', source: form, target: source });
      await started.programs[signer]!({ action, source, target: signed(i), value: String(permission ?? '') });
    }
  }, 600_000); // some programs take many seconds to start, and longer on a busy machine
  afterAll(() => {
    started?.stop();
    rmSync(folder, { recursive: true });
    console.log(summaryOf(results));
  });

  test.each([...ORIGINALS.entries()])('signs: %i', async (i, original) => {
    execFileSync('qpdf', ['--check', signed(i)], { stdio: 'pipe' });
    expect(fieldsOf(signed(i))).toEqual(expect.arrayContaining(Object.values(VALUES).map(([field]) => field)));
    expect(await verdictOf(readFileSync(signed(i))), nameOf(original)).toEqual({
      isAccepted: true,
      done: ['none', ''],
      said: [],
    });
  });

  async function resultOf(program: string, action: string, source: string): Promise<Result> {
    const target = join(folder, 'changed.pdf');
    rmSync(target, { force: true });
    const [field, value] = VALUES[action] ?? ['', 'Please read again.'];
    try {
      await started.programs[program]!({ action, source, target, field, value });
    } catch (error) {
      return { program, action, isAccepted: false, done: ['none', ''], said: [String(error)], ...NOTHING_TRIED };
    }
    const file = readFileSync(target);
    const verdict = await verdictOf(file);
    return {
      program,
      action,
      ...verdict,
      ...(verdict.isAccepted ? await judged(file, results.length) : NOTHING_TRIED),
    };
  }

  const rows = Object.entries(ACTIONS).flatMap(([name, actions]) => actions.map(action => [name, action] as const));
  test.each(rows)('%s: %s', async (name, action) => {
    for (const [i, original] of ORIGINALS.entries()) {
      const result = await resultOf(name, action, signed(i));
      results.push(result);
      const context = [nameOf(original), ...result.said].join('; ');
      const isExpected = isPermitted(original, action) && isHonest(original, `${name} ${action}`);
      expect.soft(result.isAccepted, context).toBe(isExpected);
      if (result.isAccepted) expect.soft(result.done, context).toEqual(doneBy(action));
      expect.soft(result.wrong, context).toEqual([]);
    }
  });

  test('there are at least 200 honest files of at least 12 programs', () => {
    const accepted = results.filter(({ isAccepted }) => isAccepted);
    expect(accepted.length).toBeGreaterThanOrEqual(200);
    expect(new Set(accepted.map(({ program }) => program)).size).toBeGreaterThanOrEqual(12);
  });
});

/** By program and action: how many files were accepted, and what was said of the others. */
function summaryOf(results: readonly Result[]): string {
  const rows = grouped(results, ({ program, action }) => `${program} ${action}`);
  const lines = [...rows].map(([row, files]) => {
    const refused = files.filter(({ isAccepted }) => !isAccepted);
    const said = new Set(refused.flatMap(file => file.said));
    return [`${row}: ${files.length - refused.length} of ${files.length}`, ...said].join('\n    ');
  });
  const accepted = results.filter(({ isAccepted }) => isAccepted).length;
  const tried = results.reduce((sum, result) => sum + result.tried, 0);
  const wrong = results.flatMap(result => result.wrong).length;
  return [
    ...lines,
    `${accepted} of ${results.length} files accepted; ${wrong} of ${tried} altered ones judged wrongly`,
  ].join('\n');
}
