/**
 * The events of content streams against PDFium, an independent renderer: the same objects in the same order, at the same
 * places, in the same colours, with the same text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openPdf, pageList } from '../../src/pdf/index.js';
import { describeCorpus, npmPackage, testWith } from '../helpers/requires.js';
import { compare, type Differences, paintedOn } from './content-objects.js';
import { objectsOf, openInPdfium } from './pdfium-objects.js';

/** Of each document; later pages are like the first ones. */
const PAGES = 5;
/** PDFium rounds coordinates to 24 bits and colours to bytes. */
const TOLERANCE = { points: 0.1, colour: 1 };
/** PDFium says the text of several vertical lines for one of them. */
const MAX_OTHER_TEXTS = 0.005;
/** What PDFium and docconv must both find, so that a corpus of other files is noticed. */
const MIN_OBJECTS = 10_000;
/** On a busy machine; a minute on an idle one. */
const TIMEOUT = 900_000;
const MOVED = [1, 0, 0, 1, 0.5, 0] as const;

describeCorpus('the events of content streams', 'signed', folder => {
  const manifest = JSON.parse(readFileSync(`${folder}.json`, 'utf8')) as { file: string; password?: string }[];

  /** Compares the first pages of a file. */
  async function compareFile(file: string, all: Differences, moved: Differences, unreadable: string[]): Promise<void> {
    const path = join(folder, file);
    const password = manifest.find(known => known.file === file)?.password ?? '';
    const document = await openPdf(path, { password }).catch(() => null);
    // a damaged file may have other objects for PDFium
    const other = document?.notes.length === 0 ? await openInPdfium(readFileSync(path), password) : null;
    if (document === null || other === null) return;
    for (const [index, { dict }] of (pageList(document.latest, PAGES)?.pages ?? []).entries()) {
      const painted = paintedOn(document.latest, dict);
      const objects = objectsOf(other, index);
      const result: Differences = { count: 0, found: [], texts: [] };
      if (painted === null) unreadable.push(`${file}, page ${index + 1}`);
      else compare(painted, objects, TOLERANCE, result);
      all.count += result.count;
      all.found.push(...result.found.map(found => `${file}, page ${index + 1}: ${found}`));
      all.texts.push(...result.texts.map(found => `${file}, page ${index + 1}: ${found}`));
      compare(paintedOn(document.latest, dict, MOVED) ?? [], objects, TOLERANCE, moved);
    }
    other.destroy();
    document.close();
  }

  testWith(
    'are the objects of PDFium',
    [npmPackage('@hyzyla/pdfium')],
    async () => {
      const [all, moved]: Differences[] = [1, 2].map(() => ({ count: 0, found: [], texts: [] }));
      const unreadable: string[] = [];
      for (const file of readdirSync(folder)) await compareFile(file, all!, moved!, unreadable);
      expect(all!.count).toBeGreaterThan(MIN_OBJECTS);
      expect(unreadable).toEqual([]);
      expect(all!.found).toEqual([]);
      expect(all!.texts.slice(MAX_OTHER_TEXTS * all!.count)).toEqual([]);
      // half a point to the right, nearly every object is found at another place
      expect(moved!.found.length).toBeGreaterThan(all!.count / 4);
    },
    TIMEOUT,
  );
});
