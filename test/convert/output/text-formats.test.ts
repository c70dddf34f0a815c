/** A few of the text formats that pages and texts become; text-formats.long.test.ts has all of them, on every engine. */
import { expect, it } from 'vitest';
import { formatNamed } from '../../../src/convert/formats.js';
import { asPage } from '../../../src/convert/input/translate/as-page.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { completeHtml } from '../../../src/convert/output/text/html.js';
import { program, testWith } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';
import { expectedOf, written } from './text-formats.helper.js';

const converter = sharedConverter();

testWith('a page becomes an OpenDocument text, and Markdown a Word document', [program('soffice.bin')], async () => {
  expect(await written(converter, 'html', 'odt', 'auto')).toEqual(expectedOf('html', 'odt'));
  expect(await written(converter, 'md', 'docx', 'auto')).toEqual(expectedOf('md', 'docx'));
});

it.each([
  ['html', '<p>Größe</p>', 'utf8'],
  ['html', '\ufeff<p>Größe</p>', 'utf16le'],
  ['html', '<meta charset="iso-8859-1"><p>Größe</p>', 'latin1'],
  ['html', '<meta http-equiv="content-type" content="text/html; charset=none"><p>Größe</p>', 'latin1'],
  ['txt', 'Größe\r\n\r\n<b>\n', 'utf8'],
] as const)('%s %j in %s is a page in UTF-8', (name, text, encoding) => {
  const page = completeHtml(asPage(Buffer.from(text, encoding), formatNamed(name)), new Map(), DEFAULT_LIMITS);
  const html = Buffer.from(page).toString();
  expect(html).toMatch(/<meta charset="utf-8">/);
  expect(html).toMatch(name === 'txt' ? /<p>Größe<\/p>\s*<p>&lt;b&gt;<\/p>/ : /<p>Größe<\/p>/);
  expect(html).not.toMatch(/iso-8859|charset=none/);
});
