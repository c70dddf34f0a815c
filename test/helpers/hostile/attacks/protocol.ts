/** Attacks through the connection: messages that docconv must neither understand nor wait for, nor keep in memory. */
import { closeSync } from 'node:fs';
import koffi from 'koffi';
import { type Attack, NO_ANSWER, sleep } from '../attack.js';
import { frame, type Link } from '../link.js';
import { pdfWith } from '../scene.js';
import { call } from './system-calls.js';

const MIB = 1024 ** 2;

/** Sends this instead of an answer. */
const sends =
  (make: (link: Link) => Uint8Array | string | readonly Uint8Array[]): Attack =>
  ({ link }) => {
    const bytes = make(link);
    for (const part of Array.isArray(bytes) ? bytes : [bytes]) link.raw(part as Uint8Array);
    return NO_ANSWER;
  };

/** Sends a frame with this header, which is not changed in any way. */
const header = (json: string, ...contents: readonly Uint8Array[]) => sends(() => frame(json, contents));

/** An answer with other sizes of its blobs than it has. */
const sizes = (blobs: string, ...contents: readonly Uint8Array[]) =>
  sends(link =>
    frame(JSON.stringify({ ...link.response, blobs: 0 }).replace(/"blobs":0}$/, `"blobs":${blobs}}`), contents),
  );

const failure = (fields: object) =>
  header(
    JSON.stringify({
      type: 'failure',
      failure: { code: 'ENGINE_FAILED', message: 'failed', detail: {}, cause: null, ...fields },
      blobs: [],
    }),
  );

const otherFormat = (format: string) =>
  header(JSON.stringify({ type: 'response', result: { outcomes: [{ kind: 'other', format }] }, blobs: [] }));

const PDF = pdfWith('sent');
const nested = (open: string, close: string) => open.repeat(500_000) + close.repeat(500_000);
/** Codes that mean something else than a failure of a document. */
const FOREIGN_CODES = [
  'CLOSED',
  'QUEUE_FULL',
  'NO_ENGINE',
  'KEY_INVALID',
  'OUTPUT_NOT_WRITABLE',
  'toString',
  '__proto__',
  '',
];
const ESCAPES = '\x1b]0;owned\x07\x1b[2J\x1b[31m\r\n\0\u202e\u2066\x9b';

const SOL_SOCKET = 1;
const SCM_RIGHTS = 1;
const MSG_DONTWAIT = 0x40;

/** Sends a byte and `count` times descriptor 0 through the connection; the errno, or ''. */
function sendFiles(count: number): string {
  const byte = Buffer.alloc(1);
  const control = Buffer.alloc(16 + 4 * count); // struct cmsghdr, then the descriptors
  control.writeBigUInt64LE(BigInt(control.length), 0);
  control.writeInt32LE(SOL_SOCKET, 8);
  control.writeInt32LE(SCM_RIGHTS, 12);
  const vector = Buffer.alloc(16);
  vector.writeBigUInt64LE(koffi.address(byte), 0);
  vector.writeBigUInt64LE(1n, 8);
  const message = Buffer.alloc(56); // struct msghdr
  message.writeBigUInt64LE(koffi.address(vector), 16);
  message.writeBigUInt64LE(1n, 24);
  message.writeBigUInt64LE(koffi.address(control), 32);
  message.writeBigUInt64LE(BigInt(control.length), 40);
  return call('sendmsg', 3, message, MSG_DONTWAIT).errno;
}

