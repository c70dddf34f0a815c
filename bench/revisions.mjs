/** `node bench/revisions.mjs`: the time of `check` by the number of revisions after the signature and of objects changed in each. */
import { importSource, median } from './lib.mjs';

const { formPdf, OBJECTS, sign, textAppearance } = await importSource('test/helpers/form-pdf.ts');
const { createPki, NOW } = await importSource('test/helpers/pki.ts');
const { check } = await importSource('src/signatures/index.ts');

const ROUNDS = 5;
/** Fields of the form; each revision fills in some of them. A field and its appearance are two changed objects. */
const FIELDS = 200;
const FIRST_FIELD = 100;
const pki = createPki({ root: {}, ann: { issuer: 'root' } });
const base = signedForm();

for (const warm of [10, 50]) await check(filled(warm, 5).bytes, { at: NOW });
await series(
  `Revisions, each with 5 of ${FIELDS} fields filled in`,
  [1, 2, 5, 10, 25, 50, 100, 200].map(revisions => ({ revisions, fields: 5 })),
);
await series(
  'Fields filled in, in each of 10 revisions',
  [1, 2, 5, 10, 25, 50, 100, 200].map(fields => ({ revisions: 10, fields })),
);

async function series(title, steps) {
  console.log(`\n${title}\nrevisions  objects each       ms  ms/revision  µs/(revision × object)`);
  for (const { revisions, fields } of steps) {
    const ms = await milliseconds(filled(revisions, fields).bytes);
    const objects = 2 * fields;
    const columns = [
      String(revisions).padStart(9),
      String(objects).padStart(12),
      ms.toFixed(1).padStart(7),
      (ms / revisions).toFixed(2).padStart(11),
      ((1000 * ms) / (revisions * objects)).toFixed(1).padStart(22),
    ];
    console.log(columns.join('  '));
  }
}

/** The median of the fastest half: other processes only add time. */
async function milliseconds(bytes) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const { valid, reason } = await check(bytes, { at: NOW });
    times.push(performance.now() - started);
    if (!valid) throw new Error(reason);
  }
  return median(times.toSorted((a, b) => a - b).slice(0, Math.ceil(ROUNDS / 2)));
}

function signedForm() {
  const numbers = Array.from({ length: FIELDS }, (_, i) => FIRST_FIELD + 2 * i);
  const fields = numbers.flatMap((num, i) => {
    const widget = `/Type/Annot/Subtype/Widget/Rect[50 ${i} 250 ${i + 1}]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)`;
    return [
      [num, `<<${widget}/FT/Tx/T(Field${i})/V(0)/AP<</N ${num + 1} 0 R>>>>`],
      [num + 1, textAppearance('0')],
    ];
  });
  const all = numbers.map(num => `${num} 0 R`).join(' ');
  const form = formPdf(
    {},
    {
      [OBJECTS.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[${all}]>>`,
      [OBJECTS.form]: `<</Fields[${all}]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>`,
      ...Object.fromEntries(fields),
    },
  );
  return form.save(sign({ make: bytes => pki.cms('ann', bytes) }));
}

/** Always fills in the same fields, so that only the number of revisions differs. */
function filled(revisions, fields) {
  let pdf = base;
  for (let i = 1; i <= revisions; i++) {
    pdf = pdf.save(draft => {
      for (let field = 0; field < fields; field++) {
        const num = FIRST_FIELD + 2 * field;
        draft.edit(num, body => body.replace(/\/V\(\d+\)/, `/V(${i})`)).set(num + 1, textAppearance(`${i}`));
      }
    });
  }
  return pdf;
}
