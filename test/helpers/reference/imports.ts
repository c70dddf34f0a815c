/** Which part of src/ may import which. CONTRIBUTING.md shows the same as a diagram, generated from here. */

/** What every folder may import, except those that these import. The diagram leaves it out. */
export const BASE = ['system', 'errors.ts', 'text.ts'] as const;

/** Folder or file of src/ -> what it may import from outside itself. cli/ may import everything. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': ['messages'],
  system: ['messages', 'errors.ts', 'text.ts'],
  messages: ['text.ts'],
  fetch: BASE,
  pdf: BASE,
  pki: BASE,
  isolation: BASE,
  trust: ['pki', 'fetch', 'messages', ...BASE],
  'text-layout': ['pdf', ...BASE],
  convert: ['text-layout', 'isolation', 'render', 'pdf', 'messages', ...BASE],
  signatures: ['pdf', 'pki', 'trust', 'fetch', 'isolation', 'render', 'messages', ...BASE],
  sign: ['text-layout', 'signatures', 'trust', 'pdf', 'pki', 'fetch', 'isolation', 'messages', ...BASE],
  report: ['signatures', 'messages', ...BASE],
  render: BASE,
  postgres: ['errors.ts'],
  keys: BASE,
  jobs: ['isolation', ...BASE],
  warm: ['convert', 'isolation', ...BASE],
  config: ['convert', 'keys', ...BASE],
  mail: BASE,
  remote: ['convert', 'fetch', 'messages', ...BASE],
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
    ...BASE,
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
