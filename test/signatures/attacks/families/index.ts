/** Families of changes after signing that no signature permits, each with clean twins. */
import type { Family } from '../attack.js';
import { ADDED_FONTS } from './added-fonts.js';
import { CERTIFICATIONS_AND_LOCKS } from './certifications.js';
import { CODE_MAPS } from './code-maps.js';
import { CROSS_REFERENCES } from './crossrefs.js';
import { DELEGATES } from './delegates.js';
import { DEPTH } from './depth.js';
import { ENCODINGS } from './encodings.js';
import { ENCRYPTION } from './encryption.js';
import { ANSWERS, REFERENCES, RSA_PARAMETERS, TOKEN_CONTENT } from './evidence.js';
import { FILTERS } from './filters.js';
import { FIELD_LOOKS } from './forms/field-looks.js';
import { ASSIGNED_VALUES, FIELD_CYCLES } from './forms/fields.js';
import { FLAGS } from './forms/flags.js';
import { PLANTED_VALUES } from './forms/planted-values.js';
import { REPLACED_WIDGETS } from './forms/replaced-widgets.js';
import { XFA } from './forms/xfa.js';
import { IRREGULAR } from './irregular.js';
import { APPROVALS } from './looks/approvals.js';
import { COMBINED } from './looks/combined.js';
import { COVERED_LOOKS } from './looks/covered-looks.js';
import { ERASERS } from './looks/erasers.js';
import { GAPS } from './looks/gaps.js';
import { KINDS_OF_MARKS } from './looks/kinds.js';
import { LINKS } from './looks/links.js';
import { NOTE_ICONS } from './looks/note-icons.js';
import { OPAQUE_FILLING } from './looks/opaque-filling.js';
import { ORDER } from './looks/order.js';
import { LONG_CONTENT, PAGE_CONTENT } from './looks/page-content.js';
import { OPACITY, OPERATORS_OF_LOOKS } from './looks/painting.js';
import { READERS_DIFFER } from './looks/readers-differ.js';
import { REMOVAL } from './looks/removal.js';
import { TEXT_EXTENTS } from './looks/text-extents.js';
import { TIMESTAMP_WIDGETS } from './looks/timestamp-widgets.js';
import { UNRENDERED } from './looks/unrendered.js';
import { UNSIGNED_TEXTS } from './looks/unsigned-texts.js';
import { VIEWER_DRAWN } from './looks/viewer-drawn.js';
import { VIEWERS_DIFFER } from './looks/viewers-differ.js';
import { VISIBILITY } from './looks/visibility.js';
import { WAYS_TO_WRITE } from './looks/writing.js';
import { NEW_FIELDS } from './new-fields.js';
import { ORIGINALS } from './originals.js';
import { PREPARED_SECTIONS } from './prepared-sections.js';
import { PRIVATE_DATA } from './private-data.js';
import { REPAIRS } from './repairs.js';
import { RESOURCES_OF_PAGES } from './resources.js';
import { SHARED_DATA } from './shared-data.js';
import { STRUCTURE_TEXTS } from './structure-texts.js';
import { LATE_ANSWERS, LEVELS, MALFORMED_TOKENS } from './times.js';
import { TOKENS } from './tokens.js';

export const FAMILIES: readonly Family[] = [
  LINKS,
  PAGE_CONTENT,
  LONG_CONTENT,
  TEXT_EXTENTS,
  OPERATORS_OF_LOOKS,
  OPACITY,
  WAYS_TO_WRITE,
  KINDS_OF_MARKS,
  UNRENDERED,
  VIEWERS_DIFFER,
  READERS_DIFFER,
  ERASERS,
  VIEWER_DRAWN,
  COMBINED,
  COVERED_LOOKS,
  APPROVALS,
  TIMESTAMP_WIDGETS,
  UNSIGNED_TEXTS,
  REMOVAL,
  ORDER,
  VISIBILITY,
  NOTE_ICONS,
  FLAGS,
  PLANTED_VALUES,
  REPLACED_WIDGETS,
  FIELD_LOOKS,
  CODE_MAPS,
  ADDED_FONTS,
  RESOURCES_OF_PAGES,
  OPAQUE_FILLING,
  FILTERS,
  DEPTH,
  STRUCTURE_TEXTS,
  ASSIGNED_VALUES,
  FIELD_CYCLES,
  CROSS_REFERENCES,
  REPAIRS,
  IRREGULAR,
  PREPARED_SECTIONS,
  GAPS,
  SHARED_DATA,
  TOKENS,
  NEW_FIELDS,
  LATE_ANSWERS,
  MALFORMED_TOKENS,
  ANSWERS,
  DELEGATES,
  TOKEN_CONTENT,
  RSA_PARAMETERS,
  REFERENCES,
  LEVELS,
  CERTIFICATIONS_AND_LOCKS,
  PRIVATE_DATA,
  ENCODINGS,
  ENCRYPTION,
  XFA,
  ORIGINALS,
];
