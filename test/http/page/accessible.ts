/** What axe finds wrong with a page of Chromium. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Each violation with the elements that it concerns. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}
