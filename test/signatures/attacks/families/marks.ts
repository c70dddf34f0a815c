/** Marks that attackers add, where a page shows content or where it is blank. */
import {
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  type SaveOptions,
} from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import { type Attack, NOT_VALID } from '../attack.js';
import { signed } from '../documents.js';

export type Rect = readonly [number, number, number, number];
export const at = (rect: Rect): string => `/Rect[${rect.join(' ')}]`;

/** A page and two places on it. */
export interface Scene {
  readonly name: string;
  readonly pdf: () => FormPdf;
  /** Where the page shows content. */
  readonly over: Rect;
  /** Where it is blank. */
  readonly beside: Rect;
}

export const TEXT: Scene = {
  name: 'over text',
  pdf: () => formPdf(),
  over: [40, 690, 300, 720],
  beside: [300, 300, 500, 320],
};

/** Fills the appearance. */
export const WHITE = '1 g 0 0 200 20 re f';

/** A form XObject of 200 x 20. */
export function look(draft: Draft, content: string, resources = '', dict = ''): string {
  const fonts = resources.includes('/Font<<') ? '' : '/Font<</Helv 7 0 R>>';
  const entries = `/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<${fonts}${resources}>>${dict}`;
  return `${draft.add(stream(content, entries))} 0 R`;
}

export const white = (draft: Draft): string => look(draft, WHITE);
export const NOTHING = (draft: Draft): string => look(draft, 'n');

/** A new annotation with the entries that `entries` writes. */
export const marked =
  (entries: (draft: Draft) => string): Edit =>
  draft => {
    const mark = draft.add(`<</Type/Annot/P 3 0 R${entries(draft)}>>`);
    draft.append(O.page, 'Annots', `${mark} 0 R`);
  };

export type Case = Pick<Attack, 'what' | 'clean' | 'attacked' | 'twin'> & Partial<Attack>;

/** A change after signing that is visible and not permitted, with a twin without warnings, unless stated otherwise. */
export const attack = (stated: Case): Attack => ({
  accepted: 'valid',
  visible: true,
  expected: NOT_VALID,
  rule: 'changes-after-signing',
  ...stated,
});

export interface Covering extends Partial<Attack> {
  /** /P of the certification; null: none. */
  readonly level?: 1 | 2 | 3 | null;
  readonly saving?: SaveOptions;
}

/** The edit at a place with content; its twin is the same edit where the page is blank. */
export function covering(what: string, scene: Scene, edit: (rect: Rect) => Edit, options: Covering = {}): Attack {
  const { level = 3, saving = {}, ...stated } = options;
  const pdf = () => signed(level === null ? {} : { docMDP: level }, scene.pdf());
  return attack({
    what: `${what} ${scene.name}`,
    clean: pdf,
    attacked: () => pdf().save(edit(scene.over), saving),
    twin: () => pdf().save(edit(scene.beside), saving),
    accepted: 'valid, with a warning',
    ...stated,
  });
}

const SAVINGS: readonly SaveOptions[] = [{}, { xref: 'stream' }, { xref: 'hybrid' }];

/** Each case with another certification and cross-reference. */
export const varied = (i: number): Covering => ({
  level: i % 2 === 0 ? 3 : null,
  saving: SAVINGS[i % SAVINGS.length]!,
});
