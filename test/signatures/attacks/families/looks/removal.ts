/** Marks and backgrounds of fields that covered content when the document was signed, and no longer do. */
import { type Draft, type Edit, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { at, attack, look, marked, NOTHING, type Rect, TEXT, varied, WHITE, white } from '../marks.js';

type Mark = (rect: Rect) => (draft: Draft) => string;
const STAMP: Mark = rect => draft => `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${white(draft)}>>`;
const STATES: Mark = rect => draft =>
  `/Subtype/Stamp/F 4${at(rect)}/AS/On/AP<</N<</On ${white(draft)}/Off ${NOTHING(draft)}>>>>`;
const WITH_STATE: Mark = rect => draft =>
  `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${look(draft, `/G gs ${WHITE}`, `/ExtGState<</G ${draft.add('<</ca 1>>')} 0 R>>`)}>>`;
const FREE_TEXT: Mark = rect => draft =>
  `/Subtype/FreeText/Contents(Draft)/DA(/Helv 12 Tf)/F 4${at(rect)}/AP<</N ${white(draft)}>>`;
const SQUARE: Mark = rect => () => `/Subtype/Square/F 4${at(rect)}/C[1 1 1]/IC[1 1 1]`;
const INK: Mark =
  ([a, b, c, d]) =>
  () =>
    `/Subtype/Ink/F 4${at([a, b, c, d])}/C[1 1 1]/BS<</W 30>>/InkList[[${a} ${(b + d) / 2} ${c} ${(b + d) / 2}]]`;
const HIGHLIGHT: Mark = rect => draft =>
  `/Subtype/Highlight/F 4${at(rect)}/QuadPoints[0 0 0 0 0 0 0 0]/AP<</N ${look(draft, '0.3 g 0 0 200 20 re f')}>>`;

/** PDFium draws nothing of these. */
const quads = ([left, bottom, right, top]: Rect): string =>
  `/QuadPoints[${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`;
const FAINT_HIGHLIGHT: Mark = rect => () => `/Subtype/Highlight/F 4/C[0]/CA 0${quads(rect)}${at(rect)}`;
const FAINT_LINE: Mark =
  ([a, b, c, d]) =>
  () =>
    `/Subtype/Line/F 4/C[1]/CA 0/BS<</W 30>>/L[${a} ${(b + d) / 2} ${c} ${(b + d) / 2}]${at([a, b, c, d])}`;
const REDRAWN_HIGHLIGHT: Mark = rect => draft =>
  `/Subtype/Highlight/F 4/C[0 0 0]${quads(rect)}${at(rect)}/AP<</N ${look(draft, 'n')}>>`;
const REDRAWN_LINK: Mark = rect => draft =>
  `/Subtype/Link/F 4/C[1 1 1]/BS<</W 15>>/Dest[4 0 R/Fit]${at(rect)}/AP<</N ${look(draft, 'n')}>>`;

/** Number of the mark: objects of its look come first. */
const markOf = (draft: Draft): number =>
  Number(
    Object.entries(draft.objects).findLast(
      ([, body]) => typeof body === 'string' && body.startsWith('<</Type/Annot/P 3 0 R/Subtype/'),
    )![0],
  );
const onMark =
  (change: (body: string, draft: Draft) => string): Edit =>
  draft => {
    draft.edit(markOf(draft), body => change(body, draft));
  };
const unlisted: Edit = draft => void draft.edit(O.page, body => body.replace(` ${markOf(draft)} 0 R`, ''));
const flags = (value: number): Edit => onMark(body => body.replace('/F 4', `/F ${value}`));

const HIDDEN_FROM_PDFIUM: readonly Removal[] = [
  ['a dark highlight with /CA 0 is removed', FAINT_HIGHLIGHT, unlisted],
  ['a dark highlight with /CA 0 becomes light', FAINT_HIGHLIGHT, onMark(body => body.replace('/C[0]', '/C[1 1 0]'))],
  ['a wide line with /CA 0 is removed', FAINT_LINE, unlisted],
  ['a wide line with /CA 0 becomes thin', FAINT_LINE, onMark(body => body.replace('/W 30', '/W 1'))],
  ['a dark highlight with an empty look is removed', REDRAWN_HIGHLIGHT, unlisted],
  ['a link with a wide border and an empty look is removed', REDRAWN_LINK, unlisted],
  [
    'the wide border of a link with an empty look becomes thin',
    REDRAWN_LINK,
    onMark(body => body.replace('/W 15', '/W 1')),
  ],
];

type Removal = readonly [what: string, mark: Mark, edit: Edit];

const REMOVALS: readonly Removal[] = [
  ['a stamp is removed from the list', STAMP, unlisted],
  [
    'a stamp is removed with its object',
    STAMP,
    draft => {
      unlisted(draft);
      draft.set(markOf(draft), null);
    },
  ],
  ['the object of a stamp is freed', STAMP, draft => void draft.set(markOf(draft), null)],
  [
    'a stamp is replaced by null',
    STAMP,
    draft => void draft.edit(O.page, body => body.replace(`${markOf(draft)} 0 R`, 'null')),
  ],
  ['a stamp is hidden', STAMP, flags(6)],
  ['a stamp is not viewed', STAMP, flags(36)],
  ['a stamp is not printed', STAMP, flags(0)],
  ['a stamp is moved', STAMP, onMark(body => body.replace(/\/Rect\[[^\]]*\]/, at([300, 340, 500, 360])))],
  [
    'a stamp is made smaller',
    STAMP,
    onMark(body =>
      body.replace(/(\/Rect\[\d+ \d+ )\d+/, (_, corner) => `${corner}${Number(corner.match(/\d+/)![0]) + 20}`),
    ),
  ],
  ['the look of a stamp is removed', STAMP, onMark(body => body.replace(/\/AP<<.*?>>/, ''))],
  ['another look that is empty', STAMP, onMark((body, draft) => body.replace(/\/N \d+ 0 R/, `/N ${NOTHING(draft)}`))],
  [
    'the look of a stamp is emptied',
    STAMP,
    draft =>
      void draft.set(markOf(draft) - 1, stream('n', '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<>>')),
  ],
  [
    'the look is clipped',
    STAMP,
    draft =>
      void draft.set(
        markOf(draft) - 1,
        stream('0 0 1 1 re W n 1 g 0 0 200 20 re f', '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<>>'),
      ),
  ],
  [
    'the look becomes a frame',
    STAMP,
    draft =>
      void draft.set(
        markOf(draft) - 1,
        stream('1 G 0 0 200 20 re S', '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<>>'),
      ),
  ],
  ['the look becomes transparent', WITH_STATE, draft => void draft.set(markOf(draft) - 2, '<</ca 0>>')],
  ['the look is blended', WITH_STATE, draft => void draft.set(markOf(draft) - 2, '<</BM/Multiply>>')],
  ['another state without a look', STATES, onMark(body => body.replace('/AS/On', '/AS/Off'))],
  ['no state', STATES, onMark(body => body.replace('/AS/On', ''))],
  ['the selected state is removed', STATES, onMark(body => body.replace(/\/On \d+ 0 R/, ''))],
  ['a free text is removed', FREE_TEXT, unlisted],
  ['a free text is hidden', FREE_TEXT, flags(6)],
  ['a dark highlight is removed', HIGHLIGHT, unlisted],
  ['a filled square is removed', SQUARE, unlisted],
  ['a filled square is no longer filled', SQUARE, onMark(body => body.replace('/IC[1 1 1]', ''))],
  ['a filled square is moved', SQUARE, onMark(body => body.replace(/\/Rect\[[^\]]*\]/, at([300, 340, 500, 360])))],
  ['thick ink is removed', INK, unlisted],
  ['thick ink becomes thin', INK, onMark(body => body.replace('/W 30', '/W 1'))],
  [
    'thick ink is moved',
    INK,
    onMark(body =>
      body
        .replace(/\/InkList.*\]\]/, '/InkList[[300 350 500 350]]')
        .replace(/\/Rect\[[^\]]*\]/, at([300, 340, 500, 360])),
    ),
  ],
  [
    'all marks of the page are removed',
    STAMP,
    draft => void draft.edit(O.page, body => body.replace(` ${markOf(draft)} 0 R`, '')),
  ],
];

