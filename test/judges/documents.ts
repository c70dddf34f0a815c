/** The PDFs that docconv and the judges validate. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCertificates } from '../../src/pki/index.js';
import { sign as signWithDocconv } from '../../src/sign/index.js';
import type { CheckOptions } from '../../src/signatures/index.js';
import { trustStoreOf } from '../../src/trust/index.js';
import { NOW } from '../helpers/pki.js';
import { DOCUMENTS } from '../sign/documents.js';
import { certified, clean, pki } from '../signatures/attacks/documents.js';
import { type Document, FAMILIES, ROWS } from '../signatures/attacks/table.js';
import { ALLOWED, ANNOTATIONS, REMOVALS } from '../signatures/changes/allowed.js';
import { ANSWERS } from '../signatures/trust/answers.js';
import { LATER } from '../signatures/trust/later.js';
import { NAMES, PATHS, PURPOSES } from '../signatures/trust/paths.js';
import { CRLS, OCSP, REVOCATION } from '../signatures/trust/revocation.js';
import { tableOf } from '../signatures/trust/table.js';
import { ALGORITHMS, TIMESTAMPS } from '../signatures/trust/times.js';
import { TOKENS } from '../signatures/trust/tokens.js';
import { VALIDITY } from '../signatures/trust/validity.js';

export interface Judged {
  /** The group ('corpus', 'signed', 'edit', 'trust', 'attack' or 'twin'), a colon, and what is special; unique. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly options: CheckOptions & { readonly at: Date };
}

/** `corpus`: the folder with signed.json. */
export async function judgedDocuments(corpus: string): Promise<Judged[]> {
  return [...corpusFiles(corpus), ...(await signedByDocconv()), ...permittedEdits(), ...trustCases(), ...attacks()];
}

const judged = (name: string, { bytes, options }: Document): Judged => ({
  name,
  bytes,
  options: { at: NOW, ...options },
});

interface Sample {
  readonly file: string;
  readonly password?: string;
  readonly context?: { readonly validationTime?: string };
}

/** With the anchors of all of them: certificates that their test suites trust. */
function corpusFiles(corpus: string): Judged[] {
  const anchors = readdirSync(join(corpus, 'trust'))
    .filter(name => name.includes('-cert'))
    .flatMap(name => parseCertificates(readFileSync(join(corpus, 'trust', name))));
  const trust = trustStoreOf(anchors);
  const samples: Sample[] = JSON.parse(readFileSync(join(corpus, 'signed.json'), 'utf8'));
  return samples.map(({ file, password, context }) => {
    const at = context?.validationTime ? new Date(context.validationTime) : NOW;
    const options = { trust, at, ...(password ? { password } : {}) };
    return judged(`corpus: ${file}`, { bytes: readFileSync(join(corpus, 'signed', file)), options });
  });
}

const SIGNERS = ['ann', 'rsa'] as const;

async function signedByDocconv(): Promise<Judged[]> {
  const trust = trustStoreOf([pki.certificate('root')]);
  const files: Judged[] = [];
  for (const [what, original] of Object.entries(DOCUMENTS)) {
    let bytes = original;
    for (const name of SIGNERS) {
      const { key, certificate } = pki.id(name);
      bytes = await signWithDocconv(bytes, { key, certificate, others: [pki.certificate('ca')] }, { at: NOW });
      files.push(judged(`signed: ${what}, by ${name}`, { bytes, options: { trust } }));
    }
  }
  return files;
}

function permittedEdits(): Judged[] {
  const [approved, certifiedFor] = [clean(), certified(3)()];
  return [...ALLOWED, ...ANNOTATIONS, ...REMOVALS].flatMap(({ rule, what, edit }) => [
    judged(`edit: ${rule}, ${what}`, approved.save(edit)),
    judged(`edit: certified, ${rule}, ${what}`, certifiedFor.save(edit)),
  ]);
}

const TRUST_CASES = {
  PATHS,
  NAMES,
  PURPOSES,
  VALIDITY,
  REVOCATION,
  CRLS,
  OCSP,
  ANSWERS,
  LATER,
  TIMESTAMPS,
  TOKENS,
  ALGORITHMS,
};

/** Of which the expected indications follow EN 319 102-1. */
function trustCases(): Judged[] {
  const cases = Object.entries(TRUST_CASES).flatMap(([table, rows]) => rows.map(row => ({ table, row })));
  return cases.map(({ table, row: one }) => {
    const world = tableOf(one);
    const trust = trustStoreOf((one.anchors ?? ['root']).map(name => world.certificate(name)));
    return judged(`trust: ${table.toLowerCase()}, ${one.name}`, {
      bytes: one.pdf(world).bytes,
      options: { trust, at: world.now },
    });
  });
}

/** Many attacks share their twin. */
function attacks(): Judged[] {
  const all = [...ROWS, ...FAMILIES].flatMap(({ name, attacks }) => attacks.map(attack => ({ name, attack })));
  const twins = new Map(all.map(({ name, attack }) => [attack.twin, `twin: ${name}, of ${attack.what}`]));
  return [
    ...all.map(({ name, attack }) => judged(`attack: ${name}, ${attack.what}`, attack.attacked())),
    ...[...twins].map(([twin, name]) => judged(name, twin())),
  ];
}
