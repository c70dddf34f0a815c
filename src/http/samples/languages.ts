/** A request as a command of curl, and as a program in JavaScript (Node.js) and Python (with the package requests). */
import type { SampleRequest } from './request.js';

export const LANGUAGES = [
  { lang: 'shell', label: 'curl', write: curl },
  { lang: 'javascript', label: 'JavaScript', write: javascript },
  { lang: 'python', label: 'Python', write: python },
] as const;

/** The environment variable that the command line of docconv reads the key from, too. */
const KEY = 'DOCCONV_API_KEY';

function curl({ method, url, needsKey, file, json, saveAs }: SampleRequest): string {
  const implied = file !== null || json !== undefined ? 'POST' : 'GET';
  const parts = [
    `curl -sS --fail-with-body ${method === implied ? '' : `-X ${method} `}${quoted(url)}`,
    needsKey && `-H "Authorization: Bearer $${KEY}"`,
    file && `-F file=@${file}`,
    json !== undefined && `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(json))}`,
    saveAs && `-o ${saveAs}`,
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

function javascript({ method, url, needsKey, file, json, saveAs, prints }: SampleRequest): string {
  const headers = [
    needsKey && `authorization: \`Bearer \${process.env.${KEY}}\``,
    json !== undefined && "'content-type': 'application/json'",
  ].filter(Boolean);
  const options = [
    method !== 'GET' && `method: '${method}'`,
    headers.length > 0 && `headers: { ${headers.join(', ')} }`,
    file && 'body: form',
    json !== undefined && `body: JSON.stringify(${JSON.stringify(json)})`,
  ].filter(Boolean);
  const shown = {
    json: 'console.log(await response.json());',
    text: 'console.log(await response.text());',
    nothing: '',
  };
  return lines(
    file && "import { openAsBlob } from 'node:fs';",
    saveAs && "import { writeFile } from 'node:fs/promises';",
    (file || saveAs) && '',
    file && 'const form = new FormData();',
    file && `form.set('file', await openAsBlob('${file}'), '${file}');`,
    options.length === 0 && `const response = await fetch('${url}');`,
    options.length > 0 && `const response = await fetch('${url}', {`,
    ...options.map(option => `  ${option},`),
    options.length > 0 && '});',
    'if (!response.ok) throw new Error(await response.text());',
    saveAs ? `await writeFile('${saveAs}', response.body);` : shown[prints],
  );
}

function python({ method, url, needsKey, file, json, saveAs, prints }: SampleRequest): string {
  const args = [
    `'${url}'`,
    needsKey && `headers={'Authorization': 'Bearer ' + os.environ['${KEY}']}`,
    file && `files={'file': open('${file}', 'rb')}`,
    json !== undefined && `json=${pythonOf(json)}`,
  ].filter(Boolean);
  const shown = { json: 'print(response.json())', text: 'print(response.text)', nothing: '' };
  return lines(
    needsKey && 'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...args.map(arg => `    ${arg},`),
    ')',
    'if not response.ok:',
    '    raise SystemExit(response.text)',
    saveAs && `open('${saveAs}', 'wb').write(response.content)`,
    !saveAs && shown[prints],
  );
}

function pythonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `'${name}': ${pythonOf(member)}`)
    .join(', ')}}`;
}

/** In single quotes for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The empty line separates; false, null and a last empty line are omitted. */
function lines(...given: (string | false | null | undefined)[]): string {
  return given
    .filter(line => typeof line === 'string')
    .join('\n')
    .trimEnd();
}
