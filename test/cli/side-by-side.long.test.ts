/** `docconv check --side-by-side`: what the HTML report shows of the pages that changed. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberList } from '../../src/cli/commands/check/side-by-side.js';
import { docconv } from '../helpers/cli.js';
import { appearanceStream, type Draft, formPdf, OBJECTS as O, sign, textAppearance } from '../helpers/form-pdf.js';
import { stream } from '../helpers/pdf-writer.js';
import { createPki } from '../helpers/pki.js';

const pki = createPki({ root: {}, ann: { issuer: 'root', subject: 'CN=Ann <b>' } });
const make = (bytes: Buffer) => pki.cms('ann', bytes);
const signed = formPdf().save(sign({ make, field: 'First' }));
const kids = (list: string, count: number) => (draft: Draft) =>
  draft.edit(O.pages, body => body.replace('/Kids[3 0 R 4 0 R]/Count 2', `/Kids[${list}]/Count ${count}`));

const FILES = {
  clean: signed,
  filled: signed.save(draft => {
    const appearance = draft.add(textAppearance('Bob'));
    draft.edit(O.name, body => body.replace('/V(Ann)', '/V(Bob)').replace(/\/N \d+ 0 R/, `/N ${appearance} 0 R`));
  }),
  altered: signed.save(draft => {
    draft.set(O.secondContent, stream('BT /F1 12 Tf 50 700 Td (Other page.) Tj ET'));
  }),
  added: signed.save(draft => {
    const page = draft.add('<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>>>');
    kids(`3 0 R ${page} 0 R 4 0 R`, 3)(draft);
  }),
  removed: signed.save(draft => void kids('4 0 R', 1)(draft)),
  hostile: signed.save(draft => void draft.enter(O.secondPage, '/MediaBox[0 0 3 90000]')),
  invisible: signed.save(sign({ make, field: 'Second' })),
  visible: signed.save(draft => {
    const [field, appearance] = [draft.next, draft.next + 1];
    const widget = '<</Type/Annot/Subtype/Widget/FT/Sig/T(Second)/Rect[300 300 500 350]/F 132/P 3 0 R';
    draft.add(`${widget}/AP<</N ${appearance} 0 R>>>>`);
    draft.add(appearanceStream('0 0 1 rg 0 0 200 20 re f'));
    draft.append(O.form, 'Fields', `${field} 0 R`).append(O.page, 'Annots', `${field} 0 R`);
  }),
};

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'docconv-sides-'));
  for (const [name, pdf] of Object.entries(FILES)) writeFileSync(join(cwd, `${name}.pdf`), pdf.bytes);
});
afterAll(() => rmSync(cwd, { recursive: true }));

const run = (line: string, env: Record<string, string> = {}) =>
  docconv(line.split(' '), { cwd, env: { DOCCONV_HOME: join(cwd, 'home'), ...env } });

async function report(name: string): Promise<string> {
  await run(`check ${name}.pdf --report ${name}.html --side-by-side`);
  return readFileSync(join(cwd, `${name}.html`), 'utf8');
}

const pictures = (page: string): PNG[] =>
  [...page.matchAll(/<img src="data:image\/png;base64,([^"]+)"/g)].map(([, data]) =>
    PNG.sync.read(Buffer.from(data!, 'base64')),
  );

describe('--side-by-side', () => {
  it('shows a changed page twice: as signed and now, with frames and a description', async () => {
    const page = await report('altered');
    const [before, after, ...others] = pictures(page);
    expect(others).toEqual([]);
    expect([before?.width, after?.width]).toEqual([900, 900]);
    expect(before!.data.equals(after!.data)).toBe(false);
    expect(page).toContain('<strong>Page 2 looks different</strong>');
    expect(page).toContain('The content of the page was changed (NOT allowed)');
    expect(page).toContain('alt="Page 2 as signed by “Ann &#60;b&#62;”"');
    expect(page).toMatch(/alt="Page 2 now; (a frame shows|\d frames show) where it differs"/);
    expect(page.match(/class="frame"/g)!.length).toBeGreaterThan(1);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    expect(page).not.toMatch(/<script|https?:/);
  });

  it('shows what was filled in, as allowed', async () => {
    const page = await report('filled');
    expect(pictures(page)).toHaveLength(2);
    expect(page).toContain('<figure class="sides allowed">');
    expect(page).toMatch(/the field was filled in: .* → .* \(allowed\)/);
  });

  it('shows form fields, with the appearance of a signature', async () => {
    const [before, after] = pictures(await report('visible'));
    const blue = ({ data }: PNG) => data.filter((value, i) => i % 4 === 2 && value > 200 && data[i - 2]! < 50).length;
    expect(blue(before!)).toBe(0);
    expect(blue(after!)).toBeGreaterThan(1000);
  });

  it('shows one picture of a page that was added, and no other page', async () => {
    const page = await report('added');
    expect(pictures(page)).toHaveLength(1);
    expect(page).toContain('Page 2 was added');
    expect(page).toContain('Not there when it was signed.');
  });

  it('shows one picture of a page that was removed', async () => {
    const page = await report('removed');
    expect(pictures(page)).toHaveLength(1);
    expect(page).toContain('Page 1 was removed');
    expect(page).toContain('Not there any more.');
  });

  it('only notes a changed page that looks the same', async () => {
    const page = await report('invisible');
    expect(pictures(page)).toEqual([]);
    expect(page).toContain('Page 1 was changed, but looks the same.');
  });

  it('notes a page that cannot be rendered', async () => {
    const page = await report('hostile');
    expect(pictures(page)).toHaveLength(1);
    expect(page).toContain('Page 2 is too large to render.');
  });

  it('adds nothing for a file that was not changed', async () => {
    const page = await report('clean');
    expect(page).not.toMatch(/<img|img-src|Pages before and after/);
  });

  it('changes neither the exit code nor what is printed', async () => {
    const check = `check altered.pdf --json --at ${new Date().toISOString().replace(/\.\d+/, '')}`;
    const [plain, drawn] = await Promise.all([run(check), run(`${check} --report again.html --side-by-side`)]);
    expect(plain.code).toBe(10);
    expect([drawn.code, drawn.out]).toEqual([plain.code, plain.out]);
  });

  it.each(['check clean.pdf --side-by-side', 'check clean.pdf --side-by-side --report r.md'])(
    'docconv %s: is refused without an HTML report',
    async line => {
      expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining('--report FILE.html') });
    },
  );

  it('loads the renderer only when it is given', async () => {
    const loaded = async (name: string, line: string) => {
      const folder = join(cwd, name);
      mkdirSync(folder);
      await run(line, { NODE_V8_COVERAGE: folder });
      return readdirSync(folder)
        .map(file => readFileSync(join(folder, file), 'utf8'))
        .join();
    };
    const [without, asked] = await Promise.all([
      loaded('without', 'check altered.pdf --report without.html'),
      loaded('asked', 'check altered.pdf --report asked.html --side-by-side'),
    ]);
    expect(without).toMatch(/chunks\/html-/);
    expect(without).not.toMatch(/side-by-side|draw\.worker|pdfium|pngjs/);
    expect(asked).toMatch(/chunks\/side-by-side-/);
  });
});

it.each<[numbers: number[], words: string]>([
  [[], ''],
  [[3], '3'],
  [[2, 1], '1 and 2'],
  [[1, 2, 3, 7], '1 to 3 and 7'],
  [[1, 5, 6, 9], '1, 5, 6 and 9'],
])('%j in words: %s', (numbers, words) => expect(numberList(numbers)).toBe(words));
