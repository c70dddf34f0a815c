/** The programs of the matrix, each started once. `.ci/peers` downloads those that Debian does not have. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SignPdf } from '@signpdf/signpdf';
import { Signer } from '@signpdf/utils';
import { openPdf } from '../../src/pdf/index.js';
import { addPlaceholder } from '../../src/sign/field/placeholder.js';
import { CERTIFICATIONS, createIdentity, readIdentity, sign } from '../../src/sign/index.js';
import type { Requirement } from '../helpers/requires.js';
import { withEmptyField } from './empty-field.js';
import { PASSWORD } from './keys.js';
import { type Program, type Running, start, TIME_LIMIT_MS } from './program.js';

const PROGRAMS = join(import.meta.dirname, 'programs');
const CACHE = process.env.DOCCONV_PEERS || join(homedir(), '.cache', 'docconv-peers');

/** `.ci/peers` was run as it is now: no package of Debian has all of it. */
export const downloaded: Requirement = {
  missing: 'the programs of other makers are not downloaded',
  met: isDownloaded(),
};

function isDownloaded(): boolean {
  const list = join(CACHE, 'complete'); // a copy of the script
  return existsSync(list) && readFileSync(list).equals(readFileSync('.ci/peers'));
}

const LIBRARIES = ['pdfbox', 'itext5', 'itext9', 'openpdf'];

function compiled(folder: string): string {
  const classes = join(folder, 'classes');
  const jars = LIBRARIES.map(library => join(CACHE, 'java', library, '*')).join(':');
  const sources = ['Jobs', 'Pdfbox', 'Itext5', 'Itext9', 'Openpdf'].map(name => join(PROGRAMS, `${name}.java`));
  execFileSync('javac', ['-nowarn', '-cp', jars, '-d', classes, ...sources], { stdio: 'pipe' });
  return classes;
}

/** `folder`: has the keys. */
export function startPrograms(folder: string): { programs: Readonly<Record<string, Program>>; stop: () => void } {
  const classes = compiled(folder);
  const running: Running[] = [];
  const started = (command: string, ...args: string[]): Program => {
    const one = start(command, args);
    running.push(one);
    return one.run;
  };
  const java = (name: string) => {
    const jars = join(CACHE, 'java', name.toLowerCase(), '*');
    return started('java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', `${classes}:${jars}`, name, folder);
  };
  const python = (name: string) => started(join(CACHE, 'python/bin/python3'), join(PROGRAMS, `${name}.py`), folder);
  const node = (name: string) => started(process.execPath, join(PROGRAMS, `${name}.mjs`), join(CACHE, 'npm'));
  const lib = node('pdf-lib');
  const programs = {
    docconv: docconv(folder),
    '@signpdf': placeholderFilled(new P12Signer(folder)),
    openssl: placeholderFilled(new OpensslSigner(folder)),
    pdfsig: pdfsig(folder),
    'pdf-lib': lib,
    '@cantoo/pdf-lib': lib,
    'pdfjs-dist': node('pdfjs'),
    pyHanko: python('sign_pyhanko'),
    pypdf: python('fill_pypdf'),
    PyMuPDF: python('fill_pymupdf'),
    PDFBox: java('Pdfbox'),
    'iText 5': java('Itext5'),
    'iText 9': java('Itext9'),
    OpenPDF: java('Openpdf'),
    mutool: mutool(folder),
    qpdf,
    pdftk: pdftk(folder),
    LibreOffice: libreOffice(folder),
  };
  return { programs, stop: () => running.forEach(one => void one.stop()) };
}

const docconv = (folder: string): Program => {
  const identity = readIdentity(readFileSync(join(folder, 'ann.p12')), PASSWORD);
  return async ({ action, source, target, value }) => {
    const certify = action === 'certify' ? CERTIFICATIONS[Number(value) - 1] : undefined;
    writeFileSync(target, await sign(source, identity, certify && { certify }));
  };
};

const pdfsig =
  (folder: string): Program =>
  async ({ source, target }) => {
    const database = ['-nssdir', join(folder, 'nss'), '-nick', 'ann'];
    execute(target, 'pdfsig', [...database, '-add-signature', source, target]);
  };

