/** Converts a file and offers its PDF. */
import { openCard, withPassword } from './card.js';
import { convert } from './client.js';
import { announce, byId, h, sizeOf } from './dom.js';
import { ensureKey, forgetKey } from './key.js';
import { pagePreviews } from './pictures.js';

export function convertFile(file) {
  const card = openCard(file);
  const options = chosenOptions();
  return withPassword(card, file.name, async password => {
    const fields = { ...options, ...(password && { password }) };
    const { pdf, engine } = await convertWithKey(file, fields, card);
    await showPdf(card, file, pdf, engine, 'open-password' in options);
  });
}

/** Asks for a key if there is none, or if the service refuses it. */
async function convertWithKey(file, fields, card) {
  for (;;) {
    card.status('Waiting for an API key');
    const key = await ensureKey();
    card.status('Uploading');
    card.show();
    try {
      return await convert(file, fields, key, fraction => {
        card.progress(fraction < 1 ? fraction : null);
        card.status(fraction < 1 ? `Uploading (${Math.floor(fraction * 100)} %)` : 'Converting');
      });
    } catch (thrown) {
      if (thrown.code !== 'key_invalid') throw thrown;
      forgetKey();
    }
  }
}

async function showPdf(card, file, pdf, engine, isEncrypted) {
  const name = `${file.name.replace(/\.[^.]{1,8}$/, '')}.pdf`;
  const href = URL.createObjectURL(pdf);
  card.status(`${sizeOf(pdf.size)}, engine ${engine}`);
  card.actions.replaceChildren(
    h('a', { class: 'button', href, download: name }, 'Download PDF'),
    h('a', { class: 'button quiet', href, target: '_blank', rel: 'noopener' }, 'Open'),
  );
  card.show();
  announce(`${name} is ready.`);
  if (!isEncrypted) card.show(await pagePreviews(pdf, { name }));
}

function chosenOptions() {
  const entries = [...new FormData(byId('options', HTMLFormElement))].filter(([, value]) => value !== '');
  return Object.fromEntries(entries);
}
