import type { EngineStatus } from '../engine.js';
import type { EngineName } from '../engine-name.js';
import type { Installation } from './locate.js';
import { missingPrograms } from './programs.js';

/** Of an engine that uses the installed LibreOffice. @param location of what it starts @param note why it cannot be used */
export function installedStatus(
  name: EngineName,
  installation: Installation | null,
  location: string | undefined,
  note: string | null,
): EngineStatus {
  const { version = null, missing = [] } = installation ?? {};
  const all = [...missing, ...missingPrograms()];
  return { name, available: note === null, version, location: location ?? null, missing: all, note };
}
