/** Tables of HTML and Markdown that are wider than a page. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { Warnings } from '../../../../src/convert/warnings.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { sharedConverter } from '../../engine-setup.js';

const converter = sharedConverter();

function html(columns: number, word: string, head = ''): string {
  const cells = Array.from({ length: columns }, (_, i) => `<td>${word}${i}</td>`);
  return `<html><head>${head}</head><body><table><tr><td>x</td></tr><tr>${cells.join('')}</tr></table></body></html>`;
}

function markdown(columns: number, word: string): string {
  const row = (cell: (i: number) => string) => `|${Array.from({ length: columns }, (_, i) => cell(i)).join('|')}|\n`;
  return row(i => `h${i}`) + row(() => '---') + row(i => `${word}${i}`);
}

async function cut(text: string, name: string, pdf: PdfOptions = {}) {
  const warnings = new Warnings();
  await prepareDocument(Buffer.from(text), { name, warnings, pdf });
  return warnings.list().flatMap(({ code, detail }) => (code === 'tables_cut' ? [detail.tables] : []));
}

describe('a table that is wider than a page is a warning', () => {
  it.each<[string, string, PdfOptions]>([
    ['with many columns', html(30, 'Row'), {}],
    ['with long words', html(10, 'abcdefghmnopqr'), {}],
    ['in small letters', html(30, 'Column', '<style>td { font-size: 7pt }</style>'), {}],
    ['across the page', html(60, 'Row'), { landscape: true }],
  ])('%s', async (_, text, pdf) => {
    expect(await cut(text, 'a.html', pdf)).toEqual([1]);
  });

  it('also in Markdown', async () => {
    expect(await cut(markdown(40, 'Column'), 'a.md')).toEqual([1]);
  });
});

describe('a table that fits is none', () => {
  it.each<[string, string, PdfOptions]>([
    ['with some columns', html(20, 'Row'), {}],
    ['whose words can break', html(10, 'one two three four five six seven'), {}],
    ['across the page', html(30, 'R'), { landscape: true }],
    ['on a page of its own size', html(30, 'Row', '<style>@page { size: 60cm 40cm }</style>'), {}],
    ['without its style sheets', html(3, 'a', `<style>${'p'.repeat(500)}</style>`), {}],
    ['in another output', html(60, 'Row'), { to: 'docx' }],
  ])('%s', async (_, text, pdf) => {
    expect(await cut(text, 'a.html', pdf)).toEqual([]);
  });
});

describeTools('a wide table of Markdown', ['soffice.bin', 'pdftotext'], () => {
  it('has smaller letters, so that it fits', async () => {
    const bytes = Buffer.from(markdown(20, 'Col'));
    const { pdf, warnings } = await converter.convert({ name: 'a.md', bytes }, { engine: 'native' });
    expect(await wordsOf(pdf)).toContain('Col19');
    expect(warnings.map(({ code }) => code)).not.toContain('tables_cut');
  });
});
