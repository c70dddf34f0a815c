/** Code that describes results has no sentences of its own: the catalogue has them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = ['report', 'signatures', 'trust/qualification'];
const FILES = [
  'http/page/pictures.ts',
  'http/page/report.ts',
  'http/page/verdict.ts',
  'http/page/verify.ts',
  'cli/commands/check/output.ts',
  'cli/commands/check/side-by-side.ts',
];

/** Sentences of errors, which are still where they are thrown, names of glyphs, and codes of EU DSS. */
const OTHER_SENTENCES = [
  'signatures/certified-attachment.ts',
  'signatures/changes/field-looks/fonts/glyph-names.ts',
  'signatures/changes/overlay/page-variants.ts',
  'signatures/extract.ts',
  'signatures/find/signature-sites.ts',
  'signatures/service/verifier.ts',
  'signatures/validate.ts',
  'signatures/validation-time.ts',
];

/** Three words in a literal. */
function hasSentence(file: string): boolean {
  const code = readFileSync(join('src', file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm, '');
  const literals = code.match(/'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g) ?? [];
  return literals.some(text => /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/.test(text.replace(/\$\{[^}]*\}/g, '')));
}

it('only errors have sentences where they are thrown', () => {
  const inFolders = FOLDERS.flatMap(folder =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  );
  const files = [...inFolders, ...FILES].map(name => name.replaceAll('\\', '/')).filter(name => name.endsWith('.ts'));
  expect(files.filter(hasSentence).sort()).toEqual(OTHER_SENTENCES);
});
