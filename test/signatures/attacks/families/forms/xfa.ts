/** XFA forms: their data become those of the fields that are filled in, and nothing else of them changes. */
import {
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  textAppearance,
} from '../../../../helpers/form-pdf.js';
import { type Body, stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { attack } from '../marks.js';

const PACKETS = { template: 30, datasets: 31, form: 32, config: 33 } as const;
const NAMESPACE = 'xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"';
const HEAD = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">';
const TEMPLATE =
  '<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form1"><field name="Name"/><field name="Amount"><!-- in EUR --></field></subform></template>';
const STATE = '<form xmlns="http://www.xfa.org/schema/xfa-form/2.8/" checksum="first"/>';
const CONFIG = '<config xmlns="http://www.xfa.org/schema/xci/3.0/"/>';

const datasets = (values: string, beside = ''): string =>
  `<xfa:datasets ${NAMESPACE}>\n<xfa:data>${values}</xfa:data>${beside}</xfa:datasets>`;
const values = (name: string, amount: string, agree = '0'): string =>
  `<form1><Name>${name}</Name><Amount>${amount}</Amount><Agree>${agree}</Agree></form1>`;
const whole = (data: string, template = TEMPLATE): Body =>
  stream(`<?xml version="1.0"?>${HEAD}${CONFIG}${template}${data}${STATE}</xdp:xdp>`);

const FIRST = datasets(values('Ann', '100'));

/** The form with the fields of an XFA form, by packets or as one stream. */
function form(xfa: 'packets' | 'whole', data = FIRST, template = TEMPLATE): FormPdf {
  const objects = formPdf().objects;
  const renamed = (num: number, name: string, xfaName: string) =>
    String(objects[num]).replace(`/T(${name})`, `/T(${xfaName})`);
  const listed = Object.entries(PACKETS).map(([name, num]) => `(${name}) ${num} 0 R`);
  const entry = xfa === 'whole' ? '30 0 R' : `[(preamble) 34 0 R ${listed.join(' ')} (postamble) 35 0 R]`;
  return formPdf(
    {},
    {
      [O.form]: `${String(objects[O.form]).slice(0, -2)}/XFA ${entry}>>`,
      [O.name]: renamed(O.name, 'Name', 'form1[0].#subform[0].Name[0]'),
      [O.amount]: renamed(O.amount, 'Amount', 'form1[0].#subform[0].Amount[0]'),
      [O.agree]: renamed(O.agree, 'Agree', 'form1[0].Agree[0]').replaceAll('/Yes', '/1'),
      ...(xfa === 'whole'
        ? { 30: whole(data) }
        : {
            [PACKETS.template]: stream(template),
            [PACKETS.datasets]: stream(data),
            [PACKETS.form]: stream(STATE),
            [PACKETS.config]: stream(CONFIG),
            34: stream(HEAD),
            35: stream('</xdp:xdp>'),
          }),
    },
  );
}

const fillAmount: Edit = draft =>
  void draft.edit(O.amount, body => body.replace('/V(100)', '/V(250)')).set(O.amountAppearance, textAppearance('250'));
const fillWith =
  (text: string): Edit =>
  draft =>
    void draft
      .edit(O.amount, body => body.replace('/V(100)', `/V(${text})`))
      .set(O.amountAppearance, textAppearance(text));
const fillName: Edit = draft =>
  void draft.edit(O.name, body => body.replace('/V(Ann)', '/V(Bob)')).set(O.nameAppearance, textAppearance('Bob'));
/** With a binding in the field Name, or in another one. */
const boundTo = (bind: string, name = 'Price'): string =>
  TEMPLATE.replace('</subform>', `<subform><field w="1mm" name="${name}"><ui/>${bind}</field></subform></subform>`);
const check: Edit = draft => void draft.edit(O.agree, body => body.replace('/V/Off/AS/Off', '/V/1/AS/1'));
const withData =
  (data: string, ...edits: readonly Edit[]): Edit =>
  draft => {
    for (const edit of edits) edit(draft);
    draft.set(PACKETS.datasets, stream(data));
  };
const withPacket =
  (packet: keyof typeof PACKETS, text: string): Edit =>
  draft => {
    filled(draft);
    draft.set(PACKETS[packet], stream(text));
  };
/** What iText and Acrobat write. */
const filled: Edit = withData(datasets(values('Ann', '250')), fillAmount);

interface Stated extends Partial<Attack> {
  readonly level?: 2 | 3 | undefined;
  readonly data?: string;
  readonly template?: string;
}

const INVALID = 'TOTAL_FAILED FORMAT_FAILURE';
const UNKNOWN = 'INDETERMINATE SIG_CONSTRAINTS_FAILURE';

/** An XFA form always has a warning: some programs show it instead of the pages. */
function change(what: string, expected: string, edit: Edit, twin: Edit = filled, stated: Stated = {}): Attack {
  const { level, data, template, ...more } = stated;
  const pdf = (): FormPdf => signed(level ? { docMDP: level } : {}, form('packets', data, template));
  return attack({
    what: `${what}${level ? `, P=${level}` : ''}`,
    clean: () => signed(),
    attacked: () => pdf().save(edit),
    twin: () => pdf().save(twin),
    accepted: 'valid, with a warning',
    visible: false,
    expected,
    ...more,
  });
}

function inDocument(what: string, expected: string, text: Body, edit: Edit = fillAmount): Attack {
  const pdf = (): FormPdf => signed({}, form('whole'));
  const saved = (body: Body) => (): FormPdf =>
    pdf().save((draft: Draft) => {
      edit(draft);
      draft.set(30, body);
    });
  return attack({
    what: `as one stream: ${what}`,
    clean: () => signed(),
    attacked: saved(text),
    twin: saved(whole(datasets(values('Ann', '250')))),
    accepted: 'valid, with a warning',
    visible: false,
    expected,
  });
}

const twice = (first: string): string =>
  `<xfa:datasets ${NAMESPACE}><xfa:data>${first}</xfa:data><xfa:data>${values('Ann', '250')}</xfa:data></xfa:datasets>`;
const bound = (values: string) => datasets(`<form1>${values}</form1>`);

export const XFA: Family = {
  name: 'XFA forms',
  clause: 'ISO 32000-1, 12.7.8; XFA 3.3',
  attacks: [
    change('data of a field that was not filled in', INVALID, withData(datasets(values('Ann', '900')))),
    change('data of another field than was filled in', INVALID, withData(datasets(values('Eve', '250')), fillAmount)),
    change('data of a field that was not filled in', INVALID, withData(datasets(values('Ann', '900'))), filled, {
      level: 2,
    }),
    change(
      'other data than the field that was filled in',
      UNKNOWN,
      withData(datasets(values('Ann', '900')), fillAmount),
    ),
    change(
      'a check box that is on in the data only',
      INVALID,
      withData(datasets(values('Ann', '100', '1'))),
      withData(datasets(values('Ann', '100', '1')), check),
    ),
    change(
      'data of no field',
      UNKNOWN,
      withData(bound('<Name>Ann</Name><Amount>250</Amount><Agree>0</Agree><Total>9</Total>'), fillAmount),
    ),
    change(
      'data of a field in another row',
      UNKNOWN,
      withData(bound('<Name>Ann</Name><Amount>100</Amount><Amount>250</Amount><Agree>0</Agree>'), fillAmount),
    ),
    change(
      'an attribute of the data',
      UNKNOWN,
      withData(bound('<Name>Ann</Name><Amount value="900">250</Amount><Agree>0</Agree>'), fillAmount),
      withData(bound('<Name>Ann</Name><Amount xfa:dataNode="dataValue">250</Amount><Agree>0</Agree>'), fillAmount),
    ),
    change(
      'a comment in the data',
      UNKNOWN,
      withData(bound('<Name>Ann</Name><Amount>2<!-- -->50</Amount><Agree>0</Agree>'), fillAmount),
      withData(bound('<Name>Ann</Name><Amount>2&#53;0</Amount><Agree>0</Agree>'), fillAmount),
    ),
    change(
      'data beside the data',
      UNKNOWN,
      withData(datasets(values('Ann', '250'), '<Amount>900</Amount>'), fillAmount),
    ),
    change(
      'other packets inside of the data packet',
      UNKNOWN,
      withData(`${datasets(values('Ann', '250'))}${TEMPLATE.replace('Amount', 'Sum')}`, fillAmount),
    ),
    change(
      'the first data of a form are not those of a field that has a value',
      UNKNOWN,
      withData(datasets(values('Ann', '250')), fillAmount),
      withData(bound('<Amount>250</Amount><Agree/>'), fillAmount),
      { data: datasets('') },
    ),
    change(
      'a part of the form without values is shown',
      UNKNOWN,
      withData(bound('<Name>Ann</Name><Amount>250</Amount><Agree>0</Agree><Guarantee/>'), fillAmount),
    ),
    change(
      'a part of the form without values is hidden',
      UNKNOWN,
      withData(bound('<Name>Ann</Name><Amount>250</Amount><Agree>0</Agree>'), fillAmount),
      withData(bound('<Name>Ann</Name><Amount>250</Amount><Agree>0</Agree><Guarantee/>'), fillAmount),
      { data: bound('<Name>Ann</Name><Amount>100</Amount><Agree>0</Agree><Guarantee/>') },
    ),
    change(
      'a value is called a group',
      UNKNOWN,
      withData(bound('<Name xfa:dataNode="dataGroup">Ann</Name><Amount>250</Amount><Agree>0</Agree>'), fillAmount),
      withData(bound('<Name xfa:dataNode="dataValue">Ann</Name><Amount>250</Amount><Agree>0</Agree>'), fillAmount),
    ),
    change(
      'an empty value is called a group',
      UNKNOWN,
      withData(bound('<Name/><Amount>250</Amount><Agree xfa:dataNode="dataGroup"/>'), fillAmount),
      withData(bound('<Name/><Amount>250</Amount><Agree/>'), fillAmount),
      { data: bound('<Name/><Amount>100</Amount><Agree/>') },
    ),
    change(
      'a value that the template shows in another field, too',
      UNKNOWN,
      filled,
      withData(datasets(values('Bob', '100')), fillName),
      { template: boundTo('<bind match="dataRef" ref="$record.Amount"/>') },
    ),
    change(
      'a value that the template shows in every field of a name',
      UNKNOWN,
      filled,
      withData(datasets(values('Bob', '100')), fillName),
      { template: boundTo("<xfa:bind  match = 'global' />", 'Amount') },
    ),
    change(
      'a value that a reference with an entity shows in another field, too',
      UNKNOWN,
      filled,
      draft => void fillName(draft),
      { template: boundTo('<bind match="dataRef" ref="$record.&#65;mount"/>') },
    ),
    change(
      'words of a value that was not filled in are joined',
      INVALID,
      withData(datasets(values('nowhere', '250')), fillAmount),
      withData(datasets(values('now\n  here', '250')), fillAmount),
      { data: datasets(values('now here', '100')) },
    ),
    change(
      'another value than the field says that was not filled in',
      INVALID,
      withData(datasets(values('Bob', '101')), fillName),
      withData(datasets(values('Bob', '100.00', '')), fillName),
    ),
    change(
      'a text that is written from right to left',
      INVALID,
      withData(datasets(values('&#x202E;Ann', '250')), fillAmount),
    ),
    change(
      'another currency',
      UNKNOWN,
      withData(datasets(values('Ann', '250 USD')), fillWith('250 EUR')),
      withData(datasets(values('Ann', '250 EUR')), fillWith('250 EUR')),
    ),
    change(
      'an encoding that is not that of the data',
      UNKNOWN,
      withData(`<?xml version="1.0" encoding="ISO-8859-1"?>${datasets(values('Ann', '250'))}`, fillAmount),
    ),
    change(
      'data that are not well-formed: a control character',
      UNKNOWN,
      withData(datasets(values('Ann', '250&#1;')), fillAmount),
    ),
    change(
      'the first of two data elements',
      UNKNOWN,
      withData(twice(values('Eve', '900')), fillAmount),
      draft => void fillAmount(draft),
      { data: twice(values('Eve', '100')) },
    ),
    change('the data stand outside of the form', INVALID, draft => {
      filled(draft);
      draft.edit(O.form, body =>
        body.replace('(datasets) 31 0 R', '').replace('(preamble)', '(datasets) 31 0 R (preamble)'),
      );
    }),
    change('the template', INVALID, withPacket('template', TEMPLATE.replace('EUR', 'USD'))),
    change('the template', INVALID, withPacket('template', TEMPLATE.replace('EUR', 'USD')), filled, { level: 3 }),
    change('the configuration', INVALID, withPacket('config', CONFIG.replace('/>', '><present/></config>'))),
    change('the state of the form', UNKNOWN, withPacket('form', STATE.replace('first', 'second'))),
    change('a packet is added', INVALID, draft => {
      filled(draft);
      const added = draft.add(stream('<localeSet/>'));
      draft.edit(O.form, body => body.replace('(postamble)', `(localeSet) ${added} 0 R (postamble)`));
    }),
    change('the order of packets', INVALID, draft => {
      filled(draft);
      draft.edit(O.form, body => body.replace('(template) 30 0 R', '').replace('(form)', '(template) 30 0 R (form)'));
      draft.edit(O.form, body =>
        body.replace('(config) 33 0 R', '').replace('(template)', '(config) 33 0 R (template)'),
      );
    }),
    change('the form is removed', INVALID, draft => draft.edit(O.form, body => body.replace(/\/XFA \[[^\]]*\]/, ''))),
    change('a second data packet', UNKNOWN, draft => {
      filled(draft);
      draft.edit(O.form, body => body.replace('(postamble)', '(datasets) 31 0 R (postamble)'));
    }),
    inDocument('data of a field that was not filled in', INVALID, whole(datasets(values('Eve', '250')))),
    inDocument('the template', INVALID, whole(datasets(values('Ann', '250')), TEMPLATE.replace('EUR', 'USD'))),
    inDocument('a second data packet', UNKNOWN, whole(`${datasets(values('Ann', '250'))}${FIRST}`)),
    inDocument('data that are a comment', INVALID, whole(`<!--${datasets(values('Ann', '250'))}-->`)),
  ],
};
