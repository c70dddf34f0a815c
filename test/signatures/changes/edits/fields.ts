/** Edits of fields: values, states, appearances, flags. */
import { appearanceStream, type Draft, OBJECTS as O, textAppearance } from '../../../helpers/form-pdf.js';
import { type AllowedEdit, enterOnce, type ForbiddenEdit, fresh, signatureField, value } from './edit.js';

export const ALLOWED: readonly AllowedEdit[] = [
  {
    rule: 'field-filled',
    what: 'a text with its appearance',
    class: 'form-filling',
    edit: draft => {
      const text = fresh(draft);
      const appearance = draft.add(textAppearance(text));
      value(draft, O.name, text).edit(O.name, body => body.replace(/\/N \d+ 0 R/, `/N ${appearance} 0 R`));
    },
  },
  {
    rule: 'field-filled',
    what: 'a text with its appearance in the existing object',
    class: 'form-filling',
    edit: draft => {
      const text = fresh(draft);
      value(draft, O.amount, text).set(O.amountAppearance, textAppearance(text));
      draft.edit(O.amount, body =>
        body.replace(/\/N \d+ 0 R/, `/N ${O.amountAppearance} 0 R `).replace('0 R >>', '0 R>> '),
      );
    },
  },
  {
    rule: 'field-state',
    what: 'a check box that is ticked or cleared',
    class: 'form-filling',
    edit: draft =>
      draft.edit(O.agree, body =>
        body.includes('/AS/Off')
          ? body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')
          : body.replace('/V/Yes/AS/Yes', '/V/Off/AS/Off'),
      ),
  },
  {
    rule: 'field-appearance',
    what: 'the same text in a new appearance',
    class: 'form-filling',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.name))![1]!;
      const again = draft.add(appearanceStream(`BT /Helv 11 Tf 3 6 Td (${shown}) Tj ET`));
      draft.edit(O.name, body => body.replace(/\/N \d+ 0 R/, `/N ${again} 0 R`));
    },
  },
  {
    rule: 'field-flags',
    what: 'a field that becomes read-only',
    class: 'form-filling',
    edit: draft => enterOnce(draft, O.name, '/Ff 1'),
  },
  {
    rule: 'field-flags',
    what: 'a printed field that is locked',
    class: 'form-filling',
    edit: draft => void draft.set(O.name, draft.text(O.name).replace(/\/F \d+/, '/F 132')),
  },
  {
    rule: 'field-linked',
    what: 'a field in the structure',
    class: 'form-filling',
    edit: draft => enterOnce(draft, O.approval, '/StructParent 5'),
  },
  {
    rule: 'field-decoration',
    what: 'another size of the text',
    class: 'form-filling',
    edit: draft => draft.edit(O.name, body => body.replace(/\/DA\(\/Helv \d+/, `/DA(/Helv ${9 + (draft.next % 3)}`)),
  },
];

export const FORBIDDEN: readonly ForbiddenEdit[] = [
  {
    near: 'field-state',
    what: 'a new state of a check box',
    edit: draft => {
      const evil = draft.add(appearanceStream('0 0 200 20 re f'));
      draft.edit(O.agree, body => body.replace('/N<<', `/N<</Evil ${evil} 0 R`).replace(/\/AS\/\w+/, '/AS/Evil'));
    },
  },
  {
    near: 'field-appearance',
    what: 'another text, and a space in the value',
    edit: draft => {
      const evil = draft.add(textAppearance('1000000'));
      draft.edit(O.amount, body => body.replace(/\/V\(([^)]*)\)/, '/V($1 )').replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  {
    near: 'field-filled',
    what: 'a text field is added',
    edit: draft => signatureField(draft, '/FT/Tx/V(new)/Rect[300 500 400 520]'),
  },
  {
    near: 'field-filled',
    what: 'a field is removed',
    edit: draft => draft.edit(O.form, body => body.replace('11 0 R ', '')),
  },
  {
    near: 'field-filled',
    what: 'a field is renamed',
    edit: draft => draft.edit(O.amount, body => body.replace('/T(Amount)', '/T(Total)')),
  },
  {
    near: 'field-filled',
    what: 'a field is moved',
    edit: draft => draft.edit(O.name, body => body.replace(/\/Rect\[[^\]]*\]/, '/Rect[50 600 250 620]')),
  },
  {
    near: 'field-state',
    what: 'the appearances of a check box are swapped',
    edit: draft => draft.edit(O.agree, body => body.replace('/Yes 16 0 R/Off 17 0 R', '/Yes 17 0 R/Off 16 0 R')),
  },
  {
    near: 'field-state',
    what: 'the appearance of a state is changed',
    edit: draft => draft.set(O.agreeOff, appearanceStream('0 0 m 20 20 l S')),
  },
  {
    near: 'field-appearance',
    what: 'an appearance that shows another text than the value',
    edit: draft => {
      const evil = draft.add(textAppearance('1000000'));
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  {
    near: 'field-appearance',
    what: 'an appearance with its own font',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.amount))![1]!;
      const font = draft.add('<</Type/Font/Subtype/TrueType/BaseFont/Evil/FontDescriptor<<>>>>');
      const evil = draft.add(appearanceStream(`BT /Helv 12 Tf (${shown}) Tj ET`, `<</Font<</Helv ${font} 0 R>>>>`));
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  {
    near: 'field-appearance',
    what: 'an image over the value',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.amount))![1]!;
      const evil = draft.add(
        appearanceStream(`BT /Helv 12 Tf (${shown}) Tj ET /Im Do`, '<</Font<</Helv 7 0 R>>/XObject<</Im 16 0 R>>>>'),
      );
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  ...['0', '1', '2', '3', '5', '6', '32', '36', '38', '256', '260', '(4)'].map(flags => ({
    near: 'field-flags',
    what: `a printed field gets the flags ${flags}`,
    edit: (draft: Draft) => void draft.edit(O.amount, body => body.replace(/\/F \d+/, `/F ${flags}`)),
  })),
  {
    near: 'field-flags',
    what: 'a field is hidden',
    edit: draft => draft.edit(O.amount, body => body.replace('/F 4', '/F 6')),
  },
  {
    near: 'field-linked',
    what: 'an action on a field',
    edit: draft => draft.enter(O.name, '/AA<</F<</S/JavaScript/JS(1)>>>>'),
  },
];
