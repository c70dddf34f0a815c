/** The requests of this page, which use the public API. */

/** An error response of the service: stable code and message. */
export class Problem extends Error {
  constructor({ code = 'unknown', detail = 'The service returned an unknown error.', status = 0 }) {
    super(detail);
    this.code = code;
    this.status = status;
  }
}

const OFFLINE = {
  code: 'unreachable',
  detail: 'Cannot reach the service. Check the connection, and whether the service is running.',
};

export async function post(path, content) {
  const body = JSON.stringify(content);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body, credentials: 'omit' }).catch(() => {
    throw new Problem(OFFLINE);
  });
  const json = await response.json().catch(() => ({}));
  if (response.ok) return json;
  throw new Problem({ status: response.status, ...json });
}

/** Uses XMLHttpRequest, since fetch() does not report upload progress. */
export function convert(file, fields, key, onProgress) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/v1/convert');
    request.setRequestHeader('authorization', `Bearer ${key}`);
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onerror = () => reject(new Problem(OFFLINE));
    request.onload = () => {
      if (request.status === 200)
        resolve({ pdf: request.response, engine: request.getResponseHeader('docconv-engine') });
      else rejectWith(request, reject);
    };
    request.send(form);
  });
}

async function rejectWith(request, reject) {
  const problem = await request.response
    .text()
    .then(JSON.parse)
    .catch(() => ({}));
  reject(new Problem({ status: request.status, ...problem }));
}
