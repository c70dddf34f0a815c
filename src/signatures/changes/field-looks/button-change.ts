/** Whether a check box or radio button shows its value after a change (ISO 32000-2, 12.7.5.2). */
import {
  boxOf,
  type FormField,
  PdfDict,
  PdfName,
  type PdfRevision,
  PdfStream,
  PdfString,
  textOf,
  type Widget,
} from '../../../pdf/index.js';
import { pairwise } from '../../../system/collections.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import { fieldLook } from './field-look.js';
import { shownText } from './reader/shown-text.js';
import type { Agreement } from './text-field-change.js';
import { optionsOf, textIn, withoutSpace } from './values.js';
import { needAppearances } from './widgets.js';

export const OFF = 'Off';

/**
 * Value and states; 'unclear': the value is new, and no widget shows it, or not all that turn on together, or PDF.js alone does
 * not show it, as it is written as a text.
 */
export function buttonStatesAgree(pair: RevisionPair, from: FormField, to: FormField): Agreement {
  const agreement = statesAgree(pair, from, to);
  const [wasText, isText] = [isNameAsText(pair.before.revision, from), isNameAsText(pair.after.revision, to)];
  const isDoubtful = wasText !== isText || (isText && hasNewValue(pair, from, to));
  return agreement === 'agrees' && isDoubtful ? 'unclear' : agreement;
}

export const hasNewValue = ({ before, after }: RevisionPair, from: FormField, to: FormField): boolean =>
  buttonValue(before.revision, from) !== buttonValue(after.revision, to);

function statesAgree({ before, after }: RevisionPair, from: FormField, to: FormField): Agreement {
  const [earlier, now] = [buttonValue(before.revision, from), buttonValue(after.revision, to)];
  if (earlier === null || now === null || from.widgets.length !== to.widgets.length) return 'differs';
  const isFilled = earlier !== now;
  const isDoubtful = to.widgets.some(
    (widget, i) => isAmbiguous(after.revision, widget) && !isAmbiguous(before.revision, from.widgets[i]!),
  );
  if (isDoubtful) return isFilled ? 'unclear' : 'differs';
  const isKept = pairwise(
    from.widgets,
    to.widgets,
    (old, widget) => stateOf(before.revision, from, old) === stateOf(after.revision, to, widget),
  );
  if (isKept) return isFilled && !showsValue(after.revision, to, now) ? 'unclear' : 'agrees';
  const mayShowValue = isFilled || needAppearances(before.revision);
  if (!mayShowValue || !showsValue(after.revision, to, now)) return 'differs';
  return turnsOnTogether(after.revision, to, now) ? 'agrees' : 'unclear';
}

const RADIO = 1 << 15;
const IN_UNISON = 1 << 25;

/** Check boxes, and radio buttons with RadiosInUnison, that have the same state are on or off together (12.7.5.2.3 and 12.7.5.2.4). */
function turnsOnTogether(revision: PdfRevision, field: FormField, value: string): boolean {
  if ((field.flags & RADIO) !== 0 && (field.flags & IN_UNISON) === 0) return true;
  const names = statesNamed(revision, field, value);
  return field.widgets.every(
    widget =>
      stateOf(revision, field, widget) !== OFF ||
      !statesOf(revision, widget.dict).some(state => state !== OFF && names.has(state)),
  );
}

/** The value as the name of a state; null: not of a type that it can have. */
export function buttonValue(revision: PdfRevision, field: FormField): string | null {
  const value = revision.resolve(field.value);
  if (value === null) return OFF;
  if (value instanceof PdfName) return value.name;
  if (!(value instanceof PdfString)) return null;
  const text = textOf(value.bytes);
  return isNameAsText(revision, field) ? text.slice(1) : text;
}

/**
 * Some programs read the value of a widget, others that of its field: a new one has to be the same, or the state of the widget,
 * which pypdf writes for radio buttons.
 */
