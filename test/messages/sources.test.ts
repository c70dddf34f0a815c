/** Code that describes results has no sentences of its own: the catalogue has them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = ['report', 'signatures', 'trust/qualification'];
const FILES = [
  'http/page/pictures/index.ts',
  'http/page/verdict.ts',
  'http/page/verify.ts',
  'cli/commands/check/output.ts',
  'cli/commands/check/side-by-side.ts',
];

/** Names of glyphs, faults of worker processes, and the names of objects in a message. */
const OTHER_SENTENCES = [
  'signatures/changes/field-looks/fonts/glyph-names.ts',
  'signatures/service/confined.ts',
  'signatures/service/verifier.ts',
  'signatures/validate.ts',
];

/** Three words in a literal. */
function hasSentence(file: string): boolean {
  const code = readFileSync(join('src', file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm, '');
  const literals = code.match(/'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g) ?? [];
  return literals.some(text => /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/.test(text.replace(/\$\{[^}]*\}/g, '')));
}

it('few other files have sentences', () => {
  const inFolders = FOLDERS.flatMap(folder =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  );
  const files = [...inFolders, ...FILES].map(name => name.replaceAll('\\', '/')).filter(name => name.endsWith('.ts'));
  expect(files.filter(hasSentence).sort()).toEqual(OTHER_SENTENCES);
});
