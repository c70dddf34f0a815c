/** Shows /openapi.json as an API reference. The component is Scalar, from this server; it sends requests to this server only. */
import { byId } from '../dom.js';
import { contentOf } from './content.js';

/** The server is the folder of this page, also below a path prefix. */
const SERVER = new URL('.', location.href);
const KEY = 'docconv-key';

permitStyles();
show().catch(error => {
  byId('state').textContent = 'The API reference could not be loaded. Reload the page, or read openapi.json.';
  throw error;
});

async function show() {
  const [description] = await Promise.all([load('openapi.json'), loadComponent('page/docs/scalar.js')]);
  byId('reference').replaceChildren();
  Scalar.createApiReference('#reference', {
    ...OFFLINE,
    ...LOOK,
    ...contentOf(description, SERVER),
    ...authentication(),
  });
}

/** Everything by which the component would contact other hosts, or propose to. */
const OFFLINE = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
};

const LOOK = {
  hiddenClients: true, // the examples of the description are complete and tested
  documentDownloadType: 'none', // the header has a link
  defaultOpenAllTags: true,
};

/** The key of the page that converts and verifies, if it has one. */
function authentication() {
  const token = sessionStorage.getItem(KEY) ?? '';
  return { authentication: { preferredSecurityScheme: 'key', securitySchemes: { key: { token } } } };
}

/** The component adds its styles as <style> elements, which the Content-Security-Policy permits with this nonce only. */
function permitStyles() {
  const nonce = document.querySelector('meta[property=csp-nonce]')?.getAttribute('content') ?? '';
  const create = document.createElement.bind(document);
  document.createElement = (/** @type {string} */ name, /** @type {ElementCreationOptions=} */ options) => {
    const element = create(name, options);
    if (name === 'style') element.nonce = nonce;
    return element;
  };
}

/** @param {string} path */
async function load(path) {
  const response = await fetch(new URL(path, SERVER), { credentials: 'omit' });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}

/** @param {string} path */
function loadComponent(path) {
  const script = document.createElement('script');
  script.src = new URL(path, SERVER).href;
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${path} could not be loaded`));
  });
  document.head.append(script);
  return loaded;
}
