/** An operation of the API as a section of the reference. */
import { type Html, html } from '../../report/index.js';
import type { Content, Operation, Placed, Response } from './description.js';
import { membersOf, rows, typeOf } from './schema.js';
import { code, prose } from './text.js';

export function operationSection({ method, path, operation }: Placed): Html {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const place = path === null ? 'the URL that you have set as webhook' : path;
  const key = path === null ? 'Sent by the service.' : KEY[keyNeed(security)];
  return html`<section class="operation" id="${operationId}">
<h3>${summary}</h3>
<p class="place"><b>${method}</b> <code>${place}</code> <span>${key}</span></p>
${description ? html`<p>${prose(description)}</p>` : null}
${samples(operation)}
${parameters.length > 0 ? part('Parameters', parameterRows(parameters)) : null}
${requestBody ? part('Body', contents(requestBody.content)) : null}
${part('Answers', html`<dl>${Object.entries(responses).map(answer)}</dl>`)}
</section>
`;
}

const KEY = { none: 'No key needed.', optional: 'With or without a key.', required: 'Needs a key.' };

function keyNeed(security: readonly object[]): keyof typeof KEY {
  if (security.length === 0) return 'none';
  return security.some(one => Object.keys(one).length === 0) ? 'optional' : 'required';
}

function part(title: string, content: Html): Html {
  return html`<details><summary>${title}</summary>${content}</details>`;
}

/** One of the languages is shown, see docs.css. */
function samples({ operationId, 'x-codeSamples': all = [] }: Operation): Html | null {
  if (all.length === 0) return null;
  const choices = all.map(({ lang, label }, at) => {
    const checked = at === 0 ? html` checked` : null;
    return html`<label><input type="radio" name="${operationId}" value="${lang}"${checked}> ${label}</label> `;
  });
  const sources = all.map(({ lang, source }) => code(source, lang));
  return html`<fieldset class="samples"><legend class="unseen">Language of the sample</legend>${choices}${sources}</fieldset>`;
}

function parameterRows(parameters: NonNullable<Operation['parameters']>): Html {
  return rows(
    parameters.map(({ name, in: place, required: isRequired, description, schema: of }) => {
      return { name, of, isRequired, description, place: place === 'query' ? 'in the URL' : `in the ${place}` };
    }),
  );
}

function contents(content: Content): Html {
  const types = Object.entries(content);
  return html`${types.map(([type, { schema }]) => html`<p><code>${type}</code> ${typed(schema)}</p>${membersOf(schema)}`)}`;
}

/** `string` and `object` tell nothing beside the media type and the members. */
function typed(schema: Content[string]['schema']): Html | null {
  return schema.type ? null : typeOf(schema);
}

function answer([status, { description, headers = {}, content = {}, 'x-problem-codes': codes }]: [string, Response]) {
  const names = Object.keys(headers).filter(name => name !== 'X-Request-Id');
  const fields = names.length > 0 ? html`<p>Headers: ${names.join(', ')}</p>` : null;
  if (codes) return html`<dt>${status}</dt><dd>${codes.map(problemLink)}${fields}</dd>`;
  return html`<dt>${status}</dt><dd><p>${prose(description)}</p>${contents(content)}${fields}</dd>`;
}

const problemLink = (name: string): Html => html`<a href="#problem-${name}">${name}</a> `;
