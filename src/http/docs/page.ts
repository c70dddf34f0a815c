/** The API reference at /docs: a page that is complete without a script, made from the OpenAPI document. */
import { type Html, html } from '../../report/index.js';
import { type Description, type Operation, operationsOf } from './description.js';
import { operationSection } from './operation.js';
import { membersOf, typeOf } from './schema.js';
import { code, prose } from './text.js';

export function docsPage(description: Description): string {
  const { tags, info } = description;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${info.description}">
<title>docconv API</title>
<link rel="icon" href="favicon.svg">
<link rel="stylesheet" href="page/docs/docs.css">
<script type="module" src="page/docs.js"></script>
</head>
<body data-base="${description['x-base-url']}">
<header class="bar">
<a class="brand" href="./"><img src="favicon.svg" alt="" width="24" height="24">docconv</a>
<nav aria-label="Main"><a href="#contents" class="to-contents">Contents</a> <a href="./">Convert and verify</a></nav>
</header>
<main>
<h1>docconv API <small>${info.version}</small></h1>
${quickStart(description)}
${tags.map(tag => group(description, tag))}
${problems(description)}
${schemas(description)}
</main>
${contents(description)}
</body>
</html>
`;
  return text;
}

/** The operations that get a new user to a first result, by their code samples. */
const STEPS = [
  ['registerByQuery', 'Ask for a code', 'It comes by mail. Write your address in place of `you@example.org`.'],
  [
    'redeemCodeByQuery',
    'Get a key',
    'Write the code in place of `CODE`. Keep the `apiKey` of the answer: `export DOCCONV_API_KEY=dck_…`',
  ],
  ['convertDocument', 'Convert a document', 'Any office document, picture or text becomes a PDF.'],
  ['verifyDocument', 'Verify a signed PDF', 'The answer tells who signed it, and whether it was changed.'],
] as const;

function quickStart(description: Description): Html {
  const all = description.tags.flatMap(({ name }) => operationsOf(description, name));
  const steps = STEPS.map(([id, title, text]) => {
    const { operation } = all.find(one => one.operation.operationId === id)!;
    return html`<li><h3>${title}</h3><p>${prose(text)}</p>${code(curlOf(operation), 'shell')}</li>`;
  });
  return html`<section id="quick-start" aria-labelledby="quick-start-title">
<h2 id="quick-start-title">Quick start</h2>
<ol class="steps">${steps}</ol>
</section>
`;
}

function curlOf({ 'x-codeSamples': samples = [] }: Operation): string {
  return samples.find(({ lang }) => lang === 'shell')?.source ?? '';
}

function group(description: Description, { name, description: about }: Description['tags'][number]): Html {
  return html`<section id="${idOf(name)}" aria-labelledby="${idOf(name)}-title">
<h2 id="${idOf(name)}-title">${name}</h2>
<p>${prose(about)}</p>
${operationsOf(description, name).map(operationSection)}</section>
`;
}

const idOf = (name: string): string => name.toLowerCase();

function problems({ 'x-problems': all }: Description): Html {
  const statuses = [...new Set(all.map(({ status }) => status))].sort((a, b) => a - b);
  const list = statuses.map(status => {
    const own = all.filter(one => one.status === status);
    return html`<h3>Status ${status}</h3><dl>${own.map(problem)}</dl>`;
  });
  return html`<section id="problems" aria-labelledby="problems-title">
<h2 id="problems-title">Problems</h2>
<p>Every error is an answer of the type <code>application/problem+json</code> (<a href="#schema-Problem">Problem</a>) with a stable <code>code</code>.</p>
${list}</section>
`;
}

function problem({ code: name, title, cause, remedy, retryable }: Description['x-problems'][number]): Html {
  const retry = retryable ? ' The same request may succeed later.' : '';
  return html`<dt id="problem-${name}"><code>${name}</code> <span>${title}</span></dt><dd><p>${cause}</p><p><b>What to do:</b> ${remedy}${retry}</p></dd>`;
}

function schemas({ components }: Description): Html {
  const sections = Object.entries(components.schemas).map(([name, schema]) => {
    const about = schema.description ? html`<p>${prose(schema.description)}</p>` : null;
    return html`<section id="schema-${name}"><h3>${name}</h3>${about}${membersOf(schema) ?? html`<p>${typeOf(schema)}</p>`}</section>`;
  });
  return html`<section id="schemas" aria-labelledby="schemas-title">
<h2 id="schemas-title">Objects</h2>
${sections}</section>
`;
}

/** After the content: a narrow screen begins with the quick start. */
function contents(description: Description): Html {
  const groups = description.tags.map(({ name }) => {
    const operations = operationsOf(description, name).map(
      ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
    );
    return html`<li><a href="#${idOf(name)}">${name}</a><ul>${operations}</ul></li>`;
  });
  return html`<nav id="contents" aria-label="Contents"><ul>
<li><a href="#quick-start">Quick start</a></li>
${groups}
<li><a href="#problems">Problems</a></li>
<li><a href="#schemas">Objects</a></li>
<li><a href="openapi.json">openapi.json</a></li>
</ul></nav>`;
}
