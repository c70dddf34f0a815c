/** Canonical forms of random documents, compared with libxml2. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeTools } from '../../helpers/requires.js';
import { canonicalDocument } from './canonical.js';

const DOCUMENTS = 100;

describeTools('canonical forms equal those of libxml2', ['xmllint'], () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-c14n-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['--c14n', 'inclusive'],
    ['--exc-c14n', 'exclusive'],
  ] as const)('with %s', async (option, method) => {
    for (let seed = 1; seed <= DOCUMENTS; seed++) {
      const xml = new Generator(seed).document();
      const file = join(folder, 'document.xml');
      writeFileSync(file, xml);
      const expected = execFileSync('xmllint', [option, file], { encoding: 'utf8' });
      expect(await canonicalDocument(xml, method), xml).toBe(expected);
    }
  });
});

const PREFIXES = ['', 'a', 'b', 'B', 'ä'];
/** Without "&": libxml2 does not escape it in a namespace, although Canonical XML, 2.3, requires it. */
const URIS = ['urn:1', 'urn:2', 'http://example.org/', 'urn:Z'];
const PIECES = [
  'x',
  ' ',
  '\n',
  '\t',
  '\r\n',
  '&lt;',
  '&gt;',
  '&amp;',
  '&quot;',
  '&#13;',
  '&#xA;',
  '&#9;',
  '>',
  "'",
  'é',
  '😀',
];

/** Documents with many namespaces, attributes in any order, and characters that are escaped. */
class Generator {
  constructor(private state: number) {}

  document(): string {
    return `<?xml version="1.0"?>\n${this.element(new Set(['']), 0)}\n`;
  }

  private element(scope: ReadonlySet<string>, depth: number): string {
    const declared = PREFIXES.filter(() => this.below(4) === 0);
    const declarations = declared.map(prefix => {
      const uri = prefix === '' && this.below(2) === 0 ? '' : this.one(URIS);
      return `xmlns${prefix && `:${prefix}`}="${uri}"`;
    });
    const known = new Set([...scope, ...declared]);
    const prefix = this.one([...known]);
    const name = `${prefix && `${prefix}:`}${this.one(['n', 'm', 'Z', 'é'])}`;
    // one attribute of each prefix: two prefixes may mean one namespace
    const prefixed = this.one([...known]);
    const attributes = ['k', 'A', 'id', prefixed && `${prefixed}:q`, 'xml:lang']
      .filter(attribute => attribute && this.below(3) === 0)
      .map(attribute => `${attribute}="${this.text()}"`);
    const tag = [...declarations, ...attributes].sort(() => this.below(3) - 1).map(one => `\n ${one}`);
    const children = Array.from({ length: depth > 4 ? 0 : this.below(4) }, () => this.element(known, depth + 1));
    const content = [this.text(), ...children.flatMap(child => [child, this.text()])].join('');
    return content ? `<${name}${tag.join('')}>${content}</${name}>` : `<${name}${tag.join('')}/>`;
  }

  private text(): string {
    const pieces = Array.from({ length: this.below(4) }, () => this.one(PIECES));
    return pieces.join('');
  }

  private one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  private below(limit: number): number {
    this.state = (Math.imul(this.state, 1103515245) + 12345) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }
}
