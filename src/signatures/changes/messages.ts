/** How the report describes a change: where it is, and what it is if no rule recognizes it. */
import type { Difference } from './rules/rule.js';

const NAMES = 'embedded files, scripts or names of the document were changed';

/** By entry of a typed dictionary. */
const BY_ENTRY: Readonly<Record<string, string>> = {
  'page.Contents': 'the content of the page was changed',
  'page.Resources': 'fonts, images or other resources of the page were changed',
  'page.MediaBox': 'the size of the page was changed',
  'page.CropBox': 'the visible area of the page was changed',
  'page.Rotate': 'the page was rotated',
  'page.AA': 'an action of the page was changed',
  'pages.Kids': 'pages were added, removed or reordered',
  'catalog.OpenAction': 'the action that runs when the document is opened was changed',
  'catalog.AA': 'actions of the document were changed',
  'catalog.Names': NAMES,
  'names.EmbeddedFiles': NAMES,
  'names.JavaScript': NAMES,
  'names.Dests': NAMES,
  'catalog.OCProperties': 'layers of the document were changed',
  'catalog.Perms': 'the permissions of the certification were changed',
  'catalog.AcroForm': 'the form of the document was changed',
  'catalog.OutputIntents': 'the output intent of the document was changed',
  'trailer.Encrypt': 'the encryption was changed',
  'form.XFA': 'the XFA form was changed',
  'form.CO': 'the calculation order was changed',
  'form.NeedAppearances':
    'viewers are asked, or no longer asked, to draw the values of fields, and a field would show something else than before',
  'form.DA': 'the default appearance of the form was changed, or may hide values',
  'field.V': 'the value was changed or removed in a way that is not permitted',
  'field.AS': 'the state of the field was changed to one that is not its value, or without a new value',
  'field.RV': 'the rich text of the field says something else than its value, or is not readable',
  'field.I': 'the selected options are not those of the value',
  'field.DA': 'the default appearance of the field was changed and may hide its value',
  'field.DS': 'the default style of the field was changed and may hide its value',
  'field.Rect': 'the field was moved or its size was changed',
  'field.MK': 'the background, border, rotation or caption of the field was changed',
  'field.BS': 'the border of the field was changed',
  'field.MaxLen': 'the maximum length of the field was changed',
  'field.Opt': 'the options of the field were changed',
  'field.T': 'the field was renamed',
  'field.Ff': 'the kind or the behaviour of the field was changed',
  'field.Q': 'the alignment of the field was changed',
  'field.DV': 'the default value of the field was changed',
  'field.Lock': 'the lock of the field was changed',
  'field.A': 'an action was added or changed',
  'field.AA': 'an action was added or changed',
  'field.F': 'the field was hidden or shown, on the screen or in print',
  'field.P': 'the field was moved to another page',
  'annotation.A': 'the action of an annotation was changed',
  'annotation.AA': 'the action of an annotation was changed',
};

const STRUCTURE = 'the structure of the document, which screen readers present instead of its content, was changed';

const BY_TYPE: Readonly<Record<string, string>> = {
  catalog: 'the catalog of the document was replaced',
  kids: 'pages were added, removed or reordered',
  pages: 'pages were added, removed or reordered',
  page: 'a page was replaced',
  content: 'page content (text, a font, an image) was changed',
  form: 'the form of the document was changed',
  fields: 'fields of the form were added or removed',
  field: 'a field that is not a new signature field was added, replaced or removed',
  value: 'the value was changed in a way that is not permitted',
  signature: 'the signature itself was changed',
  appearance: 'the appearance of the field was changed and no longer shows its value',
  annotation: 'an annotation of a type that is not permitted, or with an action, was added or removed',
  structure: STRUCTURE,
  'structure-kids': STRUCTURE,
  'structure-part': STRUCTURE,
  'parent-tree': STRUCTURE,
  'id-tree': STRUCTURE,
  'role-map': STRUCTURE,
  'class-map': STRUCTURE,
  icons: 'an icon that comments refer to by name was changed',
  resource: 'a font or other resource of the form was changed',
  'form-drawings': 'a font or other resource of the form was changed',
  'resource-category': 'a font or other resource of the form was changed',
};

/** In front of messages: 'page 1, field 'name': '. */
export function locationPrefix(page: number | null, field: string | null): string {
  const parts = [page === null ? '' : `page ${page}`, field === null ? '' : `field '${field}'`];
  const location = parts.filter(Boolean).join(', ');
  return location === '' ? '' : `${location}: `;
}

export function describeChange({ context, before, after, isIncomplete }: Difference): string {
  if (isIncomplete)
    return 'more objects were renumbered or replaced than are compared, so that a change of content cannot be excluded';
  if (context.type === 'annotations' && after === null) return 'the annotations of the page were removed';
  const message = BY_ENTRY[context.entry] ?? BY_TYPE[context.type];
  if (message !== undefined) return message;
  const [owner, key] = context.entry.split('.');
  const action = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return `'/${key ?? owner}' of ${owner || 'the document'} was ${action}`;
}
