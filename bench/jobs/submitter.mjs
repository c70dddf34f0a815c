/** A process that submits jobs as a server does, without HTTP: see submissions.mjs. */
import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { inLanes } from '../service.mjs';

const { url, bundles, lanes, accounts, bytes } = JSON.parse(process.argv[2]);
const load = bundle => import(pathToFileURL(bundle).href);
const [{ openPostgres }, { openPostgresJobs }, { announce, save }] = await Promise.all(bundles.map(load));

const postgres = openPostgres(url);
const keysFor = () => [Buffer.alloc(32, 1)];
const open = openPostgresJobs({ postgres, keysFor, keepMs: 3_600_000, maxBytes: 1e12, blobs: null });
const backend = open(error => console.error(error));
const content = randomBytes(bytes);
const document = { name: 'a.docx', size: bytes, source: { bytes: content }, read: async () => content };
const limits = { perAccount: 1e9, inAll: 1e9 };

async function submit(i) {
  const id = randomBytes(16).toString('base64url');
  const account = `account${i % accounts}@example.org`;
  const given = { id, kind: 'convert', account, fingerprint: '', parameters: {}, webhook: null };
  await announce(await save(given, [document], backend, limits), backend);
}

process.on('message', async count => {
  await inLanes(lanes, count, submit);
  process.send('done');
});
process.send('ready');
