/**
 * The functions of a PKCS#11 module (Cryptoki 2.40) that signing needs, through its C interface. The module is foreign code
 * in the process that loads it: only for token.worker.ts.
 */
import koffi, { type KoffiFunc } from 'koffi';
import { loadLibrary } from '../../../system/native-library.js';
import { CKA, CKF, CKR } from './constants.js';

/** A module has returned something else than CKR_OK. */
export class CryptokiError extends Error {
  constructor(
    readonly call: string,
    readonly code: number,
  ) {
    super(`${call}: 0x${code.toString(16)}`);
  }
}

const isWindows = process.platform === 'win32';
/** Structures are packed on Windows only. CK_ULONG is an unsigned long: 4 bytes there, 8 elsewhere. */
const struct = isWindows ? koffi.pack : koffi.struct;
const ULONG_SIZE = koffi.sizeof('ulong');
const POINTER_SIZE = koffi.sizeof('void *');
/** In CK_FUNCTION_LIST the pointers follow a CK_VERSION of two bytes. */
const FIRST_FUNCTION = isWindows ? 2 : POINTER_SIZE;

struct('CK_C_INITIALIZE_ARGS', {
  create: 'void *',
  destroy: 'void *',
  lock: 'void *',
  unlock: 'void *',
  flags: 'ulong',
  reserved: 'void *',
});
struct('CK_ATTRIBUTE', { type: 'ulong', value: 'void *', length: 'ulong' });
struct('CK_MECHANISM', { mechanism: 'ulong', parameter: 'void *', length: 'ulong' });

/** Place in CK_FUNCTION_LIST, and parameters. */
const FUNCTIONS = {
  C_Initialize: [0, 'CK_C_INITIALIZE_ARGS *arguments'],
  C_Finalize: [1, 'void *reserved'],
  C_GetSlotList: [4, 'uint8_t present, void *slots, void *count'],
  C_GetTokenInfo: [6, 'ulong slot, void *info'],
  C_GetMechanismList: [7, 'ulong slot, void *list, void *count'],
  C_OpenSession: [12, 'ulong slot, ulong flags, void *application, void *notify, void *session'],
  C_Login: [18, 'ulong session, ulong user, void *pin, ulong length'],
  C_GetAttributeValue: [24, 'ulong session, ulong object, _Inout_ CK_ATTRIBUTE *attributes, ulong count'],
  C_FindObjectsInit: [26, 'ulong session, CK_ATTRIBUTE *attributes, ulong count'],
  C_FindObjects: [27, 'ulong session, void *objects, ulong max, void *count'],
  C_FindObjectsFinal: [28, 'ulong session'],
  C_SignInit: [42, 'ulong session, CK_MECHANISM *mechanism, ulong key'],
  C_Sign: [43, 'ulong session, void *data, ulong length, void *signature, void *signatureLength'],
} as const;
type Name = keyof typeof FUNCTIONS;

export interface TokenInfo {
  readonly label: string;
  readonly serialNumber: string;
  readonly flags: number;
}

export interface Cryptoki {
  slots(): number[];
  tokenInfo(slot: number): TokenInfo;
  mechanisms(slot: number): number[];
  openSession(slot: number): number;
  /** Without a PIN the token has a pad for it. */
  login(session: number, user: number, pin: Uint8Array | null): void;
  find(session: number, objectClass: number): number[];
  /** Null where the object has no such attribute, or does not reveal it. */
  attribute(session: number, object: number, type: number): Buffer | null;
  signInit(session: number, key: number, mechanism: number, parameter: Uint8Array | null): void;
  sign(session: number, data: Uint8Array): Buffer;
  finalize(): void;
}

const MAX_SLOTS = 256;
const MAX_MECHANISMS = 1024;
const MAX_OBJECTS = 1024;
/** Bytes. */
const MAX_ATTRIBUTE = 65_536;
const MAX_SIGNATURE = 2048;
/** Larger than CK_TOKEN_INFO on every system. */
const TOKEN_INFO_SIZE = 512;

