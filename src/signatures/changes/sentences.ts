/** What a change that no rule allows did, in words for people. */
import type { Difference } from './rules/rule.js';

/** By entry, then by type of place. */
const SENTENCES: Readonly<Record<string, string>> = {
  'page.Contents': 'what the page shows was changed',
  'page.Resources': 'fonts, images or other resources of the page were changed',
  'page.MediaBox': 'the size of the page was changed',
  'page.CropBox': 'the visible part of the page was changed',
  'page.Rotate': 'the page was rotated',
  'page.AA': 'an action of the page was changed',
  'pages.Kids': 'pages were added, removed or put in another order',
  'catalog.OpenAction': 'what happens when the document is opened was changed',
  'catalog.AA': 'actions of the document were changed',
  'catalog.Names': 'embedded files, scripts or names of the document were changed',
  'catalog.OCProperties': 'layers of the document were changed',
  'catalog.Perms': 'what the certification permits was changed',
  'catalog.AcroForm': 'the form of the document was changed',
  'catalog.OutputIntents': 'the colour intent of the document was changed',
  'trailer.Encrypt': 'the encryption was changed',
  'form.XFA': 'the XFA form was changed',
  'form.CO': 'the order of calculations was changed',
  'field.V': 'the value was changed or removed in a way that signing does not allow',
  'field.Rect': 'the field was moved',
  'field.Lock': 'what signing the field locks was changed',
  'field.A': 'an action was added or changed',
  'field.AA': 'an action was added or changed',
  'field.F': 'the field was hidden or shown',
  'field.P': 'the field was moved to another page',
  'annotation.A': 'the action of an annotation was changed',
  'annotation.AA': 'the action of an annotation was changed',
};

const BY_TYPE: Readonly<Record<string, string>> = {
  catalog: 'the document has another catalog',
  kids: 'pages were added, removed or put in another order',
  pages: 'pages were added, removed or put in another order',
  page: 'a page was replaced',
  content: 'something that the pages show (text, a font, an image) was changed',
  form: 'the form of the document was changed',
  fields: 'fields of the form were added or removed',
  field: 'a field that is no new signature was added, replaced or removed',
  value: 'the value was changed in a way that signing does not allow',
  signature: 'the signature itself was altered',
  appearance: 'the look of the field was changed so that it no longer shows its value',
  annotation: 'an annotation of a kind that may not be added, or with an action, was added or removed',
  structure: 'the structure of the document was changed',
  resource: 'a font or other resource of the form was changed',
  'resource-category': 'a font or other resource of the form was changed',
};

export function sentenceFor({ place, before, after }: Difference): string {
  if (place.type === 'annotations' && after === null) return 'the annotations of the page were removed';
  const said = SENTENCES[place.entry] ?? BY_TYPE[place.type];
  if (said !== undefined) return said;
  const did = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return `'/${place.entry.split('.').at(-1)}' of ${place.entry.split('.')[0] || 'the document'} was ${did}`;
}
