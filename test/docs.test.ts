/** The documents name only what exists: links, headings, and paths of source files. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.js';

const DOCUMENTS = [...readdirSync('.'), ...readdirSync('docs').map(name => join('docs', name))].filter(name =>
  name.endsWith('.md'),
);

const textOf = (document: string) => readFileSync(document, 'utf8');
/** Without code blocks, in which brackets and # have other meanings. */
const proseOf = (document: string) => textOf(document).replace(/^```[\s\S]*?^```/gm, '');

/** The text of a file, or of all files of a folder. */
function codeBelow(path: string): string {
  if (statSync(path).isFile()) return readFileSync(path, 'utf8');
  return readdirSync(path)
    .map(name => codeBelow(join(path, name)))
    .join('\n');
}

interface Link {
  document: string;
  path: string;
  anchor: string | undefined;
}

function linksOf(document: string): Link[] {
  const targets = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets
    .filter(target => !/^[a-z]+:/.test(target))
    .map(target => {
      const [path = '', anchor] = target.split('#', 2);
      return { document, path: path === '' ? document : normalize(join(dirname(document), path)), anchor };
    });
}

/** As repository hosts derive it from a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-');
}

function anchorsIn(document: string): string[] {
  return [...proseOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
}

describe('documents', () => {
  const links = DOCUMENTS.flatMap(linksOf);
  const show = ({ document, path, anchor }: Link) => `${document} -> ${path}${anchor ? `#${anchor}` : ''}`;

  it('are found, and link to each other', () => {
    expect(DOCUMENTS).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/operation.md']));
    expect(links.length).toBeGreaterThan(20);
  });

  it('link to files that exist', () => {
    expect(links.filter(({ path }) => !existsSync(path)).map(show)).toEqual([]);
  });

  it('link to headings that exist', () => {
    const withAnchor = links.filter(({ path, anchor }) => anchor !== undefined && path.endsWith('.md'));
    expect(withAnchor.length).toBeGreaterThan(5);
    expect(withAnchor.filter(({ path, anchor }) => !anchorsIn(path).includes(anchor!)).map(show)).toEqual([]);
  });

  it('name paths that exist, from the root of the repository or within src/', () => {
    const folders = readdirSync('src').filter(name => !name.includes('.'));
    const roots = ['src', 'test', 'bench', 'docs', 'examples', 'completions', 'bin', '\\.ci'];
    const path = new RegExp(`\`((?:${[...roots, ...folders].join('|')})/[^\`\\s]*)\``, 'g');
    const named = DOCUMENTS.flatMap(document =>
      [...proseOf(document).matchAll(path)].map(([, found]) => ({ document, path: found!, anchor: undefined })),
    );
    expect(named.length).toBeGreaterThan(40);
    const missing = named.filter(place => !existsSync(place.path) && !existsSync(join('src', place.path)));
    expect(missing.map(show)).toEqual([]);
  });

  it('name in tables only what the files of the row have', () => {
    const quoted = (row: string) => [...row.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
    const rows = proseOf('CONTRIBUTING.md')
      .split('\n')
      .filter(row => row.startsWith('| '))
      .map(quoted)
      .map(texts => ({
        texts,
        code: texts
          .filter(text => text.startsWith('src/'))
          .map(codeBelow)
          .join('\n'),
      }));
    const isIdentifier = (text: string) => /^[a-z]+[A-Z]\w*$|^[A-Z]+(_[A-Z]+)*$/.test(text);
    const named = rows.flatMap(({ texts, code }) => texts.filter(isIdentifier).map(name => ({ name, code })));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name, code }) => !code.includes(name)).map(({ name }) => name)).toEqual([]);
  });

  it('describe every export of the library', () => {
    const text = textOf('docs/library.md');
    expect(Object.keys(library).filter(name => !text.includes(`\`${name}`))).toEqual([]);
  });

  it('show every folder of src/ in the source tree, and no other', () => {
    const tree = /^src\/\n([\s\S]*?)^test\//m.exec(textOf('CONTRIBUTING.md'))?.[1] ?? '';
    const shown = [...tree.matchAll(/^ {2}([\w.-]+\/?) /gm)].map(([, name]) => name!.replace('/', ''));
    expect(shown.sort()).toEqual(readdirSync('src').sort());
  });
});
