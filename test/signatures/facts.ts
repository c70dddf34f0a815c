/** The facts of a valid signature, and a way to replace some of them. */
import type { Change, Overlay } from '../../src/signatures/changes/index.js';
import type { SignatureFacts } from '../../src/signatures/facts/types.js';
import type { ChangePermissions } from '../../src/signatures/permissions.js';

type Patch = { readonly [Group in keyof SignatureFacts]?: Partial<SignatureFacts[Group]> | SignatureFacts[Group] };

const UNRESTRICTED: ChangePermissions = { level: null, certified: false, isLocked: () => false };

/** A change after signing, by default of page content. */
export function change(patch: Partial<Change> = {}): Change {
  return {
    revision: 2,
    class: 'content',
    kind: 'a change',
    page: 1,
    field: null,
    message: 'page 1: something was changed',
    value: null,
    warnings: [],
    pages: [1],
    showsNothing: false,
    ...patch,
  };
}

/** What a changed annotation covers. */
export const overlay = (effect: Overlay['effect']): Overlay => ({
  page: 1,
  revision: 2,
  field: null,
  class: 'annotations',
  kind: 'annotation',
  effect,
  message: 'page 1: an annotation may hide something',
});

const GOOD: SignatureFacts = {
  field: 'Signature1',
  kind: 'signature',
  subFilter: 'ETSI.CAdES.detached',
  structure: {
    filled: true,
    encodingKnown: true,
    rangeWellFormed: true,
    gapIsContents: true,
    coverage: 'file',
    inField: true,
    coversField: true,
    inObjectStream: false,
    duplicateKeys: [],
    unchanged: true,
    strayBytes: false,
    laterDamage: false,
    recovered: false,
  },
  cms: {
    encoding: 'CMS',
    signerInfos: 1,
    foreignContent: false,
    trailingBytes: false,
    consistent: true,
    signedAttributes: { contentType: true, messageDigest: true, single: true, der: true },
    algorithmsAgree: true,
    timestampContent: 'sound',
    maskDigest: 'same',
  },
  crypto: { digestMatches: true, signatureVerifies: true },
  identity: {
    certificateFound: true,
    reference: 'matches',
    faults: [],
    outdatedLists: [],
  },
  changes: { later: [], overlays: [], permissions: UNRESTRICTED, activeContent: [] },
  times: { stated: [], contradict: false, validation: new Date('2026-01-02T03:04:05Z') },
};

export function facts(patch: Patch = {}): SignatureFacts {
  const groups = Object.entries(GOOD).map(([group, value]) => {
    const change = patch[group as keyof SignatureFacts];
    return [group, isObject(value) && isObject(change) ? { ...value, ...change } : (change ?? value)];
  });
  return Object.fromEntries(groups) as SignatureFacts;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export type { Patch };
