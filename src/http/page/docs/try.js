/** A form that sends one of the documented requests and shows the response. */
import { announce, h } from '../dom.js';

export function tryForm(method, path, { parameters = [], requestBody, security }) {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [null, null];
  const isForm = type?.startsWith('multipart') ?? false;
  const inputs = parameters.filter(({ required, name }) => required || name === 'from').map(parameter);
  const content = type === null ? null : isForm ? fileInput() : jsonInput(body.schema);
  const output = h('div', { 'aria-live': 'polite' });
  const form = h(
    'form',
    {
      onsubmit: event => {
        event.preventDefault();
        send(method, path, new FormData(form), { type, isForm, security }).then(shown =>
          output.replaceChildren(...shown),
        );
      },
    },
    h('div', { class: 'row' }, inputs),
    content,
    h('button', { class: 'quiet' }, 'Try it'),
  );
  return h('details', { class: 'more' }, h('summary', {}, 'Try it'), form, output);
}

function parameter({ name, in: place, required, schema }) {
  return h(
    'label',
    {},
    name,
    h('input', { name: `${place}:${name}`, required, placeholder: schema.examples?.[0] ?? '' }),
  );
}

function fileInput() {
  return h('label', {}, 'file', h('input', { type: 'file', name: 'file', required: true }));
}

function jsonInput(schema) {
  const area = h('textarea', { name: 'json', rows: 5, spellcheck: 'false', class: 'mono' });
  area.value = JSON.stringify(sample(schema), null, 2);
  return h('label', {}, 'Body', area);
}

function sample(schema) {
  if (schema.properties === undefined) return schema.examples?.[0] ?? '';
  const wanted = schema.required ?? Object.keys(schema.properties).slice(0, 1);
  return Object.fromEntries(wanted.map(name => [name, sample(schema.properties[name])]));
}

async function send(method, path, given, { type, isForm, security }) {
  const query = new URLSearchParams();
  let target = path;
  for (const [name, value] of given) {
    if (name.startsWith('query:') && value !== '') query.set(name.slice(6), value);
    if (name.startsWith('path:')) target = target.replace(`{${name.slice(5)}}`, encodeURIComponent(value));
  }
  const headers = {};
  const key = sessionStorage.getItem('docconv-key');
  if (security && key) headers.authorization = `Bearer ${key}`;
  if (type && !isForm) headers['content-type'] = type;
  const body = isForm ? formOf(given) : type ? given.get('json') : undefined;
  const response = await fetch(query.size > 0 ? `${target}?${query}` : target, {
    method,
    headers,
    body,
    credentials: 'omit',
  });
  announce(`Response status ${response.status}.`);
  return [h('p', {}, h('strong', {}, `${response.status} ${response.statusText}`)), await shownBody(response)];
}

function formOf(given) {
  const form = new FormData();
  form.append('file', given.get('file'));
  return form;
}

async function shownBody(response) {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/pdf')) {
    const href = URL.createObjectURL(await response.blob());
    return h('a', { class: 'button', href, download: 'converted.pdf' }, 'Download PDF');
  }
  const text = await response.text();
  return h(
    'pre',
    {},
    type.includes('json') && text ? JSON.stringify(JSON.parse(text), null, 2) : text.slice(0, 20_000),
  );
}
