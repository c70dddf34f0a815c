/** Links whose action starts in another place: where one starts is a part of what it does. */
import { type Edit, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { attack } from '../marks.js';

const [LINK, OTHER, BOX, UNLISTED] = [30, 31, 32, 40];
const HERE = '/Rect[50 600 100 620]';
const THERE = '/Rect[50 500 100 520]';
/** A target outside of the document has a warning from the start: a document without one shows the same. */
const ACTION = '/A<</S/GoTo/D[4 0 R/Fit]>>';
const PAGE =
  '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R 30 0 R 31 0 R]>>';

const link = (entries: string): string => `<</Type/Annot/Subtype/Link/Border[0 0 0]${entries}>>`;
const enter =
  (entries: string, from = ''): Edit =>
  draft =>
    draft.edit(LINK, body => (from ? body.replace(from, entries) : `${body.slice(0, -2)}${entries}>>`));

/** The twin: the same with a link that starts no action. */
const moved = (what: string, entries: string, edit: Edit, action = ACTION): Attack => {
  const pdf = (target: string) => () =>
    signed(
      {},
      formPdf(
        {},
        {
          [O.page]: PAGE,
          [LINK]: link(`${entries}${target}`),
          [OTHER]: link(`${THERE}/A<</S/GoTo/D[3 0 R/Fit]>>`),
          [BOX]: '[50 600 100 620]',
          [UNLISTED]: '<</NM(a)>>',
        },
      ),
    );
  return attack({
    what,
    clean: pdf(action),
    attacked: () => pdf(action)().save(edit),
    twin: () => pdf('/Dest[4 0 R/Fit]')().save(edit),
    accepted: 'valid, with a warning',
    visible: false,
  });
};

export const LINKS: Family = {
  name: 'links that start their action in another place',
  clause: 'ISO 32000-2, 12.5.6.5, 12.6, 12.8.2.2.2, Table 257',
  attacks: [
    moved('a link is moved', HERE, enter('/Rect[50 650 100 670]', HERE)),
    moved('a link is enlarged', HERE, enter('/Rect[50 600 300 720]', HERE)),
    moved('the rectangle of a link, an object, is replaced', '/Rect 32 0 R', draft =>
      draft.set(BOX, '[50 690 300 720]'),
    ),
    moved('a link gets other areas', HERE, enter('/QuadPoints[50 600 60 600 60 610 50 610]')),
    moved('a link is moved, into another object with its name', `${HERE}/NM(a)`, draft => {
      draft.set(UNLISTED, draft.text(LINK).replace(HERE, '/Rect[50 650 100 670]'));
      draft.edit(O.page, body => body.replace(`${LINK} 0 R`, `${UNLISTED} 0 R`));
    }),
    moved('a hidden link is shown', `${HERE}/F 2`, enter('/F 4', '/F 2')),
    moved('a link of printed pages is shown on the screen', `${HERE}/F 36`, enter('/F 4', '/F 36')),
    moved('a link that does nothing can be used', `${HERE}/F 68`, enter('/F 4', '/F 68')),
    moved('a link is shown under the mouse', `${HERE}/F 36`, enter('/F 292', '/F 36')),
    moved('a link is no longer hidden under the mouse', `${HERE}/F 260`, enter('/F 4', '/F 260')),
    moved(
      'a link with an action of entering',
      HERE,
      enter('/Rect[50 650 100 670]', HERE),
      `/AA<</E${ACTION.slice(2)}>>`,
    ),
    moved(
      'a link with the action of a converted page',
      HERE,
      enter('/Rect[50 650 100 670]', HERE),
      `/P${ACTION.slice(1)}`,
    ),
  ],
};
