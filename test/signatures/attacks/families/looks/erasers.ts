/** Thin lines and icons of notes in the colour of the paper: they erase what lines and icons of other colours leave readable. */
import { type Edit, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { at, attack, look, marked, type Rect, WHITE } from '../marks.js';

const page = (text: string, size: number) =>
  formPdf({}, { [O.content]: stream(`BT /F1 ${size} Tf 100 700 Td (${text}) Tj ET`) });
const PLACE: Rect = [90, 690, 200, 720];

/** Ink from one point to another. */
const line =
  (colour: string, path: string, width: number): Edit =>
  draft => {
    const painted = stream(`${width} w ${colour} RG ${path} S`, `/Subtype/Form/BBox[${PLACE.join(' ')}]`);
    marked(
      () =>
        `/Subtype/Ink/F 4/C[${colour}]/BS<</W ${width}>>/InkList[[100 700 110 700]]${at(PLACE)}/AP<</N ${draft.add(painted)} 0 R>>`,
    )(draft);
  };

interface Erasing {
  readonly what: string;
  readonly text: string;
  readonly size: number;
  readonly path: string;
  readonly width?: number;
  readonly colour?: string;
}

const LINES: readonly Erasing[] = [
  { what: 'a minus sign', text: '-500 EUR', size: 12, path: '99.5 702.9 m 104.5 702.9 l' },
  { what: 'a minus sign in small print', text: '-500 EUR', size: 9, path: '99.5 702.2 m 104 702.2 l' },
  { what: 'a decimal point', text: '100.000 EUR', size: 12, path: '120.5 700.4 m 123 700.4 l' },
  { what: 'the upright of a plus sign', text: '+500 EUR', size: 12, path: '103.5 699 m 103.5 706 l', width: 1.2 },
  { what: 'the bar of a 7', text: '700 EUR', size: 12, path: '100 708 m 104.6 708 l' },
  {
    what: 'a minus sign in pale grey',
    text: '-500 EUR',
    size: 12,
    path: '99.5 703.2 m 104.5 703.2 l',
    colour: '.85 .85 .85',
  },
];

/** The twin is a red line at the same place: a correction that leaves the text readable. */
const LINE_ATTACKS = LINES.map(({ what, text, size, path, width = 1.4, colour = '1 1 1' }, i): Attack => {
  const clean = () => signed(i % 2 === 0 ? { docMDP: 3 } : {}, page(text, size));
  return attack({
    what: `a thin line over ${what}`,
    clean,
    attacked: () => clean().save(line(colour, path, width)),
    twin: () => clean().save(line('1 0 0', path, width)),
    accepted: 'valid, with a warning',
  });
});

const planted = (colour: string) => () =>
  signed({ docMDP: 3 }, page('-500 EUR', 12).save(line(colour, '99.5 703.2 m 104.5 703.2 l', 1.4)));

/** The removed mark is the last annotation but the signature field. */
const withoutMark: Edit = draft => draft.edit(O.page, body => body.replace(/ \d+ 0 R( \d+ 0 R\])/, '$1'));

const REMOVED = attack({
  what: 'a thin line that erased a minus sign is removed',
  clean: planted('1 1 1'),
  attacked: () => planted('1 1 1')().save(withoutMark),
  twin: () => planted('1 0 0')().save(withoutMark),
  accepted: 'valid, with a warning',
});

const NOTE = '1 1 0 rg 0 0 200 20 re f 0 G 10 w 0 0 200 20 re S';
const icon = (rect: Rect, content: string): Edit =>
  marked(draft => `/Subtype/Text/Contents(Seen)/F 28${at(rect)}/AP<</N ${look(draft, content)}>>`);
const ICONS = (
  [
    ['5900', [106.6, 698, 112.6, 711]],
    ['8888', [113.4, 698, 119.4, 711]],
  ] as const
).map(([text, rect]): Attack => {
  const clean = () => signed({ docMDP: 3 }, page(text, 12));
  return attack({
    what: `an icon in the colour of the paper over a digit of ${text}`,
    clean,
    attacked: () => clean().save(icon(rect, WHITE)),
    twin: () => clean().save(icon(rect, NOTE)),
    accepted: 'valid, with a warning',
  });
});

export const ERASERS: Family = {
  name: 'lines and icons in the colour of the paper',
  clause: 'ISO 32000-2, 12.5.6.4, 12.5.6.13',
  attacks: [...LINE_ATTACKS, REMOVED, ...ICONS],
};
