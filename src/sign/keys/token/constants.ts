/** Numbers of PKCS#11 (pkcs11t.h). */

export const CKF = {
  osLockingOk: 2,
  serialSession: 4,
  /** Of a token. */
  loginRequired: 0x4,
  protectedAuthenticationPath: 0x100,
  tokenInitialized: 0x400,
  userPinFinalTry: 0x20000,
  userPinLocked: 0x40000,
} as const;

export const CKU = { user: 1, contextSpecific: 2 } as const;

export const CKO = { certificate: 1, privateKey: 3 } as const;

export const CKA = {
  class: 0x0,
  label: 0x3,
  value: 0x11,
  id: 0x102,
  alwaysAuthenticate: 0x202,
} as const;

export const CKM = {
  rsaPkcs: 0x1,
  rsaPss: 0xd,
  sha256RsaPkcs: 0x40,
  sha384RsaPkcs: 0x41,
  sha512RsaPkcs: 0x42,
  sha256RsaPss: 0x43,
  sha384RsaPss: 0x44,
  sha512RsaPss: 0x45,
  sha256: 0x250,
  sha384: 0x260,
  sha512: 0x270,
  ecdsa: 0x1041,
  eddsa: 0x1057,
} as const;

export const CKG = { mgf1Sha256: 2, mgf1Sha384: 3, mgf1Sha512: 4 } as const;

export const CKR = {
  ok: 0,
  slotIdInvalid: 0x3,
  deviceError: 0x30,
  deviceRemoved: 0x32,
  keyHandleInvalid: 0x60,
  objectHandleInvalid: 0x82,
  pinIncorrect: 0xa0,
  pinInvalid: 0xa1,
  pinLengthRange: 0xa2,
  pinExpired: 0xa3,
  pinLocked: 0xa4,
  sessionClosed: 0xb0,
  sessionHandleInvalid: 0xb3,
  tokenNotPresent: 0xe0,
  tokenNotRecognized: 0xe1,
  userAlreadyLoggedIn: 0x100,
  cryptokiAlreadyInitialized: 0x191,
} as const;
