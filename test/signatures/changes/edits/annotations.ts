/** Edits of comments and markup annotations. */
import { appearanceStream, type Draft, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { type AllowedEdit, annotate, type ForbiddenEdit } from './edit.js';

export const ALLOWED: readonly AllowedEdit[] = [
  {
    rule: 'annotation-added',
    what: 'a note',
    class: 'annotations',
    edit: draft => void annotate(draft, '/Subtype/Text/Rect[500 800 520 820]/Contents(Seen)'),
  },
  {
    rule: 'annotation-added',
    what: 'a stamp on a blank area of the page',
    class: 'annotations',
    edit: draft => {
      const stamp = draft.add(appearanceStream('1 0 0 rg 0 0 200 20 re f'));
      annotate(draft, `/Subtype/Stamp/Rect[300 300 400 350]/AP<</N ${stamp} 0 R>>`);
    },
  },
  {
    rule: 'annotation-icons-added',
    what: 'an icon of comments in the names of the document',
    class: 'annotations',
    edit: draft => {
      if (draft.text(O.catalog).includes('/Names')) return;
      draft.enter(O.catalog, `/Names<</AP<</Names[(Check) ${draft.add(appearanceStream('0 0 m 9 9 l S'))} 0 R]>>>>`);
    },
  },
];

export const REMOVALS: readonly AllowedEdit[] = [
  {
    rule: 'annotation-removed',
    what: 'a link',
    class: 'annotations',
    edit: draft => draft.edit(O.page, body => body.replace(' 20 0 R', '')),
  },
  {
    rule: 'annotation-changed',
    what: 'a text on a link',
    class: 'annotations',
    edit: draft => draft.enter(O.link, '/Contents(Next)'),
  },
  ...['1', '2', '4', '32', '36', '256'].map(flags => ({
    rule: 'annotation-visibility',
    what: `a link with other flags of visibility, ${flags}`,
    class: 'annotations' as const,
    edit: (draft: Draft) => void draft.enter(O.link, `/F ${flags}`),
  })),
];

export const FORBIDDEN: readonly ForbiddenEdit[] = [
  {
    near: 'annotation-added',
    what: 'a redaction',
    edit: draft => void annotate(draft, '/Subtype/Redact/Rect[50 690 250 710]'),
  },
  {
    near: 'annotation-added',
    what: 'a file attachment',
    edit: draft => void annotate(draft, '/Subtype/FileAttachment/Rect[500 800 520 820]'),
  },
  {
    near: 'annotation-added',
    what: 'an unknown annotation type',
    edit: draft => void annotate(draft, '/Subtype/Hologram/Rect[500 800 520 820]'),
  },
  {
    near: 'annotation-added',
    what: 'a link with an action',
    edit: draft => void annotate(draft, '/Subtype/Link/Rect[500 800 520 820]/A<</S/URI/URI(http://a)>>'),
  },
  {
    near: 'annotation-added',
    what: 'a text over the content',
    edit: draft => void annotate(draft, '/Subtype/FreeText/Rect[40 690 300 720]/Contents(Paid)'),
  },
  {
    near: 'annotation-added',
    what: 'a link with an action for its address',
    edit: draft => void annotate(draft, '/Subtype/Link/Rect[500 800 520 820]/PA<</S/URI/URI(http://a)>>'),
  },
  {
    near: 'annotation-added',
    what: 'a note with an associated file',
    edit: draft => void annotate(draft, '/Subtype/Text/Rect[500 800 520 820]/AF[<</F(a)>>]'),
  },
  {
    near: 'annotation-changed',
    what: 'another type',
    edit: draft => draft.edit(O.link, body => body.replace('/Link', '/Stamp')),
  },
  {
    near: 'annotation-changed',
    what: 'a link that runs a program',
    edit: draft => draft.enter(O.link, '/A<</S/Launch>>'),
  },
];
