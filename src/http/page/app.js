/** Files that are chosen or dropped: PDFs are read, everything else is converted. */
import { byId } from './dom.js';
import { setUpKey } from './key.js';

setUpKey();
setUpChoice();
setUpDrop();

function setUpChoice() {
  const input = byId('file');
  input.addEventListener('change', () => {
    take([...input.files]);
    input.value = '';
  });
}

function setUpDrop() {
  let depth = 0;
  const mark = change => {
    depth = Math.max(0, depth + change);
    document.body.classList.toggle('dragging', depth > 0);
  };
  addEventListener('dragenter', () => mark(1));
  addEventListener('dragleave', () => mark(-1));
  addEventListener('dragover', event => event.preventDefault());
  addEventListener('drop', event => {
    event.preventDefault();
    depth = 0;
    mark(0);
    take([...event.dataTransfer.files]);
  });
}

async function take(files) {
  for (const file of files) {
    if (await isPdf(file)) (await import('./verify.js')).verifyFile(file);
    else (await import('./convert.js')).convertFile(file);
  }
}

/** By its first bytes (ISO 32000-2, 7.5.2, with the leniency of readers). */
async function isPdf(file) {
  const start = await file.slice(0, 1024).arrayBuffer();
  return new TextDecoder('latin1').decode(start).includes('%PDF-');
}
