/** Entry of the main page: verifies PDFs and converts all other files that are chosen, dropped or tried as a sample. */
import { explainResults, explainServer, requireSize } from './about.js';
import { followBatch, type Outcome } from './batch.js';
import { openCard, runOn } from './card.js';
import { download, Problem } from './client.js';
import { convertFiles } from './convert.js';
import { byId, problem } from './dom.js';
import { setUpKey } from './key.js';
import { chosenOptions, setUpOptions } from './options.js';
import { isPdf } from './pdf-file.js';
import { verifyFile } from './verify.js';

for (const event of ['error', 'unhandledrejection']) addEventListener(event, noticeUnexpected);
setUpKey();
setUpOptions();
setUpFileInput();
setUpDrop();
setUpSamples();
explainResults();
void explainServer();

/** A message that concerns no file. */
function notice(message: string): void {
  byId('notice').replaceChildren(problem(message));
}

/** For errors that nothing handled. The page may show an alert for them already. */
function noticeUnexpected(): void {
  if (!document.querySelector('[role="alert"]')) notice('An error occurred on this page. Reload it and try again.');
}

function setUpFileInput(): void {
  const input = byId('file', HTMLInputElement);
  input.addEventListener('change', () => {
    handleFiles([...(input.files ?? [])]);
    input.value = '';
  });
}

function setUpDrop(): void {
  let depth = 0; // dragenter and dragleave also fire for child elements
  const changeDepth = (change: number) => {
    depth = Math.max(0, depth + change);
    document.body.classList.toggle('dragging', depth > 0);
  };
  addEventListener('dragenter', () => changeDepth(1));
  addEventListener('dragleave', () => changeDepth(-1));
  addEventListener('dragover', event => event.preventDefault());
  addEventListener('drop', event => {
    event.preventDefault();
    changeDepth(-depth);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) notice('What was dropped is not a file. Drop a file from a folder of your computer.');
    handleFiles(files);
  });
}

/** Buttons with the URL of a file. */
function setUpSamples(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-sample]')) {
    const path = button.dataset.sample!;
    button.addEventListener('click', async () => {
      try {
        handleFiles([new File([await download(path)], path.slice(path.lastIndexOf('/') + 1))]);
      } catch (thrown) {
        notice(thrown instanceof Problem ? thrown.message : 'The sample could not be loaded.');
      }
    });
  }
}

function handleFiles(files: readonly File[]): void {
  if (files.length > 0) byId('notice').replaceChildren();
  if (files.length > 1 && chosenOptions().merge) return void mergeFiles(files);
  const outcomes = files.map(handleFile);
  if (files.length > 1) followBatch(outcomes);
}

function handleFile(file: File): Promise<Outcome> {
  const card = openCard(file);
  return runOn(card, file.name, async (signal, password) => {
    await requireSize(file);
    if (await isPdf(file)) return verifyFile(card, file, { signal, password });
    return convertFiles(card, [file], { signal, password });
  });
}

function mergeFiles(files: readonly File[]): Promise<Outcome> {
  const name = files.map(file => file.name).join(', ');
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const card = openCard({ name, size });
  return runOn(card, name, async (signal, password) => {
    await requireSize({ size });
    return convertFiles(card, files, { signal, password });
  });
}
