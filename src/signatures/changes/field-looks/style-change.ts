/** Entries that state how viewers draw a value: /DA, /Q, /DS, /RV and /I of a field (ISO 32000-2, 12.7.4.3 and 12.7.4.4). */
import { type FormField, PdfRef } from '../../../pdf/index.js';
import type { RevisionPair } from '../compare/equality.js';
import { fieldsNamed } from './field-change.js';
import { indicesAgree, inherited } from './values.js';
import { drawsReadably, fitsIn, richTextAgrees, type WidgetState, widgetStates } from './widgets.js';

/** The default appearance leaves the value readable, and where viewers draw it, about as large as before. */
export function defaultAppearanceAgrees(pair: RevisionPair, name: string): boolean {
  return everyWidget(pair, name, (before, after) => {
    if (!drawsReadably(after) || !hasKnownFont(pair, before, after)) return false;
    const drawsValue = after.isBlank || after.isRegenerated;
    return !drawsValue || before.value?.key !== after.value?.key || hasSimilarSize(before, after);
  });
}

/** A font that the change adds to the form can draw any glyph for any code. */
function hasKnownFont({ before }: RevisionPair, from: WidgetState, { default: style }: WidgetState): boolean {
  const font = style?.font;
  if (!font || font.dict === null || font.font.standard || font.dict === from.default?.font?.dict) return true;
  return font.written instanceof PdfRef && before.revision.resolve(font.written) !== null;
}

function hasSimilarSize({ default: before }: WidgetState, after: WidgetState): boolean {
  const [from, to] = [before?.font?.size ?? 0, after.default?.font?.size ?? 0];
  return to === 0 || (from > 0 && to <= 2 * from && to >= from / 2) || fitsIn(after, to);
}

export const richTextOfFieldAgrees = (pair: RevisionPair, name: string): boolean =>
  everyWidget(pair, name, (_before, after) => richTextAgrees(after));

export const indicesOfFieldAgree = (pair: RevisionPair, name: string): boolean =>
  fieldsNamed(pair.after.revision, name).every((field: FormField) =>
    indicesAgree(pair.after.revision, field, inherited(pair.after.revision, field.dict, 'I')),
  );

function everyWidget(
  pair: RevisionPair,
  name: string,
  test: (before: WidgetState, after: WidgetState) => boolean,
): boolean {
  const statesOf = (fields: readonly FormField[], revision: WidgetState['revision']) =>
    fields.flatMap(field => widgetStates(revision, field));
  const before = statesOf(fieldsNamed(pair.before.revision, name), pair.before.revision);
  const after = statesOf(fieldsNamed(pair.after.revision, name), pair.after.revision);
  return before.length === after.length && before.every((state, i) => test(state, after[i]!));
}
