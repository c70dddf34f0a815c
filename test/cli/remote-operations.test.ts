/** `docconv convert --server` of PDFs: the server does what this machine would do. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConverter } from '../../src/index.js';
import { docconv } from '../helpers/cli.js';
import { formPdf } from '../helpers/form-pdf.js';
import { type Started, startServer } from '../http/started.js';
import { folderWith } from './convert.helper.js';

const files = {
  'a.pdf': formPdf().bytes,
  'x.png': PNG.sync.write(new PNG({ width: 2, height: 1, fill: true })),
  'a.xml': '<a/>',
  'b.json': '[{"title":"First","page":1,"children":[{"title":"Below","page":2}]}]',
};
const xml = { name: 'a.xml', mediaType: 'text/xml', relationship: 'Data', description: 'D' };

let server: Started;
const converter = createConverter();
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => Promise.all([server.stop(), converter.close()]));

const convert = (folder: string, ...argv: string[]) =>
  docconv(['convert', 'a.pdf', '--server', server.url, ...argv], {
    cwd: folder,
    env: { DOCCONV_HOME: server.folder, DOCCONV_API_KEY: server.key },
  });

// biome-ignore format: a table is read by its rows
const ROWS: [argv: string[], made: object][] = [
  [['--attach', 'a.xml', '--attach', 'b.json', '--attach-type', 'text/xml', '--attach-relationship', 'Data', '--attach-description', 'D'], { attachments: [xml, { ...xml, name: 'b.json' }] }],
  [['--stamp', 'x.png', '--background', 'a.pdf', '--stamp-pages', '2', '--stamp-position', 'tr', '--stamp-scale', '20', '--stamp-opacity', '50'], { pages: 2 }],
  [['--set-bookmarks', 'b.json'], { bookmarks: [{ title: 'First', page: 1, children: [{ title: 'Below', page: 2 }] }] }],
  [['--rotate', '90', '--flatten', '--optimize', '50'], { pages: 2 }],
  [['--pages', '2'], { pages: 1 }],
  [['--metadata', '{"subject":"Ünï 文","keywords":["a"]}', '--title', 'T'], { metadata: { title: 'T', subject: 'Ünï 文', keywords: ['a'] } }],
  [['--permission-password', 'p', '--allow', 'print'], { encrypted: true }],
];

test.each(ROWS)('%j', async (argv, made) => {
  const folder = folderWith(files);
  const { code, err } = await convert(folder, '-o', 'b.pdf', ...argv);
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('✓ a.pdf → b.pdf (') });
  expect(await converter.describe({ path: join(folder, 'b.pdf') })).toMatchObject(made);
});

test('the parts of a split', async () => {
  const folder = folderWith(files);
  const { code, err } = await convert(folder, '-o', 'b.pdf', '--split', '1');
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringMatching(/→ b\.pdf \(2 parts, b-1\.pdf/) });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['b-1.pdf', 'b-2.pdf']));
});

test('bookmarks that are none, two attachments of one name, and a merge are refused', async () => {
  const folder = folderWith({ ...files, 'c.json': '[{"title":1}]', 'c/a.xml': '<a/>' });
  expect(await convert(folder, '-o', 'b.pdf', '--set-bookmarks', 'c.json')).toMatchObject({ code: 2 });
  expect(await convert(folder, '-o', 'b.pdf', '--attach', 'a.xml', '--attach', 'c/a.xml')).toMatchObject({
    code: 2,
    err: expect.stringContaining('a.xml'),
  });
  const merge = await convert(folder, '--merge', 'b.pdf', '--attach', 'a.xml');
  expect(merge).toMatchObject({ code: 2, err: expect.stringContaining('single documents: omit --merge') });
});
