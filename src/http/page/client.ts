/** The requests of this page, which use the public API. */

/** An error with a message for the user: of the service, with its stable code, or of this page. */
export class Problem extends Error {
  readonly code: string;

  constructor({
    code = 'unknown',
    detail = 'The service returned an unknown error.',
  }: { code?: string; detail?: string }) {
    super(detail);
    this.code = code;
  }
}

const unreachable = () =>
  new Problem({
    code: 'unreachable',
    detail: 'Cannot reach the service. Check the connection, and whether the service is running.',
  });

/** A URL of the server, also where it is below a path prefix: this script is in the folder page/. */
export const urlOf = (path: string): string => new URL(`../${path}`, import.meta.url).href;

/** A file of the server, such as a sample. */
export async function download(path: string): Promise<Blob> {
  const response = await fetch(urlOf(path), { credentials: 'omit' }).catch(() => null);
  if (!response) throw unreachable();
  if (!response.ok) throw new Problem({ detail: 'The file could not be loaded from the service.' });
  return response.blob();
}

interface Send {
  body: string | FormData;
  key?: string | null;
  signal?: AbortSignal;
  /** From 0 to 1, while the request is sent. */
  onProgress?(fraction: number): void;
}

interface Answer {
  blob: Blob;
  header(name: string): string | null;
}

/** Uses XMLHttpRequest, since fetch() does not report upload progress. Rejects with a Problem. */
export function send(path: string, { body, key, signal, onProgress }: Send): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', urlOf(path));
    if (typeof body === 'string') request.setRequestHeader('content-type', 'application/json');
    if (key) request.setRequestHeader('authorization', `Bearer ${key}`);
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 1);
    for (const event of ['error', 'timeout']) request.addEventListener(event, () => reject(unreachable()));
    request.onabort = () => reject(signal?.reason ?? unreachable());
    signal?.addEventListener('abort', () => request.abort());
    request.onload = () => {
      const blob: Blob = request.response ?? new Blob();
      if (request.status < 300) resolve({ blob, header: name => request.getResponseHeader(name) });
      else problemIn(blob).then(reject, reject);
    };
    request.send(body);
  });
}

/** Sends a form, or an object as JSON; resolves to the JSON of the answer. Rejects with a Problem. */
export async function post<T>(path: string, content: object, options: Omit<Send, 'body'> = {}): Promise<T> {
  const body = content instanceof FormData ? content : JSON.stringify(content);
  const { blob } = await send(path, { ...options, body });
  return JSON.parse(await blob.text());
}

async function problemIn(blob: Blob): Promise<Problem> {
  const members = await blob
    .text()
    .then(JSON.parse)
    .catch(() => ({}));
  return new Problem(members ?? {});
}
