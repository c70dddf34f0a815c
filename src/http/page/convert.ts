/** Converts a file and offers its PDF. */
import type { Card } from './card.js';
import { send } from './client.js';
import { announce, byId, h, sizeOf } from './dom.js';
import { withKey } from './key.js';
import { pagePreviews } from './pictures.js';

export async function convertFile(card: Card, file: File, password?: string): Promise<void> {
  const options = chosenOptions();
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  if (password) form.append('password', password);
  form.append('file', file, file.name);
  const onProgress = (fraction: number) => {
    card.progress(fraction < 1 ? fraction : null);
    card.status(fraction < 1 ? `Uploading (${Math.floor(fraction * 100)} %)` : 'Converting');
  };
  const answer = await withKey(card, 'Converting', key => send('v1/convert', { body: form, key, onProgress }));
  await showPdf(card, file, answer.blob, 'open-password' in options);
  for (const warning of warningsOf(answer.header('docconv-warning'))) card.add(h('p', { class: 'unsure' }, warning));
}

async function showPdf(card: Card, file: File, pdf: Blob, isEncrypted: boolean): Promise<void> {
  const name = `${file.name.replace(/\.[^.]{1,8}$/, '')}.pdf`;
  const href = URL.createObjectURL(pdf);
  card.status(`Converted to PDF, ${sizeOf(pdf.size)}`);
  card.actions(
    h('a', { class: 'button', href, download: name }, 'Download PDF'),
    h('a', { class: 'button quiet', href, target: '_blank', rel: 'noopener' }, 'Open'),
  );
  card.show();
  announce(`${name} is ready.`);
  if (!isEncrypted) card.show(await pagePreviews(pdf, { name }));
}

/** The messages of a header whose values are JSON objects, joined with commas by the browser. */
function warningsOf(header: string | null): string[] {
  const warnings: { message: string }[] = JSON.parse(`[${header ?? ''}]`);
  return warnings.map(({ message }) => message);
}

function chosenOptions(): Record<string, string> {
  const entries = [...new FormData(byId('options', HTMLFormElement))];
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}
