/** Converts a file, or merges several, and offers the result. */
import { fileNameIn } from '../../system/formats/content-disposition.js';
import type { Outcome } from './batch.js';
import { type Card, type Given, uploading } from './card.js';
import { send } from './client.js';
import { announce, h, sizeOf } from './dom.js';
import { withKey } from './key.js';
import { chosenOptions } from './options.js';
import { pagePreviews } from './pictures/index.js';

/** Several files become one PDF. */
export async function convertFiles(card: Card, files: readonly File[], { signal, password }: Given): Promise<Outcome> {
  const { merge, ...others } = chosenOptions();
  const options = files.length > 1 ? { ...others, merge: merge ?? 'true' } : others;
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  if (password) form.append('password', password);
  for (const file of files) form.append('file', file, file.name);
  const onProgress = uploading(card, 'Converting');
  const answer = await withKey(card, 'Converting', key => send('v1/convert', { body: form, key, signal, onProgress }));
  const name = suggestedName(answer.header('content-disposition'), files[0]!);
  await showResult(card, name, answer.blob, 'open-password' in options);
  for (const warning of warningsOf(answer.header('docconv-warning'))) card.add(h('p', { class: 'unsure' }, warning));
  return 'converted';
}

async function showResult(card: Card, name: string, result: Blob, isEncrypted: boolean): Promise<void> {
  const href = URL.createObjectURL(result);
  const type = result.type.split(';')[0] ?? '';
  const isShown = type === 'application/pdf' || type.startsWith('image/');
  card.status(`Converted, ${sizeOf(result.size)}`);
  card.actions(
    h('a', { class: 'button', href, download: name }, `Download ${extensionOf(name)}`),
    isShown && h('a', { class: 'button quiet', href, target: '_blank', rel: 'noopener' }, 'Open'),
  );
  card.show();
  announce(`${name} is ready.`);
  if (type.startsWith('image/'))
    card.show(h('ul', { class: 'pictures' }, h('li', {}, h('figure', {}, h('img', { src: href, alt: name })))));
  if (type === 'application/pdf' && !isEncrypted) card.show(await pagePreviews(result, { name }));
}

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toUpperCase();

/** The name that the service suggests (RFC 6266). */
function suggestedName(header: string | null, file: File): string {
  return fileNameIn(header ?? '') ?? `${file.name.replace(/\.[^.]{1,8}$/, '')}.pdf`;
}

/** The messages of a header whose values are JSON objects, joined with commas by the browser. */
function warningsOf(header: string | null): string[] {
  const warnings: { message: string }[] = JSON.parse(`[${header ?? ''}]`);
  return warnings.map(({ message }) => message);
}
