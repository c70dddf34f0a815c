/** The form with the options of a conversion. */
import { byId } from './dom.js';

type Field = HTMLInputElement | HTMLSelectElement;

/** Fields that have no meaning for the chosen output are disabled, and thus not sent: the service would refuse them. */
export function setUpOptions(): void {
  const form = byId('options', HTMLFormElement);
  form.addEventListener('change', () => update(form));
  update(form); // a browser may keep the values when the page is loaded again
}

function update(form: HTMLFormElement): void {
  const output = form.querySelector<HTMLSelectElement>('[name="to"]')!;
  const kind = output.selectedOptions[0]!.dataset.kind!;
  for (const field of form.querySelectorAll<Field>('[data-for]'))
    setEnabled(field, field.dataset.for!.split(' ').includes(kind));
  const thumbnail = form.querySelector<HTMLInputElement>('[name="thumbnail"]')!;
  const hasOwnSize = thumbnail.checked && !thumbnail.disabled;
  setEnabled(form.querySelector<Field>('[name="dpi"]')!, kind === 'image' && !hasOwnSize);
}

function setEnabled(field: Field, isEnabled: boolean): void {
  field.disabled = !isEnabled;
  field.closest('label')!.classList.toggle('disabled', !isEnabled);
}

export function chosenOptions(): Record<string, string> {
  const entries = [...new FormData(byId('options', HTMLFormElement))];
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}
