/** Chromium with a page of a real server, for the tests of one file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { describeTools } from '../../helpers/requires.js';
import { type Started, startServer } from '../started.js';
import { openBrowser } from './browser.js';

export interface Tab {
  server: Started;
  /** A new page for each test. */
  page: Page;
  /** Errors on the page and in its console; a test fails if it leaves one. */
  errors: string[];
  /** Writes a file, and returns its path. */
  file(name: string, content: string | Uint8Array): string;
}

/** A document of two pages, as letter.rtf. */
export const LETTER = '{\\rtf1\\ansi Dear reader,\\par this is \\b bold\\b0 .\\page Second page.\\par}';

/** The page has an API key from its start. */
export const withKey = ({ page, server }: Tab) =>
  page.addInitScript(`sessionStorage.setItem('docconv-key', '${server.key}')`);

/** Defines tests that use the members of `tab`, which are set when the tests run. */
export function describePage(name: string, programs: readonly string[], suite: (tab: Tab) => void): void {
  describeTools(name, ['chromium', ...programs], () => {
    const file = (name: string, content: string | Uint8Array): string => {
      const path = join(tab.server.folder, name);
      writeFileSync(path, content);
      return path;
    };
    const tab = { file, errors: [] as string[] } as unknown as Tab;
    let browser: Browser;
    beforeAll(async () => {
      tab.server = await startServer({ maxUpload: 300_000 });
      browser = await openBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      await tab.server?.stop();
    });
    beforeEach(async () => {
      tab.errors = [];
      tab.page = await browser.newPage();
      tab.page.on('pageerror', error => tab.errors.push(error.message));
      tab.page.on('console', message => message.type() === 'error' && tab.errors.push(message.text()));
    });
    afterEach(async () => {
      await tab.page.close();
      expect(tab.errors).toEqual([]);
    });
    suite(tab);
  });
}