/** Losing the flag Print is no change on the screen; PDFium still finds a freed object. */
const UNSEEN = new Set([
  'a stamp is not printed',
  'the object of a stamp is freed',
  ...HIDDEN_FROM_PDFIUM.map(([what]) => what),
]);

const removal = ([what, mark, edit]: Removal, i: number): Attack => {
  const { level, saving } = varied(i);
  const clean = (rect: Rect) => signed(level ? { docMDP: level } : {}, formPdf().save(marked(mark(rect))));
  return attack({
    what,
    clean: () => clean(TEXT.over),
    attacked: () => clean(TEXT.over).save(edit, saving),
    twin: () => clean(TEXT.beside).save(edit, saving),
    accepted: 'valid, with a warning',
    visible: !UNSEEN.has(what),
  });
};

/** A text field with a white background over the text of the page, or beside it. */
const withBackground = (rect: Rect, content: string) => {
  const field = `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(Ann)${at(rect)}/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)/MK<</BG[1]>>/AP<</N 14 0 R>>>>`;
  return formPdf(
    {},
    {
      [O.name]: field,
      [O.nameAppearance]: stream(
        content,
        '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 7 0 R>>>>',
      ),
    },
  );
};
const SHOWN = '/Tx BMC q BT /Helv 12 Tf 2 5 Td (Ann) Tj ET Q EMC';
const withoutBackground: Edit = draft =>
  void draft.set(
    O.nameAppearance,
    stream(SHOWN, '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 7 0 R>>>>'),
  );

const background = (what: string, edit: Edit, level: 2 | 3 | undefined): Attack => {
  const clean = (rect: Rect) => signed(level ? { docMDP: level } : {}, withBackground(rect, `${WHITE} 0 g ${SHOWN}`));
  return attack({
    what,
    clean: () => clean(TEXT.over),
    attacked: () => clean(TEXT.over).save(edit),
    twin: () => clean(TEXT.beside).save(edit),
  });
};
const FIELDS: readonly Attack[] = [
  background('the background of a text field is no longer painted', withoutBackground, undefined),
  background('the background of a text field is no longer painted, P=2', withoutBackground, 2),
  background(
    'another look without the background',
    draft => void draft.edit(O.name, body => body.replace('/N 14 0 R', `/N ${look(draft, SHOWN)}`)),
    3,
  ),
];

export const REMOVAL: Family = {
  name: 'marks that covered content are removed',
  clause: 'ISO 32000-2, 12.5.3, 12.5.5, 12.8.2.2.2',
  attacks: [...[...REMOVALS, ...HIDDEN_FROM_PDFIUM].map(removal), ...FIELDS],
};
