/** Names in a document that are those of methods of JavaScript objects are names like any other. */
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { Warnings } from '../../../src/convert/warnings.js';
import type { Fixture } from '../../helpers/documents.js';
import { drawing, run, word } from './survey/lost-content/word-cases.js';

async function warningsOf({ bytes, name }: Pick<Fixture, 'bytes' | 'name'>) {
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, warnings });
  return warnings.list().map(({ code, detail }) => ({ code, detail }));
}

it('a graphic with such a name is one of an unknown kind', async () => {
  const what = 'graphic of an unknown kind';
  expect(await warningsOf(word(run(drawing('urn:docconv:/constructor', ''))))).toEqual([
    { code: 'content_lost', detail: { what } },
  ]);
});

it.each(['constructor', 'valueOf', 'toString'])(
  'the control word %s of an RTF text counts as no part of it',
  async name => {
    expect(await warningsOf({ name: 'a.rtf', bytes: Buffer.from(`{\\rtf1 \\${name} x}`) })).toEqual([]);
  },
);
