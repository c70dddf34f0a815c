/**
 * Evaluates the change of a whole field between two revisions: its value, its states and its appearances, and the entries
 * that state how viewers draw the value: /DA, /Q, /DS, /RV and /I (ISO 32000-2, 12.7.4.3 and 12.7.4.4).
 */
import { type FormField, formFields, inheritedValue, type PdfObject, type PdfRevision } from '../../../pdf/index.js';
import { cached, cachedIn, grouped, pairwise } from '../../../system/collections.js';
import { Drift } from '../compare/drift.js';
import { type RevisionPair, revisionPair, type SignedRevisions } from '../compare/equality.js';
import { isPushButton, Snapshot } from '../compare/snapshot.js';
import {
  buttonStatesAgree,
  buttonValue,
  hasOneValue,
  showsValue as showsButtonValue,
  showsCaption,
} from './button-change.js';
import { buttonLooksAgree, buttonSymbolsAgree } from './button-look.js';
import { sameColour } from './reader/colours.js';
import type { DefaultAppearance } from './reader/default-appearance.js';
import { type Agreement, isKnownFont, textWidgetAgrees } from './text-field-change.js';
import { fieldValue, indicesAgree, isListBox, selectsFrom } from './values.js';
import {
  drawsReadably,
  hasSimilarSize,
  needAppearances,
  richTextAgrees,
  type WidgetState,
  widgetStates,
} from './widgets.js';

const fieldsByName = cached((revision: PdfRevision) => grouped(formFields(revision), ({ name }) => name));

/** All fields of this name: nothing prevents two fields from having the same one. */
const fieldsNamed = (revision: PdfRevision, name: string): readonly FormField[] =>
  fieldsByName(revision).get(name) ?? [];

/**
 * Whether the fields with this fully qualified name show what they may show; evaluated once. Where a signature covers the same
 * value, they are compared with what it covers as well: several changes, of which each is permitted, may make one that is not.
 */
export const fieldAgrees = cachedIn((pair: RevisionPair, name: string): Agreement => {
  const agreement = agreementBetween(pair, name);
  const signed = agreement === 'differs' ? null : lastSignedAs(pair, name);
  if (!signed || signed === pair.before.revision) return agreement;
  const whole = since(pair, signed);
  return worst([agreement, agreementBetween(whole, name), alignmentAgrees(whole, name) ? 'agrees' : 'differs']);
});

const since = cachedIn(({ signed, after }: RevisionPair, revision: PdfRevision) =>
  revisionPair(signed, new Snapshot(revision), after, new Drift()),
);

/** The last signed revision in which the fields had the value that they have now; null: none, as far as known. */
function lastSignedAs({ signed, before, after }: RevisionPair, name: string): PdfRevision | null {
  const values = signedValues(signed, name);
  // pairs are compared in the order of their revisions: each signed revision is read once for a field
  for (let next = signed[values.read]; next && next.index <= before.revision.index; next = signed[++values.read])
    values.last.set(statedValue(next, name), next);
  return values.last.get(statedValue(after.revision, name)) ?? null;
}

const signedValues = cachedIn((_: SignedRevisions, _name: string) => ({
  read: 0,
  last: new Map<string, PdfRevision>(),
}));

/** Equal for values that read alike. */
const statedValue = (revision: PdfRevision, name: string): string =>
  JSON.stringify(
    fieldsNamed(revision, name).map(field =>
      field.type === 'Btn' ? buttonValue(revision, field) : (fieldValue(revision, field)?.key ?? null),
    ),
  );

/** A state that keeps its value and was drawn anew may mean something else with another symbol. */
export const keepsSymbols = (pair: RevisionPair, name: string): boolean =>
  isFilled(pair, name) ||
  pairwise(
    fieldsNamed(pair.before.revision, name),
    fieldsNamed(pair.after.revision, name),
    (before, after) => after.type !== 'Btn' || buttonSymbolsAgree(pair, before, after),
  );

export const isFilled = ({ before, after }: RevisionPair, name: string): boolean =>
  statedValue(before.revision, name) !== statedValue(after.revision, name);

function agreementBetween(pair: RevisionPair, name: string): Agreement {
  const [before, after] = [fieldsNamed(pair.before.revision, name), fieldsNamed(pair.after.revision, name)];
  if (before.length === 0 || before.length !== after.length) return 'differs';
  return worst(before.map((field, i) => evaluateField(pair, field, after[i]!)));
}

const ORDER: readonly Agreement[] = ['agrees', 'unclear', 'differs'];
const worst = (found: readonly Agreement[]): Agreement =>
  ORDER[Math.max(0, ...found.map(agreement => ORDER.indexOf(agreement)))]!;

