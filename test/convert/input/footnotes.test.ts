/** Footnotes of Markdown: where they begin and end, and how they are numbered. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { Warnings } from '../../../src/convert/warnings.js';

async function page(text: string): Promise<{ body: string; notes: string }> {
  const { bytes } = await prepareDocument(Buffer.from(text), { name: 'notes.md', warnings: new Warnings() });
  const html = Buffer.from(bytes).toString().split('<body>').at(-1)!.replaceAll('\n', ' ');
  const [body = '', notes = ''] = html.split(/<hr \/> <ol> (?=<li id="footnote)/);
  return { body, notes };
}

const mention = (n: number) => `<sup><a href="#footnote:${n}">${n}</a></sup>`;

describe('A footnote', () => {
  it.each([
    ['emphasis', '*next*', '<em>next</em>'],
    ['a link', '[next](https://example.com)', '>next</a>'],
    ['an address', '<https://example.com/next>', 'next</a>'],
    ['code', '`next`', '<code>next</code>'],
    ['a number without a list', '1984 next', '1984 next'],
    ['a block below an empty line', '\n    next', '<p>next</p>'],
    ['a block behind a tab', '\n\tnext', '<p>next</p>'],
    ['a list that is indented', '\n    - next', '<li>next</li>'],
    ['code that is indented', '\n    ```\n    [^1]: next\n    ```', '<code>[^1]: next </code>'],
  ])('goes on with %s', async (_what, line, printed) => {
    const { body, notes } = await page(`Text[^1].\n\n[^1]: First\n${line}\n`);
    expect(body).toBe(` <p>Text${mention(1)}.</p> `);
    expect(notes).toContain(printed);
  });

  it.each([
    ['a bullet', '- next'],
    ['a numbered item', '1. next'],
    ['a later numbered item', '2) next'],
    ['a heading', '## next'],
    ['a code block', '```\nnext\n```'],
    ['a quote', '> next'],
    ['a table', '| next |\n|---|'],
    ['a rule', '***\nnext'],
    ['markup', '<div>next</div>'],
    ['a paragraph', '\nnext'],
    ['a paragraph with a small indent', '\n  next'],
    ['text below code', '\n    ```\n    code\n    ```\nnext'],
    ['text below a heading', '\n    # Heading\nnext'],
  ])('ends before %s', async (_what, line) => {
    const { body, notes } = await page(`Text[^1].\n\n[^1]: First\n${line}\n`);
    expect(body).toContain('next');
    expect(notes).toContain('First');
    expect(notes).not.toContain('next');
  });

  it.each([
    ['a paragraph', 'Text[^1].\n[^1]: Note'],
    ['a list item', '- Text[^1].\n[^1]: Note'],
    ['the text of a list item', '- Text[^1].\n  [^1]: Note'],
    ['a table', '| Text[^1]. |\n|---|\n[^1]: Note'],
    ['a quote', '> Text[^1].\n> [^1]: Note'],
    ['a further note', '[^2]: Text[^1].\n[^1]: Note'],
    ['lines of Windows', 'Text[^1].\r\n[^1]: Note\r\n'],
  ])('may stand directly below %s', async (_what, text) => {
    const { body, notes } = await page(text);
    expect(body + notes).toMatch(/Text<sup>.*<p>Note<\/p>/);
  });

  it.each([
    ['fenced code', '```\nText\n[^1]: Code\n```', 'Text [^1]: Code'],
    ['fenced code of a list', '- ~~~\n  Text\n  [^1]: Code\n  ~~~', 'Text [^1]: Code'],
    ['a sentence', '([^1]: see there)', '([^1]: see there)'],
    ['a note', '[^2]: [^1]: see', '[^1]: see'],
    ['a label with blanks', '[^a b]: see', '[^a b]: see'],
    ['a label that is too long', `[^${'a'.repeat(1000)}]: see`, 'a]: see'],
  ])('does not begin in %s', async (_what, text, printed) => {
    const { body, notes } = await page(text);
    expect(body + notes).toContain(printed);
  });

  it('needs an indent below an empty first line', async () => {
    const { body, notes } = await page('[^1]:\nText\n\n[^2]:\n    Note\n');
    expect([body, notes]).toEqual([expect.stringContaining('Text'), expect.stringContaining('Note')]);
  });

  it('is mentioned without a blank before the number', async () => {
    expect((await page('水[^1]的分子\n\n[^1]: H2O')).body).toContain(`水${mention(1)}的分子`);
  });

  it('is a number in brackets in links and descriptions of pictures, which have no links', async () => {
    const { body } = await page('![pic[^1]](a.png) [link[^2]](https://example.com)\n\n[^1]: One\n[^2]: Two');
    expect(body).toContain('<span>pic[1]</span> <a href="https://example.com">link[2]</a>');
  });

  it('has an identifier that no heading has', async () => {
    const { body, notes } = await page('# Footnote 1\n\nText[^1].\n\n[^1]: Note');
    expect(body).toContain('<h1 id="footnote-1">');
    expect(notes).toContain('<li id="footnote:1">');
  });

  it('is printed behind the others where nothing mentions it, also with a label that another one has', async () => {
    const { notes } = await page('Text[^b].\n\n[^a]: A[^c]\n[^d]: D\n[^b]: B\n[^B]: Again\n[^c]: C');
    const order = [...notes.matchAll(/<li id="footnote:(\d)"><p>(\w+)/g)].map(([, n, text]) => `${n} ${text}`);
    expect(order).toEqual(['1 B', '2 A', '3 C', '4 D', '5 Again']);
  });
});
