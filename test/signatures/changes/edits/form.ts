/** Edits of the form: resources, defaults, flags. */
import { appearanceStream, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { type AllowedEdit, enterOnce, type ForbiddenEdit, fresh } from './edit.js';

export const ALLOWED: readonly AllowedEdit[] = [
  {
    rule: 'signature-flags',
    what: 'flags of signatures',
    class: 'archival',
    edit: draft => draft.set(O.form, draft.text(O.form).replace('/SigFlags 3', '')).enter(O.form, '/SigFlags 3'),
  },
  {
    rule: 'form-resources-added',
    what: 'another font for fields',
    class: 'archival',
    edit: draft => {
      const font = draft.add('<</Type/Font/Subtype/Type1/BaseFont/Courier>>');
      draft.edit(O.form, body => body.replace('/Font<<', `/Font<</${fresh(draft)} ${font} 0 R`));
    },
  },
  {
    rule: 'appearances-flag',
    what: 'viewers have to regenerate the appearances',
    class: 'form-filling',
    edit: draft =>
      draft.set(O.form, draft.text(O.form).replace('/NeedAppearances true', '')).enter(O.form, '/NeedAppearances true'),
  },
  {
    rule: 'form-drawings',
    what: 'a drawing that no field paints',
    class: 'archival',
    edit: draft => {
      if (draft.text(O.form).includes('/XObject')) return;
      const drawing = draft.add(appearanceStream('0 0 m 9 9 l S'));
      draft.edit(O.form, body => body.replace('/DR<<', `/DR<</XObject<</FRM ${drawing} 0 R>>`));
    },
  },
  {
    rule: 'form-defaults-added',
    what: 'a default alignment, which is what holds without it',
    class: 'none',
    edit: draft => enterOnce(draft, O.form, '/Q 0'),
  },
];

export const FORBIDDEN: readonly ForbiddenEdit[] = [
  ...[1, 2, -1].map(
    (alignment): ForbiddenEdit => ({
      near: 'form-defaults-added',
      what: `a default alignment of ${alignment}`,
      edit: draft => draft.enter(O.form, `/Q ${alignment}`),
    }),
  ),
  { near: 'signature-flags', what: 'another calculation order', edit: draft => draft.enter(O.form, '/CO[11 0 R]') },
  {
    near: 'form-resources-added',
    what: 'another font under the old name',
    edit: draft => {
      const font = draft.add('<</Type/Font/Subtype/Type3/BaseFont/Evil>>');
      draft.edit(O.form, body => body.replace('/Helv 7 0 R', `/Helv ${font} 0 R`));
    },
  },
  {
    near: 'form-resources-added',
    what: 'a font that is changed',
    edit: draft => draft.edit(O.font, body => body.replace('/WinAnsiEncoding', '<</Differences[48/nine]>>')),
  },
];