export function hasOneValue(pair: RevisionPair, field: FormField): boolean {
  const { revision } = pair.after;
  const value = buttonValue(revision, field);
  return field.widgets.every(widget => {
    const own = revision.get(widget.dict, 'V');
    if (widget.dict === field.dict || own === null) return true;
    const old = widget.ref && pair.before.dict(widget.ref);
    if (old && equalResolved(pair, old.get('V') ?? null, own)) return true;
    const name = own instanceof PdfName ? own.name : textIn(revision, own)?.replace(/^\//, '');
    return name === value || (widget.dict.has('AS') && name === stateOf(revision, field, widget));
  });
}

/** `/V (/Yes)` for `/V /Yes`, as pypdf writes it: viewers show the state that /AS names. */
export function isNameAsText(revision: PdfRevision, field: FormField): boolean {
  const value = revision.resolve(field.value);
  const text = value instanceof PdfString ? textOf(value.bytes) : '';
  if (!text.startsWith('/') || exportNames(revision, field, text).length > 0) return false;
  const states = allStatesOf(revision, field);
  return !states.has(text) && states.has(text.slice(1));
}

/** The selected state as its option names it; null: none is selected. `states`: how many can be. */
export function selectedState(
  revision: PdfRevision,
  field: FormField,
): { readonly name: string | null; readonly states: number } | null {
  const value = buttonValue(revision, field);
  if (value === null) return null;
  const states = new Set(field.widgets.flatMap(({ dict }) => statesOf(revision, dict)).filter(name => name !== OFF));
  const option = /^\d+$/.test(value) ? revision.resolve(optionsOf(revision, field)[Number(value)]) : null;
  const name = (option && textIn(revision, option)) || value;
  return { name: value === OFF || value === '' ? null : name, states: states.size };
}

/** The state that is shown: /AS, or where it is missing the value (12.5.5); Off where it has no appearance among others. */
function stateOf(revision: PdfRevision, field: FormField, { dict }: Widget): string {
  const state = revision.get(dict, 'AS');
  const shown = state instanceof PdfName ? state.name : (buttonValue(revision, field) ?? OFF);
  const states = statesOf(revision, dict);
  return states.length === 0 || states.includes(shown) ? shown : OFF;
}

/** Without /AS, or where it names no state and is not Off, some viewers show another state than Off. */
function isAmbiguous(revision: PdfRevision, { dict }: Widget): boolean {
  const [state, states] = [revision.getName(dict, 'AS'), statesOf(revision, dict)];
  return states.length > 0 && state !== OFF && (state === null || !states.includes(state));
}

function statesOf(revision: PdfRevision, dict: PdfDict): string[] {
  const normal = revision.get(revision.getDict(dict, 'AP'), 'N');
  return normal instanceof PdfDict ? [...normal.entries.keys()] : [];
}

const allStatesOf = (revision: PdfRevision, field: FormField): ReadonlySet<string> =>
  new Set([OFF, ...field.widgets.flatMap(({ dict }) => statesOf(revision, dict))]);

/** Every widget that is on has the state of the value, and one is on unless the value is Off. */
export function showsValue(revision: PdfRevision, field: FormField, value = buttonValue(revision, field)): boolean {
  if (value === null || isUnknownToPoppler(revision, field)) return false;
  const names = statesNamed(revision, field, value);
  const on = field.widgets.map(widget => stateOf(revision, field, widget)).filter(state => state !== OFF);
  const hasLooks = field.widgets.some(({ dict }) => statesOf(revision, dict).length > 0);
  return on.every(state => names.has(state)) && (value === OFF || value === '' || on.length > 0 || !hasLooks);
}

/** Asked to draw a radio button, poppler shows it as off unless the value is a name. */
const isUnknownToPoppler = (revision: PdfRevision, field: FormField): boolean =>
  (field.flags & RADIO) !== 0 && isNameAsText(revision, field) && needAppearances(revision);

const MAX_OPTIONS = 10_000;

/** The state of this name, or where there is none those of the options with this text. */
const statesNamed = (revision: PdfRevision, field: FormField, value: string): ReadonlySet<string> =>
  new Set(allStatesOf(revision, field).has(value) ? [value] : [value, ...exportNames(revision, field, value)]);

/** With /Opt, states are numbered and the options state the values (12.7.5.2.3). */
function exportNames(revision: PdfRevision, field: FormField, value: string): string[] {
  const texts = optionsOf(revision, field)
    .slice(0, MAX_OPTIONS)
    .map(item => textIn(revision, revision.resolve(item)));
  return texts.flatMap((text, i) => (text === value ? [String(i)] : []));
}

/** The caption of a push button, which viewers draw where they are asked to construct appearances. */
export function showsCaption(revision: PdfRevision, { dict }: Widget): boolean {
  const caption = textIn(revision, revision.get(revision.getDict(dict, 'MK'), 'CA'));
  const normal = revision.get(revision.getDict(dict, 'AP'), 'N');
  const rect = boxOf(revision, dict.get('Rect'));
  if (caption === '' || normal === null || !rect) return true;
  return (
    caption !== null &&
    normal instanceof PdfStream &&
    shownText(fieldLook(revision, normal, rect)).text === withoutSpace(caption)
  );
}