function evaluateField(pair: RevisionPair, before: FormField, after: FormField): Agreement {
  if (before.type !== after.type || before.widgets.length !== after.widgets.length) return 'differs';
  if (after.type === 'Btn')
    return buttonLooksAgree(pair, before, after) ? buttonStatesAgree(pair, before, after) : 'differs';
  if (after.type !== 'Tx' && after.type !== 'Ch') return 'differs';
  const [from, to] = [widgetStates(pair.before.revision, before), widgetStates(pair.after.revision, after)];
  return worst(from.map((state, i) => textWidgetAgrees(pair, state, to[i]!)));
}

/** Whether the new values are of a type that the field can have, and no widget has another one. */
export const isValueKnown = cachedIn((pair: RevisionPair, name: string): boolean => {
  const { revision } = pair.after;
  return fieldsNamed(revision, name).every(field =>
    field.type === 'Btn'
      ? hasOneValue(pair, field)
      : widgetStates(revision, field).every(({ value }) => value !== null),
  );
});

/**
 * Whether every field goes on showing what it showed when /NeedAppearances changes, or shows its value already (12.7.3,
 * Table 224).
 */
export function showTheSame(pair: RevisionPair): boolean {
  const asks = needAppearances(pair.after.revision);
  if (asks === needAppearances(pair.before.revision)) return true;
  return formFields(pair.after.revision).every(field => {
    if (field.type === 'Sig' || field.type === null || fieldsNamed(pair.before.revision, field.name).length === 0)
      return true;
    if (field.type !== 'Btn') return fieldAgrees(pair, field.name) !== 'differs';
    if (!asks) return true;
    return isPushButton(field)
      ? field.widgets.every(widget => showsCaption(pair.after.revision, widget))
      : showsButtonValue(pair.after.revision, field);
  });
}

/** The default appearance leaves the value readable, and where viewers draw it, about as large as before. */
export function defaultAppearanceAgrees(pair: RevisionPair, name: string): boolean {
  return everyWidget(pair, name, (before, after) => {
    if (isSameStyle(before.default, after.default)) return true;
    if (!drawsReadably(after) || !hasKnownFont(pair, before, after)) return false;
    const drawsValue = after.isBlank || after.isRegenerated;
    const isKept = drawsValue && before.value?.key === after.value?.key;
    return !isKept || hasSimilarSize(after, [before.default?.font?.size ?? 0]);
  });
}

/** Written in another way, e.g. the colour before the font. */
const isSameStyle = (a: DefaultAppearance | null, b: DefaultAppearance | null): boolean =>
  a !== null &&
  b !== null &&
  a.plain &&
  b.plain &&
  sameColour(a.colour, b.colour) &&
  a.font!.size === b.font!.size &&
  a.font!.dict !== null &&
  a.font!.dict === b.font!.dict;

/** Another alignment is seen where viewers draw a value that is the same. */
export const alignmentAgrees = (pair: RevisionPair, name: string): boolean =>
  everyWidget(pair, name, (before, after) => {
    const drawsValue = after.isBlank || after.isRegenerated;
    const isKept = before.value?.key === after.value?.key && after.value?.key !== '';
    return alignmentOf(before) === alignmentOf(after) || !(drawsValue && isKept);
  });

const alignmentOf = ({ revision, dict }: WidgetState): number =>
  (inheritedValue(revision, dict, 'Q') ??
    revision.getNumber(revision.getDict(revision.root, 'AcroForm'), 'Q') ??
    0) as number;

function hasKnownFont(pair: RevisionPair, before: WidgetState, { default: style }: WidgetState): boolean {
  const font = style?.font;
  if (!font || font.dict === null || font.dict === before.default?.font?.dict) return true;
  return isKnownFont(pair, font.font, font.written);
}

export const richTextOfFieldAgrees = (pair: RevisionPair, name: string): boolean =>
  everyWidget(pair, name, (_before, after) => richTextAgrees(after));

export const indicesOfFieldAgree = (pair: RevisionPair, name: string): boolean =>
  fieldsNamed(pair.after.revision, name).every(field =>
    indicesAgree(pair.after.revision, field, inheritedValue(pair.after.revision, field.dict, 'I')),
  );

/**
 * A list box with a new selection shows its options from another one on: none of the selected ones is scrolled out of view.
 * Its appearance exists, so that viewers need not draw it, or they drew it before.
 */
export const isScrolled = (pair: RevisionPair, name: string, top: PdfObject): boolean =>
  everyWidget(pair, name, (before, after) => {
    const isNew = before.value?.key !== after.value?.key;
    const isDrawn = after.presented !== null && (!after.isRegenerated || before.isRegenerated);
    return isNew && isDrawn && isListBox(after.field) && selectsFrom(after.revision, after.field, top);
  });

function everyWidget(
  pair: RevisionPair,
  name: string,
  test: (before: WidgetState, after: WidgetState) => boolean,
): boolean {
  const statesIn = (revision: PdfRevision): WidgetState[] =>
    fieldsNamed(revision, name).flatMap(field => widgetStates(revision, field));
  return pairwise(statesIn(pair.before.revision), statesIn(pair.after.revision), test);
}