/** Runs a program that ends; throws what it says if it fails or writes no file. */
function execute(target: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT_MS,
    env: { ...process.env, ...env },
  });
  if (status !== 0 || !existsSync(target)) throw new Error(`${stdout}${stderr}`);
}

const qpdf: Program = async ({ source, target }) => execute(target, 'qpdf', [source, target]);

/** It signs in a field that exists. */
const mutool =
  (folder: string): Program =>
  async ({ action, source, target, field, value }) => {
    if (action === 'rewrite') return execute(target, 'mutool', ['clean', '-gggz', source, target]);
    if (action !== 'sign')
      return execute(target, 'mutool', ['run', join(PROGRAMS, 'mutool.js'), action, source, target, field!, value!]);
    const { file, ref } = await withEmptyField(readFileSync(source));
    const prepared = join(folder, 'prepared.pdf');
    writeFileSync(prepared, file);
    const key = ['-s', join(folder, 'ann.p12'), '-P', PASSWORD];
    execute(target, 'mutool', ['sign', ...key, '-o', target, prepared, String(ref.num)]);
  };

/** It fills in by FDF (12.7.8), and writes the file anew. */
const pdftk =
  (folder: string): Program =>
  async ({ action, source, target, field, value }) => {
    if (action === 'rewrite') return execute(target, 'pdftk', [source, 'output', target, 'compress']);
    const data = join(folder, 'data.fdf');
    writeFileSync(data, `%FDF-1.2\n1 0 obj\n<</FDF<</Fields[<</T(${field})/V(${value})>>]>>>>\nendobj\n${FDF_END}`);
    execute(target, 'pdftk', [source, 'fill_form', data, 'output', target]);
  };
const FDF_END = 'trailer\n<</Root 1 0 R>>\n%%EOF\n';

/** It signs what it exports: a form of its own with the same fields. */
const libreOffice =
  (folder: string): Program =>
  async ({ target }) => {
    const options = {
      SignPDF: { type: 'boolean', value: 'true' },
      SignCertificateSubjectName: { type: 'string', value: 'O=Test,CN=ann' },
    };
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    const how = ['--convert-to', `pdf:writer_pdf_Export:${JSON.stringify(options)}`, '--outdir', folder];
    const database = { MOZILLA_CERTIFICATE_FOLDER: `sql:${join(folder, 'nss')}` };
    const made = join(folder, 'libreoffice.pdf');
    execute(made, 'soffice', [profile, '--headless', ...how, join(PROGRAMS, 'libreoffice.fodt')], database);
    renameSync(made, target);
  };

/** The placeholder of docconv, filled by a signer: that of @signpdf replaces the form. */
const placeholderFilled =
  (signer: Signer): Program =>
  async ({ source, target }) => {
    const file = readFileSync(source);
    const { latest } = await openPdf(file);
    const { certificate } = createIdentity('Ann');
    const planned = { digest: 'sha256', certificate, others: [], hasTimestamp: false };
    const prepared = addPlaceholder(file, latest, { at: new Date(), room: 8000, planned });
    writeFileSync(target, await new SignPdf().sign(prepared, signer));
  };

/** The signer of @signpdf; each can be used once. */
class P12Signer extends Signer {
  constructor(private readonly folder: string) {
    super();
  }

  override async sign(content: Buffer): Promise<Buffer> {
    const { P12Signer: Original } = createRequire(join(CACHE, 'npm', 'index.js'))('@signpdf/signer-p12');
    return new Original(readFileSync(join(this.folder, 'ann.p12')), { passphrase: PASSWORD }).sign(content);
  }
}

class OpensslSigner extends Signer {
  constructor(private readonly folder: string) {
    super();
  }

  override async sign(content: Buffer): Promise<Buffer> {
    const file = join(this.folder, 'ann.pem');
    const how = ['-binary', '-md', 'sha256', '-outform', 'DER', '-cades'];
    return execFileSync('openssl', ['cms', '-sign', '-signer', file, '-inkey', file, ...how], { input: content });
  }
}
