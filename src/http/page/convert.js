/** A document becomes its PDF. */
import { openCard, withPassword } from './card.js';
import { convert } from './client.js';
import { byId, h, say, sizeOf } from './dom.js';
import { ensureKey, forgetKey } from './key.js';
import { pictures } from './pictures.js';

export function convertFile(file) {
  const card = openCard(file);
  const options = chosenOptions();
  return withPassword(card, file.name, async password => {
    const fields = { ...options, ...(password && { password }) };
    const { pdf, engine } = await convertWithKey(file, fields, card);
    await present(card, file, pdf, engine, 'open-password' in options);
  });
}

/** Asks for a key where there is none, or where the one there is no longer works. */
async function convertWithKey(file, fields, card) {
  for (;;) {
    card.status('Waiting for your key');
    const key = await ensureKey();
    card.status('Sending');
    card.show();
    try {
      return await convert(file, fields, key, share => {
        card.progress(share < 1 ? share : null);
        card.status(share < 1 ? `Sending (${Math.floor(share * 100)} %)` : 'Converting');
      });
    } catch (thrown) {
      if (thrown.code !== 'key_invalid') throw thrown;
      forgetKey();
    }
  }
}

async function present(card, file, pdf, engine, isEncrypted) {
  const name = `${file.name.replace(/\.[^.]{1,8}$/, '')}.pdf`;
  const href = URL.createObjectURL(pdf);
  card.status(`${sizeOf(pdf.size)}, engine ${engine}`);
  card.actions.replaceChildren(
    h('a', { class: 'button', href, download: name }, 'Download PDF'),
    h('a', { class: 'button quiet', href, target: '_blank', rel: 'noopener' }, 'Open'),
  );
  card.show();
  say(`${name} is ready.`);
  if (!isEncrypted) card.show(await pictures(pdf, { name }));
}

function chosenOptions() {
  const entries = [...new FormData(byId('options'))].filter(([, value]) => value !== '');
  return Object.fromEntries(entries);
}
