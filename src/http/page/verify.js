/** Verifies a signed PDF and shows the result. */
import { openCard, withPassword } from './card.js';
import { post } from './client.js';
import { announce } from './dom.js';
import { pagePreviews } from './pictures.js';
import { verdict } from './verdict.js';

export function verifyFile(file) {
  const card = openCard(file);
  return withPassword(card, file.name, async password => {
    card.status('Verifying the signatures');
    card.progress(null);
    const document = { base64: await dataUrl(file), ...(password && { password }) };
    const result = await post('/v1/verify', { document });
    card.status(summary(result));
    card.show(verdict(result));
    announce(`${file.name}: ${result.reason}`);
    if (!result.document.encrypted) card.add(await pagePreviews(file, { pages: 2, name: file.name }));
  });
}

function summary({ document: { pages, signatures, timestamps } }) {
  const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const parts = [count(signatures, 'signature')];
  if (timestamps > 0) parts.push(count(timestamps, 'document timestamp'));
  if (pages !== null) parts.push(count(pages, 'page'));
  return parts.join(', ');
}

function dataUrl(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