export function openCryptoki(module: string): Cryptoki {
  const call = callerOf(module);
  call('C_Initialize', {
    ...{ create: null, destroy: null, lock: null, unlock: null, reserved: null },
    flags: CKF.osLockingOk,
  });

  return {
    slots: () => list(MAX_SLOTS, (slots, count) => call('C_GetSlotList', 1, slots, count)),
    tokenInfo(slot) {
      const info = Buffer.alloc(TOKEN_INFO_SIZE);
      call('C_GetTokenInfo', slot, info);
      const text = (from: number, to: number) => info.toString('utf8', from, to).replace(/[\0 ]+$/, '');
      return { label: text(0, 32), serialNumber: text(80, 96), flags: numberAt(info, 96) };
    },
    mechanisms: slot => list(MAX_MECHANISMS, (found, count) => call('C_GetMechanismList', slot, found, count)),
    openSession(slot) {
      const session = numbers(1);
      call('C_OpenSession', slot, CKF.serialSession, null, null, session);
      return numberAt(session, 0);
    },
    login: (session, user, pin) => call('C_Login', session, user, pin, pin?.length ?? 0),
    find(session, objectClass) {
      call('C_FindObjectsInit', session, [attributeOf(CKA.class, numbers(1, objectClass))], 1);
      const [objects, count] = [numbers(MAX_OBJECTS), numbers(1)];
      call('C_FindObjects', session, objects, MAX_OBJECTS, count);
      call('C_FindObjectsFinal', session);
      return numbersIn(objects, numberAt(count, 0));
    },
    attribute(session, object, type) {
      const value = Buffer.alloc(MAX_ATTRIBUTE);
      const attributes = [attributeOf(type, value)];
      try {
        call('C_GetAttributeValue', session, object, attributes, 1);
      } catch {
        return null;
      }
      const length = Number(attributes[0]!.length);
      return length <= MAX_ATTRIBUTE ? value.subarray(0, length) : null;
    },
    signInit: (session, key, mechanism, parameter) =>
      call('C_SignInit', session, { mechanism, parameter, length: parameter?.length ?? 0 }, key),
    sign(session, data) {
      const [signature, length] = [Buffer.alloc(MAX_SIGNATURE), numbers(1, MAX_SIGNATURE)];
      call('C_Sign', session, data, data.length, signature, length);
      return signature.subarray(0, numberAt(length, 0));
    },
    finalize: () => call('C_Finalize', null),
  };
}

/** Throws CryptokiError. Modules need not export any function but C_GetFunctionList. */
function callerOf(module: string): (name: Name, ...values: unknown[]) => void {
  const list: [unknown] = [null];
  const getList = loadLibrary(module).func('ulong C_GetFunctionList(_Out_ void **list)');
  requireOk('C_GetFunctionList', getList(list));
  const functions = Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, [index, parameters]]) => {
      const pointer = koffi.decode(list[0], FIRST_FUNCTION + index * POINTER_SIZE, 'void *');
      return [name, koffi.decode(pointer, koffi.proto(`ulong docconv_${name}(${parameters})`)) as KoffiFunc<never>];
    }),
  ) as unknown as Readonly<Record<Name, (...values: unknown[]) => number>>;
  return (name, ...values) => requireOk(name, functions[name](...values));
}

function requireOk(call: string, code: number): void {
  if (Number(code) !== CKR.ok) throw new CryptokiError(call, Number(code));
}

/** Passes room for numbers, and for how many there are. */
function list(max: number, fill: (items: Buffer, count: Buffer) => void): number[] {
  const [items, count] = [numbers(max), numbers(1, max)];
  fill(items, count);
  return numbersIn(items, numberAt(count, 0));
}

const attributeOf = (type: number, value: Buffer) => ({ type, value, length: value.length });

/** CK_ULONG[length] */
export function numbers(length: number, ...values: number[]): Buffer {
  const buffer = Buffer.alloc(length * ULONG_SIZE);
  for (const [i, value] of values.entries())
    if (ULONG_SIZE === 8) buffer.writeBigUInt64LE(BigInt(value), i * ULONG_SIZE);
    else buffer.writeUInt32LE(value, i * ULONG_SIZE);
  return buffer;
}

function numberAt(buffer: Buffer, offset: number): number {
  return ULONG_SIZE === 8 ? Number(buffer.readBigUInt64LE(offset)) : buffer.readUInt32LE(offset);
}

function numbersIn(buffer: Buffer, count: number): number[] {
  return Array.from({ length: Math.min(count, buffer.length / ULONG_SIZE) }, (_, i) =>
    numberAt(buffer, i * ULONG_SIZE),
  );
}
