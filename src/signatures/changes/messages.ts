/** What a change is that no rule recognizes, by the entry of a typed dictionary or by the type of the object. */
import { message, messageIfAny } from '../../messages/index.js';
import { isName, PdfDict } from '../../pdf/index.js';
import { namedFlags } from './rules/flags.js';
import type { Difference } from './rules/rule.js';
import { type StatedChange, statedByField } from './stated-values.js';
import { xfaChange } from './xfa/index.js';

/** Entries and types that have the message of another one. */
const SAME: Readonly<Record<string, string>> = {
  'entry.pages.Kids': 'type.pages',
  'entry.names.EmbeddedFiles': 'entry.catalog.Names',
  'entry.names.JavaScript': 'entry.catalog.Names',
  'entry.names.Dests': 'entry.catalog.Names',
  'entry.catalog.AcroForm': 'type.form',
  'entry.field.AA': 'entry.field.A',
  'entry.annotation.AA': 'entry.annotation.A',
  'type.kids': 'type.pages',
  'type.structure-kids': 'type.structure',
  'type.structure-part': 'type.structure',
  'type.parent-tree': 'type.structure',
  'type.id-tree': 'type.structure',
  'type.role-map': 'type.structure',
  'type.class-map': 'type.structure',
  'type.form-drawings': 'type.resource',
  'type.resources': 'type.resource',
  'type.resource-category': 'type.resource',
};

/** A value that no rule permits. */
export const statedByUnpermitted = (difference: Difference): StatedChange | 'password' | null =>
  difference.context.type === 'value' && difference.context.entry === 'field.V' ? statedByField(difference) : null;

export function describeChange(difference: Difference): string {
  const { context, before, after, isIncomplete, isUnreadable } = difference;
  if (isUnreadable) return message('change.unreadable');
  if (isIncomplete) return message('change.incomplete');
  if (context.entry === 'form.XFA') return xfaChange(difference.pair).message;
  if (context.type === 'annotations' && after === null) return message('change.annotations-removed');
  if (isUnlistedSignature(difference)) return message('type.annotation.signature');
  const flags = describeFlags(difference);
  if (flags !== null) return flags;
  const known = knownMessage(`entry.${context.entry}`) ?? knownMessage(`type.${context.type}`);
  if (known !== null) return known;
  const action = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return message(`change.entry-${action}`, { entry: entryInWords(context.entry) });
}

/** Some programs, poppler among them, do so where the dictionary of the form is direct. */
function isUnlistedSignature({ context, pair, before, after }: Difference): boolean {
  if (context.type !== 'annotation' || before !== null || !(after instanceof PdfDict)) return false;
  const { revision } = pair.after;
  return isName(revision.get(after, 'FT'), 'Sig') && revision.get(after, 'V') !== null;
}

/** 'the first visible line of the list' for 'field.TI': a key means nothing to most readers. */
function entryInWords(entry: string): string {
  const [type, ...rest] = entry.split('.');
  const key = rest.join('.');
  const owner = messageIfAny(`owner.${type}`) ?? message('owner.document');
  if (key === '') return message('key.none', { owner });
  // a widget is an annotation (12.5.6.19)
  const kinds = type === 'field' ? ['field', 'annotation'] : [type];
  const known = kinds.map(kind => messageIfAny(`key.${kind}.${key}`)).find(text => text !== null);
  return known ?? message('key.unknown', { owner, key: `/${key}` });
}

/** Null: no flags of a field, or only others than those with a name. */
function describeFlags(difference: Difference): string | null {
  const { entry } = difference.context;
  if (entry !== 'field.F' && entry !== 'field.Ff') return null;
  const { cleared, set, others } = namedFlags(difference);
  const parts = [
    cleared && message('change.flags-cleared', { flags: cleared }),
    set && message('change.flags-set', { flags: set }),
    others && message(`entry.${entry}`),
  ].filter(part => typeof part === 'string');
  return parts.length === 0 ? null : parts.reduce((first, second) => message('change.and', { first, second }));
}

const knownMessage = (id: string): string | null => messageIfAny(SAME[id] ?? id);
