/** Marks over signed content: what covers it, what covered it, and in which order marks are painted. */
import { describe, expect, test } from 'vitest';
import { appearanceStream, type Draft, type Edit, formPdf, OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
import { assessFirst } from '../assess.js';

const approved = formPdf().save(sign());
const certified = (level: 1 | 2 | 3) => formPdf().save(sign({ docMDP: level }));

const OVER = '[40 690 300 720]';
const BESIDE = '[300 300 400 350]';
const BLANK = '[300 200 400 250]';
const WHITE = '1 g 0 0 200 20 re f';
const BLACK_FRAME = '0 G 2 w 1 1 198 18 re S';

const stamp = (draft: Draft, content: string, rect: string, entries = ''): number => {
  const look = draft.add(appearanceStream(content));
  const mark = draft.add(`<</Type/Annot/Subtype/Stamp/P 3 0 R/F 4/Rect${rect}/AP<</N ${look} 0 R>>${entries}>>`);
  draft.append(O.page, 'Annots', `${mark} 0 R`);
  return mark;
};

const assess = async (pdf: ReturnType<typeof formPdf>) => {
  const { allowed, changes } = await assessFirst(pdf);
  return { allowed, messages: changes.map(({ message }) => message).join('; ') };
};

/** The form with a stamp, signed, and the number of that stamp. */
const stamped = (content: string, rect: string, level: 2 | 3 = 3) => {
  let num = 0;
  const pdf = formPdf()
    .save(draft => {
      num = stamp(draft, content, rect);
    })
    .save(sign({ docMDP: level }));
  return { pdf, num };
};

describe('a mark that covered content when the document was signed', () => {
  const REMOVALS: readonly { what: string; edit: (num: number) => Edit }[] = [
    { what: 'is unlisted', edit: num => draft => draft.edit(O.page, body => body.replace(` ${num} 0 R`, '')) },
    { what: 'is freed', edit: num => draft => draft.set(num, null) },
    { what: 'is hidden', edit: num => draft => draft.edit(num, body => body.replace('/F 4', '/F 2')) },
    {
      what: 'is moved',
      edit: num => draft => draft.edit(num, body => body.replace(/\/Rect\[[^\]]*\]/, `/Rect${BESIDE}`)),
    },
    {
      what: 'has an empty look',
      edit: num => draft =>
        draft.edit(num, body => body.replace(/\/N \d+ 0 R/, `/N ${draft.add(appearanceStream('n'))} 0 R`)),
    },
  ];

  test.each(REMOVALS)('$what: not permitted, and the message says so', async ({ edit }) => {
    const { pdf, num } = stamped(WHITE, OVER);
    const { allowed, messages } = await assess(pdf.save(edit(num)));
    expect(allowed).toBe(false);
    expect(messages).toMatch(/page 1: a stamp that covered content of the page was (removed|changed)/);
  });

  test.each(REMOVALS)('$what: permitted where it covered nothing', async ({ edit }) => {
    const { pdf, num } = stamped(WHITE, BLANK);
    const { allowed, messages } = await assess(pdf.save(edit(num)));
    expect(allowed, messages).toBe(true);
  });
});

describe('overlapping annotations', () => {
  const pair = (second: string) => {
    let numbers: number[] = [];
    const pdf = formPdf()
      .save(draft => {
        numbers = [stamp(draft, WHITE, BESIDE), stamp(draft, BLACK_FRAME, second)];
      })
      .save(sign({ docMDP: 3 }));
    const [first, last] = numbers;
    return pdf.save(draft =>
      draft.edit(O.page, body => body.replace(`${first} 0 R ${last} 0 R`, `${last} 0 R ${first} 0 R`)),
    );
  };

  test('may not be reordered', async () => {
    const { allowed, messages } = await assess(pair('[310 310 390 340]'));
    expect(allowed).toBe(false);
    expect(messages).toContain('page 1: the order of overlapping annotations was changed');
  });

  test('may be reordered if they do not overlap', async () => {
    expect((await assess(pair('[310 200 390 240]'))).allowed).toBe(true);
  });
});

describe('the widget of a new document timestamp', () => {
  const timestamped = (rect: string, level: 1 | 2 | 3) =>
    certified(level).save(draft => {
      sign({ timestamp: true, rect }).prepare(draft);
      const look = draft.add(appearanceStream(WHITE));
      draft.enter(draft.next - 2, `/AP<</N ${look} 0 R>>`);
    });

  test.each([1, 2, 3] as const)('may not cover certified content (P=%i)', async level => {
    const { allowed, messages } = await assess(timestamped(OVER, level));
    expect(allowed).toBe(false);
    expect(messages).toContain('the new signature field covers content of the page');
  });

  test.each([1, 2, 3] as const)('may be visible beside it (P=%i)', async level => {
    expect((await assess(timestamped(BESIDE, level))).allowed).toBe(true);
  });
});

describe('other looks of a new mark', () => {
  const withLooks = (entries: (draft: Draft) => string, rect: string) =>
    approved.save(draft => {
      const frame = draft.add(appearanceStream(BLACK_FRAME));
      const mark = draft.add(
        `<</Type/Annot/Subtype/Stamp/P 3 0 R/F 4/Rect${rect}/AP<</N ${frame} 0 R${entries(draft)}>>>>`,
      );
      draft.append(O.page, 'Annots', `${mark} 0 R`);
    });
  const white = (draft: Draft) => draft.add(appearanceStream(WHITE));

  test.each([
    ['rollover', (draft: Draft) => `/R ${white(draft)} 0 R`],
    ['down', (draft: Draft) => `/D ${white(draft)} 0 R`],
    ['a state of the down look', (draft: Draft) => `/D<</On ${white(draft)} 0 R>>`],
  ])('count as well: %s', async (_, entries) => {
    expect((await assess(withLooks(entries, OVER))).allowed).toBe(false);
    expect((await assess(withLooks(entries, BESIDE))).allowed).toBe(true);
  });

  test.each(['/F 36', '/F 292', '/F 4', '/F 0'])('and so does a look with %s', async flags => {
    const flagged = (rect: string) =>
      approved.save(draft => {
        const num = stamp(draft, WHITE, rect);
        draft.set(num, draft.text(num).replace('/F 4', flags));
      });
    expect((await assess(flagged(OVER))).allowed).toBe(false);
    expect((await assess(flagged(BESIDE))).allowed).toBe(true);
  });
});

describe('the signed revision and the latest one are rendered from the file', () => {
  const KINDS = ['table', 'stream', 'hybrid'] as const;
  const pairs = KINDS.flatMap(base => KINDS.map(update => ({ base, update })));

  test.each(pairs)('cross-reference $base, then $update', async ({ base, update }) => {
    const pdf = formPdf({ xref: base }).save(sign({ docMDP: 3 }), { xref: base === 'hybrid' ? 'table' : base });
    const marked = (rect: string) => pdf.save(draft => void stamp(draft, WHITE, rect), { xref: update });
    expect((await assess(marked(OVER))).messages).toContain('a stamp covers content of the page');
    // over the rectangle of the text, but not over its ink
    const beside = await assess(marked('[40 711 300 740]'));
    expect(beside.allowed, beside.messages).toBe(true);
  });

  test('also with bytes before the header', async () => {
    const junk = Buffer.from('junk\n');
    const shifted = (rect: string) =>
      Buffer.concat([junk, certified(3).save(draft => void stamp(draft, WHITE, rect)).bytes]);
    const found = await assessFirst(shifted(OVER));
    expect(found.allowed).toBe(false);
  });
});
