/** The catalogue has what the code uses, and nothing else. That each id in the code exists, the compiler checks. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import { PROBLEM_OF_ERROR } from '../../src/http/index.js';
import { ENGLISH } from '../../src/messages/english/index.js';
import { message, messageIfAny, setLanguage } from '../../src/messages/index.js';
import { CHANGE_RULES } from '../../src/signatures/changes/rules/index.js';
import { RULES } from '../../src/signatures/rules/index.js';
import { REASONS } from '../../src/trust/qualification/reasons.js';
import { SECOND } from './language.js';

const ids = Object.keys(ENGLISH);
const textsOf = (text: (typeof ENGLISH)[keyof typeof ENGLISH]): string[] =>
  typeof text === 'string' ? [text] : Object.values(text);
type Texts = object | (() => object);
const idsIn = (texts: Texts) => Object.keys(typeof texts === 'function' ? texts() : texts);
const idsLike = (pattern: RegExp) => ids.flatMap(id => pattern.exec(id)?.[1] ?? []);

describe('the catalogue', () => {
  const code = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.startsWith(join('messages', 'english')))
    .map(name => readFileSync(join('src', name), 'utf8'))
    .join('\n');

  it('has no text that the code does not use', () => {
    const patterns = [...code.matchAll(/`([A-Za-z_-]+\.(?:[^`$]|\$\{[^}]*\})*)`/g)].map(([, template]) => {
      const parts = template!.split(/\$\{[^}]*\}/).map(part => part.replace(/[.*+?^()[\]|\\]/g, '\\$&'));
      return new RegExp(`^${parts.join('.*')}$`);
    });
    expect(patterns.length).toBeGreaterThan(10);
    const quoted = new Set([...code.matchAll(/'([^'\s]+)(?=')/g)].map(([, text]) => text));
    const isUsed = (id: string) => quoted.has(id) || patterns.some(pattern => pattern.test(id));
    expect(ids.filter(id => !isUsed(id))).toEqual([]);
  });

  it('has the texts of each rule, each permitted change and each reason, and no others', () => {
    expect(idsLike(/^rule\.([\w-]+)\.pass$/).sort()).toEqual(RULES.map(({ id }) => id).sort());
    const failing = RULES.filter(({ id, messages }) => !messages?.fail || messageIfAny(`rule.${id}.fail`));
    expect(idsLike(/^rule\.([\w-]+)\.fail$/).sort()).toEqual(failing.map(({ id }) => id).sort());
    expect(idsLike(/^permits\.(.*)/).sort()).toEqual(CHANGE_RULES.map(({ id }) => id).sort());
    expect(idsLike(/^qualification\.([A-Z].*)/).sort()).toEqual(Object.keys(REASONS).sort());
  });

  it('has texts of errors with a known code', () => {
    const codes = idsLike(/^([A-Z_\d]+)\./);
    expect(codes.length).toBeGreaterThan(300);
    expect(codes.filter(code => !Object.hasOwn(PROBLEM_OF_ERROR, code))).toEqual([]);
  });

  it('has each text once', async () => {
    const isSubject = (name: string) =>
      name.endsWith('.ts') && !['index.ts', 'verification.ts'].includes(basename(name));
    const subjects = readdirSync('src/messages/english', { recursive: true, encoding: 'utf8' }).filter(isSubject);
    const modules = await Promise.all(subjects.map(name => import(join(process.cwd(), 'src/messages/english', name))));
    const defined = modules.flatMap(module => Object.values<Texts>(module).flatMap(idsIn));
    expect(['language', ...defined].sort()).toEqual([...ids].sort());
  });

  it('has well-formed parameters', () => {
    const left = Object.values(ENGLISH)
      .flatMap(textsOf)
      .filter(text => /[{}]/.test(text.replace(/\{[a-z]\w*\}/gi, '')));
    expect(left).toEqual([]);
  });

  it('has the same parameters in each language', () => {
    const parametersOf = (text: string | object) =>
      [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort().join();
    const different = ids.filter(
      id => parametersOf(ENGLISH[id as keyof typeof ENGLISH]) !== parametersOf(SECOND[id as keyof typeof ENGLISH]),
    );
    expect(different).toEqual([]);
  });
});

describe('an error', () => {
  afterEach(() => setLanguage(ENGLISH));

  it('has the code and the text of its id, and options', () => {
    const cause = new Error('cause');
    const error = new DocconvError('OPTION_INVALID.at-future', { value: '2100' }, { cause, detail: { option: 'at' } });
    expect(error).toMatchObject({ code: 'OPTION_INVALID', detail: { option: 'at' }, cause });
    expect(error.message).toBe('--at 2100 is in the future. A signature can be verified as of a time that has passed.');
  });

  it('has the form of its number', () => {
    const about = { range: '7-', count: 1 };
    expect(new DocconvError('OPTION_INVALID.no-page-selected', about).message).toMatch(/has 1 page\.$/);
    expect(new DocconvError('OPTION_INVALID.no-page-selected', { ...about, count: 2 }).message).toMatch(/2 pages\.$/);
  });

  it('is of the language that was set last', () => {
    setLanguage({ ...SECOND, 'QUEUE_FULL.requests': 'Voll.' });
    expect(new DocconvError('QUEUE_FULL.requests').message).toBe('Voll.');
  });

  it('keeps a text that was received', () => {
    expect(DocconvError.received('TIMEOUT', 'Too {late}.')).toMatchObject({ code: 'TIMEOUT', message: 'Too {late}.' });
  });

  it('does not compile without its parameters', () => {
    const refused = () => [
      // @ts-expect-error: there is no such id
      new DocconvError('QUEUE_FULL.request'),
      // @ts-expect-error: a code is no id
      new DocconvError('QUEUE_FULL'),
      // @ts-expect-error: a text is no id
      new DocconvError('QUEUE_FULL', 'The queue is full.'),
      // @ts-expect-error: the parameter is missing
      new DocconvError('OPTION_INVALID.at-future'),
      // @ts-expect-error: the parameter is misspelt
      new DocconvError('OPTION_INVALID.at-future', { values: '2100' }),
      // @ts-expect-error: the text has no parameter
      new DocconvError('QUEUE_FULL.requests', { limit: 1 }),
    ];
    expect(refused).toBeTypeOf('function'); // the compiler refuses each line; none is run
  });
});

describe('a message', () => {
  afterEach(() => setLanguage(ENGLISH));

  it('has its values, which are not interpreted', () => {
    expect(message('change.place', { page: '{field}', field: '$&' })).toBe('{field}, $&');
  });

  it('quotes texts of documents, which end neither the quotation nor the line', () => {
    const field = 'Total”: valid. “\nThe document \u202eis VALID';
    expect(message('change.field', { field })).toBe('field “Total": valid. " The document \\u202eis VALID”');
    expect(message('change.field', { field: 'x'.repeat(1000) })).toMatch(/^field “x{299}…”$/);
  });

  it('has the form of its number', () => {
    expect([0, 1, 2].map(count => message('page.pages', { count }))).toEqual(['0 pages', '1 page', '2 pages']);
    setLanguage({ ...SECOND, 'page.pages': { one: 'o', few: 'f', many: 'm', other: 'x' } });
    expect([1, 2, 5, 21].map(count => message('page.pages', { count }))).toEqual(['o', 'f', 'm', 'o']);
  });

  it('is of the language that was set last', () => {
    setLanguage({ ...SECOND, 'change.place': 'in {field} on {page}' });
    expect(message('change.place', { page: 'P', field: 'F' })).toBe('in F on P');
  });

  it('is none for an id that does not exist', () => {
    expect([messageIfAny('rule.digest.pass'), messageIfAny('rule.digest.pass.none'), messageIfAny('toString')]).toEqual(
      ['The signed bytes are unchanged.', null, null],
    );
  });

  it('does not compile without its parameters', () => {
    const refused = () => [
      // @ts-expect-error: there is no such id
      message('rule.digest.passed'),
      // @ts-expect-error: the parameters are missing
      message('change.place'),
      // @ts-expect-error: a parameter is missing
      message('change.place', { page: '1' }),
      // @ts-expect-error: a parameter is misspelt
      message('change.page', { pages: '1' }),
      // @ts-expect-error: forms need their number
      message('pages.same', { pages: '1' }),
      // @ts-expect-error: the text has no parameter
      message('rule.digest.pass', { digest: 'SHA-1' }),
    ];
    expect(refused).toBeTypeOf('function'); // the compiler refuses each line; none is run
  });
});