export const PROTOCOL_ATTACKS: Record<string, Attack> = {
  'sends random bytes': sends(() => Buffer.from(Array.from({ length: 65_536 }, (_, i) => (i * 7919) % 251))),
  "sends Node's internal messages": sends(
    () =>
      '{"cmd":"NODE_HANDLE_ACK"}\n{"cmd":"NODE_HANDLE","type":"net.Socket"}\n{"cmd":"NODE_SOCKET_NOTIFY_CLOSE","key":"x"}\n',
  ),
  'sends a line of 256 MB': sends(() => Array.from({ length: 256 }, () => Buffer.alloc(MIB, 'x'))),
  'sends a length of 4 GiB': sends(() => Buffer.from([255, 255, 255, 255, 0x7b])),
  'sends a length of zero': sends(() => Buffer.alloc(4)),
  'sends a length, and nothing': sends(() => Buffer.from([10, 0, 0, 0])),
  'sends half a header, then ends': ({ link }) => {
    link.raw(Buffer.from([10, 0, 0, 0, 0x7b]));
    process.exit(0);
  },
  'sends 1 MB of nested lists': header(nested('[', ']')),
  'sends 1 MB of nested objects': header(nested('{"a":', '').slice(0, MIB - 10)),
  'sends 1 MB of nested values in the result': header(
    `{"type":"response","result":${nested('[', ']').slice(0, 900_000)}`,
  ),
  'sends 1 MB of keys': header(`{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join()},"blobs":[]}`),
  'sends a list of 400,000 blobs': header(`{"type":"response","blobs":[${'0,'.repeat(400_000)}0]}`),
  'sends what is no object': header('null'),
  'sends a list': header('[]'),
  'sends text that is no JSON': header('{"type": response}'),
  'sends invalid UTF-8': sends(() => frame(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))),
  'sends an answer with __proto__': sends(link => {
    const json = JSON.stringify({ ...link.response, blobs: [PDF.length] });
    return frame(
      json.replace('{', '{"__proto__":{"polluted":true,"usable":true},"constructor":{"prototype":{"polluted":1}},'),
      [PDF],
    );
  }),
  'sends an answer of an unknown type': header('{"type":"shutdown","blobs":[]}'),
  'sends an answer without a type': header('{"blobs":[]}'),
  'sends its greeting again': header('{"type":"ready","blobs":[]}'),
  'sends an answer without a result': header('{"type":"response","blobs":[]}'),
  'sends a result of another type': header('{"type":"response","result":{"toString":1,"length":-1},"blobs":[]}'),
  'sends a result without end': header(`{"type":"response","result":[${'"aaaaaaaaaa",'.repeat(70_000)}""],"blobs":[]}`),
  'sends an answer with an additional property': sends(link =>
    frame(JSON.stringify({ ...link.response, path: '/etc/passwd', blobs: [PDF.length] }), [PDF]),
  ),
  'states a negative size': sizes('[-1]'),
  'states a size of half a byte': sizes('[0.5]'),
  'states a size of 2^53': sizes('[9007199254740992]'),
  'states a size of 1e308': sizes('[1e308]'),
  'states a size as text': sizes('["9"]', PDF),
  'states a size of 8 TiB, and sends some of it': sizes('[8796093022208]', Buffer.alloc(64 * MIB)),
  'states a size of 2 GiB, and sends nothing': sizes('[2147483647]'),
  'sends a PDF of 3 GB': sends(link => {
    const size = 3000 * MIB;
    const block = Buffer.alloc(MIB, 'p');
    link.raw(frame(JSON.stringify({ ...link.response, blobs: [size] })));
    link.raw('%PDF-1.7\n');
    link.raw(Buffer.alloc(MIB - 9));
    for (let sent = MIB; sent < size; sent += MIB) link.raw(block);
    return '';
  }),
  'states no blobs, and sends one': sizes('[]', PDF),
  'states more blobs than it sends': sizes(`[${PDF.length},5]`, PDF),
  'sends more blobs than expected': sizes(`[${PDF.length},${PDF.length}]`, PDF, PDF),
  'sends a byte too many': sizes(`[${PDF.length}]`, PDF, Buffer.from('x')),
  'sends a PDF that is none': sends(link =>
    frame(JSON.stringify({ ...link.response, blobs: [9] }), [Buffer.from('<script/>')]),
  ),
  'sends an empty PDF': sizes('[0]'),
  'sends two answers': async ({ link }) => {
    link.answer(PDF);
    link.answer(PDF);
    return NO_ANSWER;
  },
  'sends another answer while it is idle': async ({ link }) => {
    link.answer(PDF);
    await sleep(300);
    link.answer(PDF);
    return NO_ANSWER;
  },
  'sends garbage while it is idle': async ({ link }) => {
    link.answer(PDF);
    await sleep(300);
    link.raw(Buffer.alloc(8 * MIB, 'x'));
    return NO_ANSWER;
  },
  'sends an answer byte by byte': async ({ link }) => {
    for (const byte of frame(JSON.stringify({ ...link.response, blobs: [PDF.length] }), [PDF])) {
      link.raw(Buffer.from([byte]));
      await sleep(100);
    }
    return NO_ANSWER;
  },
  'reports a failure with an unknown code': failure({ code: 'OWNED' }),
  'reports failures that a worker cannot have': async ({ link }) => {
    const code = FOREIGN_CODES[Math.floor(Math.random() * FOREIGN_CODES.length)];
    const text = { code, message: 'x', detail: {}, cause: null };
    link.raw(frame(JSON.stringify({ type: 'failure', failure: text, blobs: [] })));
    return NO_ANSWER;
  },
  'reports a failure with escape sequences': failure({ message: ESCAPES, cause: ESCAPES, detail: { part: ESCAPES } }),
  'reports a failure with a message of 900 kB': failure({ message: 'm'.repeat(900_000) }),
  'reports a failure with nested details': failure({ detail: { part: { toString: 'x' } } }),
  'reports a failure with 10,000 details': failure({
    detail: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`d${i}`, i])),
  }),
  'reports that it is unusable': header('{"type":"unusable","message":"gone","blobs":[]}'),
  'reports that it is unusable, with escape sequences': header(
    JSON.stringify({ type: 'unusable', message: ESCAPES.repeat(1000), blobs: [] }),
  ),
  'says that the document has another format, again and again': otherFormat('xlsx'),
  'says that the document has a format that does not exist': otherFormat('__proto__'),
  'sends a PDF for a failure': sends(() => {
    const failed = { kind: 'failed', failure: { code: 'ENGINE_FAILED', message: 'x', detail: {}, cause: null } };
    return frame(JSON.stringify({ type: 'response', result: { outcomes: [failed] }, blobs: [PDF.length] }), [PDF]);
  }),
  'sends outcomes for documents that it did not get': sends(() => {
    const outcomes = Array.from({ length: 500 }, () => ({ kind: 'done', format: 'txt', pages: [null], warnings: [] }));
    const blobs = outcomes.map(() => PDF.length);
    return frame(
      JSON.stringify({ type: 'response', result: { outcomes }, blobs }),
      outcomes.map(() => PDF),
    );
  }),
  'sends 2,000 open files with an answer': ({ link }) => {
    const refused = sendFiles(8);
    for (let sent = 0; sent < 250 && refused === ''; sent++) sendFiles(8);
    link.answer(PDF);
    return NO_ANSWER;
  },
  'closes the connection, and lives': () => {
    closeSync(3);
    return NO_ANSWER;
  },
  'closes the connection in the middle of a blob': ({ link }) => {
    link.raw(frame(JSON.stringify({ ...link.response, blobs: [1000] }), [PDF]));
    closeSync(3);
    return NO_ANSWER;
  },
};
