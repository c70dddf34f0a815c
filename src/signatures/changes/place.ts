/** Where a change is: part of its message. */
import { message } from '../../messages/index.js';

/** "page 1, field 'name': the field was filled in". */
export function located(page: number | null, field: string | null, change: string): string {
  const onPage = page === null ? null : message('change.page', { page });
  const inField = field === null ? null : message('change.field', { field });
  const both = onPage && inField && message('change.place', { page: onPage, field: inField });
  const place = both ?? onPage ?? inField;
  return place === null ? change : message('change.located', { place, change });
}
