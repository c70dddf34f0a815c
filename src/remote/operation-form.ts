/** The parts and fields of a form that ask for operations with files. */
import type { FileOperations } from '../convert/operation-types.js';
import { withoutUndefined } from '../system/collections.js';
import type { FormFile } from './form.js';

interface OperationForm {
  readonly files: readonly FormFile[];
  readonly fields: Readonly<Record<string, string>>;
}

export function operationForm({ files, settings: { attachment, stamp } }: FileOperations): OperationForm {
  const single = (part: 'background' | 'stamp'): FormFile[] => {
    const bytes = files[part];
    return bytes ? [{ part, name: part, bytes }] : [];
  };
  const fields: Record<string, string | number | undefined> = {
    'attach-type': attachment.mediaType,
    'attach-relationship': attachment.relationship,
    'attach-description': attachment.description,
    'stamp-pages': stamp.pages,
    'stamp-position': stamp.position,
    'stamp-scale': stamp.scale,
    'stamp-opacity': stamp.opacity,
    'set-bookmarks': files.bookmarks === null ? undefined : JSON.stringify(files.bookmarks),
  };
  return {
    files: [
      ...single('background'),
      ...single('stamp'),
      ...files.attach.map(({ name, bytes }) => ({ part: 'attach', name, bytes })),
    ],
    fields: Object.fromEntries(Object.entries(withoutUndefined(fields)).map(([name, value]) => [name, String(value)])),
  };
}
