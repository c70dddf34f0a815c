/** SmartArt without a drawing, as the engines get it. */
import { unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { EngineName } from '../../../../../src/convert/engine-name.js';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { Warnings } from '../../../../../src/convert/warnings.js';
import { slideSmartArt } from '../../../../helpers/documents/smart-art.js';

const SHAPE =
  '<dsp:sp modelId="2"><dsp:nvSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr/></dsp:sp>';

async function slideFor(engine: EngineName, shapes?: string) {
  const { name, bytes } = slideSmartArt('Sums &amp; more', shapes);
  const warnings = new Warnings();
  const prepared = await prepareDocument(bytes, { name, warnings, quirks: quirksOf('24.8.8', engine) });
  const slide = Buffer.from(unzipSync(prepared.bytes)['ppt/slides/slide1.xml']!).toString();
  return { slide, warnings: warnings.list() };
}

const LOST = [{ code: 'content_lost', detail: { what: 'SmartArt without a drawing' } }];

it('becomes a shape with its text, name and place where LibreOffice would never end', async () => {
  const { slide, warnings } = await slideFor('wasm');
  expect(warnings).toEqual(LOST);
  expect(slide).not.toMatch(/graphicFrame|unseen/);
  const shape = /<p:sp xmlns:p=(?:(?!<p:sp).)*Art.*?<\/p:sp>/s.exec(slide)?.[0];
  expect(shape).toContain('descr="A pyramid"');
  expect(shape).toContain('<a:xfrm><a:off x="900000" y="900000"/><a:ext cx="7000000" cy="4000000"/></a:xfrm>');
  expect(shape).toContain('<a:p><a:r><a:t>Sums &amp; more</a:t></a:r></a:p>');
});

it('is laid out by an installed LibreOffice', async () => {
  const { slide, warnings } = await slideFor('native');
  expect(warnings).toEqual(LOST);
  expect(slide).toContain('graphicFrame');
});

it('stays where its drawing has a shape', async () => {
  const { slide, warnings } = await slideFor('wasm', SHAPE);
  expect(warnings).toEqual([]);
  expect(slide).toContain('graphicFrame');
});

const SLIDE = 'ppt/slides/slide1.xml';
const DATA = 'ppt/diagrams/Data.xml';

/** SmartArt in this number of frames with the same data. */
function framesOf(count: number, data: (xml: string) => string, engine: EngineName = 'wasm') {
  const { name, bytes } = slideSmartArt('T');
  const parts = unzipSync(bytes);
  const change = (part: string, to: (xml: string) => string) => {
    parts[part] = Buffer.from(to(Buffer.from(parts[part]!).toString()));
  };
  change(SLIDE, xml => xml.replace(/<p:graphicFrame>.*?<\/p:graphicFrame>/s, frame => frame.repeat(count)));
  change(DATA, data);
  return prepareDocument(zipSync(parts), { name, warnings: new Warnings(), quirks: quirksOf('24.8.8', engine) });
}

it('stays where its data cannot be read', async () => {
  const { bytes } = await framesOf(1, () => '<dgm:dataModel><a');
  expect(Buffer.from(unzipSync(bytes)[SLIDE]!).toString()).toContain('graphicFrame');
});

it('may not have more text in all of its frames than a part may have', async () => {
  const prepared = framesOf(1200, xml => xml.replace('<a:t>T<', `<a:t>${'x'.repeat(500_000)}<`));
  await expect(prepared).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', detail: { limit: 'textBytes', part: DATA } });
});

it('takes linear time for frames', async () => {
  const timeOf = async (engine: EngineName) => {
    const before = process.cpuUsage();
    await framesOf(5000, xml => xml, engine);
    return process.cpuUsage(before).user;
  };
  await timeOf('native');
  const [wasm, native] = [await timeOf('wasm'), await timeOf('native')];
  expect(wasm).toBeLessThan(native * 20);
}, 120_000);
