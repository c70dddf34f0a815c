/** However many steps read a document before the engine, its directory is read once: by SourceDocument. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SourceDocument } from '../../../src/convert/input/document.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { compoundFile } from '../../helpers/documents/ancient.js';
import { documents } from '../../helpers/documents.js';

it('a package', async () => {
  const document = new SourceDocument(documents.docx().bytes, DEFAULT_LIMITS);
  expect(document.archive).toBe(document.archive);
  expect(document.parts).toBe(document.parts);
  expect(document.description('_rels/.rels')).toBe(document.description('_rels/.rels'));
  expect(await document.contentType('word/document.xml')).toMatch(/document\.main\+xml$/);
  expect(document.description('missing')).toBeNull();
});

it('a compound file', () => {
  const document = new SourceDocument(compoundFile({ WordDocument: Buffer.from('x') }), DEFAULT_LIMITS);
  expect(document.compound).toBe(document.compound);
});

it('by no other file', () => {
  const folder = 'src/convert/input';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  const opening = files.filter(name => /\bread(?:Archive|Cfb)\(/.test(readFileSync(join(folder, name), 'utf8')));
  expect(opening.sort()).toEqual(['cfb.ts', 'document.ts', 'zip.ts']);
});
