/** The page shows whatever a member of a result says as text. */
import domino from '@mixmark-io/domino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE, hostileCases, isPlain } from '../../helpers/hostile/texts.js';
import { RESULT } from '../../report/filled-result.js';

interface Elements {
  append(...children: unknown[]): void;
  appendChild(child: unknown): void;
  readonly outerHTML: string;
  readonly textContent: string;
}

const page = domino.createDocument('') as unknown as {
  createElement(name: string): Elements;
  createTextNode(text: string): unknown;
};
let show: (result: unknown) => Elements;

beforeAll(async () => {
  // domino has no append()
  Object.getPrototypeOf(Object.getPrototypeOf(page.createElement('p'))).append = function (
    this: Elements,
    ...children: unknown[]
  ) {
    for (const child of children) this.appendChild(typeof child === 'string' ? page.createTextNode(child) : child);
  };
  Object.assign(globalThis, { document: page });
  const file = '../../../src/http/page/verdict.js'; // compiled with the types of a browser
  const { verdict } = await import(file);
  show = result => verdict(result, () => null);
});
afterAll(() => Reflect.deleteProperty(globalThis, 'document'));

it('in every member', () => {
  const cases = hostileCases(RESULT, leaf => leaf !== null).filter(({ member }) => member !== 'verdict');
  expect(cases.length).toBeGreaterThan(150);
  const shown = cases.map(({ member, value }) => ({ member, element: show(value) }));
  const isText = ({ element }: (typeof shown)[number]) =>
    isPlain(element.textContent) && !element.outerHTML.includes('<img');
  expect(shown.filter(one => !isText(one)).map(({ member }) => member)).toEqual([]);
  expect(show({ ...RESULT, reason: HOSTILE }).textContent).toContain('<img src=x');
});
