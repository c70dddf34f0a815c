import { dictWith, PdfArray, type PdfDict, type PdfObject, PdfRef, type Update } from '../../pdf/index.js';

/**
 * Adds items to an array that is direct in `holder`, or an indirect object; another value becomes the first item. Returns the
 * holder, changed or not.
 */
export function appendTo(update: Update, holder: PdfDict, key: string, ...added: readonly PdfObject[]): PdfDict {
  const { revision } = update;
  const value = holder.get(key);
  const array = revision.getArray(holder, key);
  const existing = array?.items ?? (value === undefined || revision.resolve(value) === null ? [] : [value]);
  const items = new PdfArray([...existing, ...added], null);
  if (!(array && value instanceof PdfRef)) return dictWith(holder, { [key]: items });
  update.replace(value, items);
  return holder;
}
