/** The files that a form names by URLs, in the field downloadFrom. */
import { fileNameIn } from '../../system/formats/content-disposition.js';
import { isObject } from '../../system/formats/json.js';
import { parseUrl } from '../../system/url.js';
import type { Fetches } from '../limits/fetches.js';
import { HttpProblem, problemOf } from '../problem.js';
import type { DocumentWriter } from '../upload/document.js';
import { badRequest } from './form/form-reader.js';
import { parseJson, wrongType } from './form/reasons.js';

export interface Download {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the part that the file replaces. */
  readonly field: string;
}

/** More would keep one request busy with other servers. */
const MAX_DOWNLOADS = 100;

/** @param text of the field; throws invalid_parameter */
export function downloadsOf(text: string | undefined): readonly Download[] {
  if (!text) return [];
  const parsed = parseJson(text);
  if ('fault' in parsed) throw invalid(parsed.fault);
  if (!Array.isArray(parsed.value)) throw invalid(wrongType(parsed.value, '[]api.downloadFrom'));
  if (parsed.value.length > MAX_DOWNLOADS) throw invalid(`it has more than ${MAX_DOWNLOADS} entries`);
  return parsed.value.map(downloadOf);
}

function downloadOf(entry: unknown, index: number): Download {
  if (!isObject(entry)) throw invalid(wrongType(entry, 'api.downloadFrom'));
  const { url = '', extraHttpHeaders, field, embedded } = entry;
  if (typeof url !== 'string' || url.trim() === '')
    throw badRequest(`Invalid 'downloadFrom' form field entry ${index}: URL must be set`);
  requireUrl(url, `'downloadFrom' form field entry ${index}`);
  const headers = headersOf(extraHttpHeaders, fault => invalid(fault));
  const part = typeof field === 'string' && field !== '' ? field : embedded === true ? 'embeds' : 'files';
  return { url, headers, field: part };
}

/** Such a URL is a mistake; those that the server may not request are refused later. @param name of what has it */
export function requireUrl(text: string, name: string): void {
  if (!parseUrl(text))
    throw badRequest(`Invalid ${name}: it is not a complete URL. Write it like https://example.org/letter.docx`);
}

/** A JSON object of texts, or nothing. Throws what `refuse` returns. */
export function headersOf(value: unknown, refuse: (fault: string) => HttpProblem): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw refuse(wrongType(value, 'map[string]string'));
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') throw refuse(wrongType(text, 'string'));
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(text))
      throw refuse(`the header ${JSON.stringify(name)} is not valid in HTTP`);
  }
  return value as Record<string, string>;
}

const invalid = (fault: string): HttpProblem => badRequest(`Invalid 'downloadFrom' form field value: ${fault}`);

interface Place {
  fetches: Fetches;
  client: string;
  trace: string;
  signal: AbortSignal;
}

/** The file has the name that the answer states. Rejects with invalid_parameter, url_forbidden, too_large and overloaded. */
export async function fetchInto(
  { url, headers }: Omit<Download, 'field'>,
  open: () => Promise<DocumentWriter>,
  { fetches, client, trace, signal }: Place,
): Promise<void> {
  const writer = await open();
  let disposition: string | null = null;
  const sent = {
    headers: { 'gotenberg-trace': trace, ...headers },
    onAnswer: (answer: { contentDisposition: string | null }) => {
      disposition = answer.contentDisposition;
    },
  };
  const release = await fetches
    .fetch(url, client, block => writer.write(block), signal, sent)
    .catch(thrown => {
      throw refusalOf(thrown, url);
    });
  release(); // its bytes count in the budget from now on; holding the turn would block the other downloads of the form
  writer.name = fileNameOf(disposition, url);
}

/** The server of the URL is the client's: its faults are those of the request. */
function refusalOf(thrown: unknown, url: string): unknown {
  const { kind, message } = problemOf(thrown);
  if (kind.code === 'fetch_failed' || kind.code === 'fetch_timeout')
    return new HttpProblem('invalid_parameter', `Unable to download file from '${url}': ${message}`);
  return thrown;
}

function fileNameOf(disposition: string | null, url: string): string {
  if (!disposition) throw badRequest(`No 'Content-Disposition' header from '${url}'`);
  const name = fileNameIn(disposition);
  if (!name) throw badRequest(`Invalid 'Content-Disposition' header '${disposition}' from '${url}': no filename`);
  return name.normalize('NFC');
}
