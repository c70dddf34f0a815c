/** Entry of the main page: verifies PDFs and converts all other files that are chosen or dropped. */
import { byId } from './dom.js';
import { setUpKey } from './key.js';

setUpKey();
setUpFileInput();
setUpDrop();

function setUpFileInput() {
  const input = byId('file', HTMLInputElement);
  input.addEventListener('change', () => {
    handleFiles([...(input.files ?? [])]);
    input.value = '';
  });
}

function setUpDrop() {
  let depth = 0; // dragenter and dragleave also fire for child elements
  const changeDepth = change => {
    depth = Math.max(0, depth + change);
    document.body.classList.toggle('dragging', depth > 0);
  };
  addEventListener('dragenter', () => changeDepth(1));
  addEventListener('dragleave', () => changeDepth(-1));
  addEventListener('dragover', event => event.preventDefault());
  addEventListener('drop', event => {
    event.preventDefault();
    changeDepth(-depth);
    handleFiles([...(event.dataTransfer?.files ?? [])]);
  });
}

async function handleFiles(files) {
  for (const file of files) {
    if (await isPdf(file)) (await import('./verify.js')).verifyFile(file);
    else (await import('./convert.js')).convertFile(file);
  }
}

/** The header may follow other bytes (ISO 32000-2, 7.5.2, as tolerated by PDF readers). */
async function isPdf(file) {
  const start = await file.slice(0, 1024).arrayBuffer();
  return new TextDecoder('latin1').decode(start).includes('%PDF-');
}
