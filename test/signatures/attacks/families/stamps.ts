/** Stamps that attackers add. */
import type { Edit } from '../../../helpers/form-pdf.js';
import { at, look, marked, type Rect, WHITE } from './marks.js';

export const stamp = (rect: Rect, content = WHITE, resources = ''): Edit =>
  marked(draft => `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${look(draft, content, resources)}>>`);
