/** pdfjs-dist: fills and comments as Firefox does when it saves. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { packages, serve } from './jobs.mjs';

const { getDocument } = await import(pathToFileURL(packages.resolve('pdfjs-dist/legacy/build/pdf.mjs')).href);
const FONTS = pathToFileURL(packages.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf')).href;

const changed = change => async (source, target, field, value) => {
  const data = new Uint8Array(readFileSync(source));
  const task = getDocument({ data, standardFontDataUrl: new URL('.', FONTS).href, verbosity: 0 });
  const document = await task.promise;
  const fields = await document.getFieldObjects();
  change(
    document.annotationStorage,
    fields?.[field]?.filter(one => one.type),
    value,
  );
  writeFileSync(target, await document.saveDocument());
  await task.destroy();
};

const enter = changed((storage, [one], value) => storage.setValue(one.id, { value }));
const FREE_TEXT = 3;
const INK = 15;
const HIGHLIGHT = 9;
const editor = (type, members) => ({ annotationType: type, pageIndex: 0, rotation: 0, ...members });

serve({
  text: enter,
  multiline: enter,
  choice: enter,
  check: changed((storage, [one]) => storage.setValue(one.id, { value: true })),
  radio: changed((storage, group) => {
    for (const [i, one] of group.entries()) storage.setValue(one.id, { value: i === 1 }); // states are named by number
  }),
  comment: changed((storage, _, value) =>
    storage.setValue(
      'pdfjs_internal_editor_0',
      editor(FREE_TEXT, { color: [0, 0, 0], fontSize: 10, value, rect: [320, 600, 500, 620] }),
    ),
  ),
  ink: changed(storage =>
    storage.setValue(
      'pdfjs_internal_editor_0',
      editor(INK, {
        color: [255, 0, 0],
        opacity: 1,
        thickness: 1,
        rect: [320, 500, 400, 540],
        paths: {
          lines: [[NaN, NaN, NaN, NaN, 322, 502, NaN, NaN, NaN, NaN, 398, 538]],
          points: [[322, 502, 398, 538]],
        },
      }),
    ),
  ),
  highlight: changed(storage =>
    storage.setValue(
      'pdfjs_internal_editor_0',
      editor(HIGHLIGHT, {
        color: [255, 255, 152],
        opacity: 1,
        rect: [50, 776, 90, 794],
        quadPoints: [50, 794, 90, 794, 50, 776, 90, 776],
        outlines: [[50, 776, 50, 794, 90, 794, 90, 776]],
      }),
    ),
  ),
});
