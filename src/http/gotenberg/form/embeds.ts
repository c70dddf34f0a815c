/** Files of a form that are attached to PDFs. */
import { type AttachOperation, MEDIA_TYPE, RELATIONSHIPS } from '../../../convert/operation-types.js';
import { inSequence } from '../../../system/collections.js';
import { isObject, isObjectOfTexts } from '../../../system/formats/json.js';
import type { FormReader } from './form-reader.js';
import { type Checked, wrongType } from './reasons.js';
import { contentOf, type FormFile } from './received.js';

export type EmbedsMetadata = Readonly<Record<string, { mimeType?: string; relationship?: string }>>;

/** By file name. */
export function readEmbedsMetadata(form: FormReader): EmbedsMetadata {
  const check = (value: unknown): Checked<EmbedsMetadata> => {
    const isValid = isObject(value) && Object.values(value).every(isObjectOfTexts);
    return isValid ? { value: value as EmbedsMetadata } : { fault: wrongType(value, 'map[string]map[string]string') };
  };
  return form.json('embedsMetadata', 'embedsMetadata', check) ?? {};
}

/** The last of the files that have one name, as in Gotenberg. */
export async function attachOperation(files: readonly FormFile[], metadata: EmbedsMetadata): Promise<AttachOperation> {
  const lastOfName = new Map(files.map(file => [file.name, file]));
  const attached = await inSequence([...lastOfName.values()], async file => {
    const { mimeType, relationship } = metadata[file.name] ?? {};
    const known = RELATIONSHIPS.find(name => name === relationship);
    return {
      name: file.name,
      bytes: await contentOf(file),
      ...(mimeType !== undefined && MEDIA_TYPE.test(mimeType) && { mediaType: mimeType }),
      ...(known && { relationship: known }),
    };
  });
  return { kind: 'attach', files: attached };
}
