/** Which part of src/ may import which. CONTRIBUTING.md shows the same as a diagram, generated from here. */

/** Folder or file of src/ -> what it may import from outside itself. cli/ may import everything. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': ['messages'],
  system: ['messages', 'errors.ts'],
  messages: ['system'], // only text.ts, which imports nothing
  fetch: ['system', 'errors.ts'],
  pdf: ['system', 'errors.ts'],
  pki: ['system', 'errors.ts'],
  isolation: ['system', 'errors.ts'],
  trust: ['pki', 'fetch', 'messages', 'system', 'errors.ts'],
  'text-layout': ['pdf', 'system', 'errors.ts'],
  convert: ['text-layout', 'isolation', 'render', 'pdf', 'messages', 'system', 'errors.ts'],
  signatures: ['pdf', 'pki', 'trust', 'fetch', 'isolation', 'render', 'messages', 'system', 'errors.ts'],
  sign: ['text-layout', 'signatures', 'trust', 'pdf', 'pki', 'fetch', 'isolation', 'messages', 'system', 'errors.ts'],
  report: ['signatures', 'messages', 'system', 'errors.ts'],
  render: ['system', 'errors.ts'],
  postgres: ['errors.ts'],
  keys: ['system', 'errors.ts'],
  jobs: ['isolation', 'system', 'errors.ts'],
  warm: ['convert', 'isolation', 'system', 'errors.ts'],
  config: ['convert', 'keys', 'system', 'errors.ts'],
  mail: ['system', 'errors.ts'],
  remote: ['convert', 'fetch', 'messages', 'system', 'errors.ts'],
  http: [
    'convert',
    'text-layout',
    'signatures',
    'sign',
    'report',
    'render',
    'keys',
    'mail',
    'trust',
    'fetch',
    'isolation',
    'jobs',
    'messages',
    'system',
    'errors.ts',
  ],
  'index.ts': ['convert', 'signatures', 'sign', 'trust', 'fetch', 'errors.ts'],
};

/**
 * In addition, types only: the answer of a remote server has the types of a local result, and PostgreSQL is loaded only where the
 * setting `store` is set.
 */
export const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = {
  keys: ['postgres'],
  jobs: ['postgres', 'fetch'],
  http: ['postgres'],
  remote: ['signatures', 'convert', 'keys'],
};
