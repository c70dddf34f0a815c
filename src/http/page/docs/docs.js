/** Builds the API documentation from /openapi.json. */
import { byId, h } from '../dom.js';
import { tryForm } from './try.js';

const STORAGE_KEY = 'docconv-key';

const description = await (await fetch('/openapi.json')).json();
byId('example').textContent = example(location.origin);
byId('operations').append(...description.tags.map(section));
byId('problems').append(...description['x-problems'].map(problem));
setUpKey();

function setUpKey() {
  const form = byId('own-key', HTMLFormElement);
  const key = /** @type {HTMLInputElement} */ (form.elements.namedItem('key'));
  key.value = sessionStorage.getItem(STORAGE_KEY) ?? '';
  key.addEventListener('input', () => sessionStorage.setItem(STORAGE_KEY, key.value.trim()));
  form.addEventListener('submit', event => event.preventDefault());
}

function example(origin) {
  return [
    `curl '${origin}/v1/auth/register?email=you@example.org'`,
    `curl '${origin}/v1/auth/verify?email=you@example.org&code=CODE'`,
    `curl -H 'Authorization: Bearer KEY' -F file=@letter.docx '${origin}/v1/convert?from=docx' -o letter.pdf`,
    `curl -H 'Content-Type: application/json' -d '{"document":{"url":"https://example.org/signed.pdf"}}' ${origin}/v1/verify`,
  ].join('\n');
}

function section({ name, description: text }) {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags = [] }]) => tags.includes(name))
      .map(([method, operation]) => operationDetails(method.toUpperCase(), path, operation)),
  );
  return h(
    'section',
    { class: 'card', 'aria-label': name },
    h('h2', {}, name),
    h('p', { class: 'status' }, text),
    operations,
  );
}

function operationDetails(method, path, operation) {
  const lock = operation.security ? h('span', { class: 'small' }, 'requires an API key') : null;
  const summary = h(
    'summary',
    {},
    h('span', { class: 'method' }, method),
    h('span', { class: 'path mono' }, path),
    h('span', {}, operation.summary),
    lock,
  );
  return h(
    'details',
    { class: 'operation' },
    summary,
    operation.description ? h('p', {}, operation.description) : null,
    fields(operation),
    responseList(operation),
    tryForm(method, path, operation),
  );
}

/** Query parameters and body members in one table; a parameter that is also a form field is one row. */
function fields({ parameters = [], requestBody }) {
  const given = parameters.map(({ name, in: place, required, description: text, schema }) => [
    name,
    place,
    required,
    text ?? schema.description,
    schema,
  ]);
  const inBody = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    members(schema, type.startsWith('multipart') ? 'form' : 'body'),
  );
  const rows = new Map(inBody.map(member => [member[0], member]));
  for (const [name, place, ...rest] of given)
    rows.set(name, [name, rows.has(name) ? `${place}, form` : place, ...rest]);
  if (rows.size === 0) return null;
  const head = h(
    'tr',
    {},
    ['Name', 'In', 'Meaning'].map(word => h('th', { scope: 'col' }, word)),
  );
  return h(
    'div',
    { class: 'scroll' },
    h('table', {}, h('thead', {}, head), h('tbody', {}, [...rows.values()].map(row))),
  );
}

function members(schema, place, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const full = prefix + name;
    const own = [full, place, (schema.required ?? []).includes(name), member.description, member];
    return [own, ...members(member, place, `${full}.`)];
  });
}

function row([name, place, required, text, schema]) {
  const choices = schema.enum?.filter(Boolean).join(', ');
  const meaning = [text, choices && `One of ${choices}.`].filter(Boolean).join('. ');
  return h(
    'tr',
    {},
    h('td', {}, h('code', {}, name), required ? h('span', { class: 'small' }, ' required') : null),
    h('td', {}, place),
    h('td', {}, meaning),
  );
}

function responseList({ responses }) {
  const rows = Object.entries(responses).filter(([status]) => status !== 'default');
  return h(
    'p',
    { class: 'small' },
    rows.map(
      ([status, { description: text, content = {} }]) =>
        `Response ${status} ${Object.keys(content).join(', ')}${text && text !== 'Default Response' ? `: ${text}` : ''}. `,
    ),
  );
}

function problem({ code, status, title }) {
  return h('tr', { id: code }, h('td', {}, h('code', {}, code)), h('td', {}, String(status)), h('td', {}, title));
}
