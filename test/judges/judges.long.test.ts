/**
 * EU DSS and pyHanko validate the same files as docconv: offline, with the same anchors, time of validation and revocation
 * data. Each disagreement is in the table disagreements.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import { check } from '../../src/signatures/index.js';
import { describeCorpus, describeJudges } from '../helpers/requires.js';
import { JUDGES, type JudgeName } from './disagreements.js';
import { type Judged, judgedDocuments } from './documents.js';
import { type Opinion, opinionsOfDocconv } from './opinion.js';
import { runJudges } from './run.js';
import { Tally } from './tally.js';

/** Thousands of files. */
const TIMEOUT = 3_600_000;

async function opinionsOf({ bytes, options }: Judged): Promise<Opinion[] | null> {
  const answer = await check(bytes, options).catch((thrown: unknown) => {
    if (thrown instanceof DocconvError) return null;
    throw thrown;
  });
  return answer && opinionsOfDocconv(answer, Boolean(options.trust));
}

describeCorpus('according to the judges', 'signed', signed =>
  describeJudges('EU DSS and pyHanko', judges => {
    const folder = mkdtempSync(join(tmpdir(), 'docconv-judges-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    const tallies = new Map<JudgeName, Tally>(JUDGES.map(judge => [judge, new Tally(judge)]));
    beforeAll(async () => {
      const documents = await judgedDocuments(dirname(signed));
      const running = runJudges(judges, folder, documents);
      const own: (Opinion[] | null)[] = [];
      for (const one of documents) own.push(await opinionsOf(one));
      const answers = await running;
      for (const [judge, tally] of tallies) {
        expect(answers[judge].length).toBe(documents.length);
        for (const [i, { name }] of documents.entries()) tally.add(name, own[i]!, answers[judge][i]!);
        console.log(String(tally));
      }
    }, TIMEOUT);

    test.each(JUDGES)('each disagreement with %s has a reason', judge => {
      expect(tallies.get(judge)!.unexplained).toEqual([]);
    });

    test.each(JUDGES)('each reason for a disagreement with %s is needed', judge => {
      expect(tallies.get(judge)!.unused).toEqual([]);
    });
  }),
);
