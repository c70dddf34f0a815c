/** `pdf-version` for `pdfVersion`: flags and form fields have the names of options in this form. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}
