/**
 * A folder in which the engines of all tests keep what they found out and the profile of LibreOffice: without it, each test file
 * would try every family of documents and write a profile anew.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    engineCache: string;
  }
}

/** Runs once before all tests. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-test-cache-'));
  project.provide('engineCache', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
