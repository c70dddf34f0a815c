import type { EngineSettings } from '../settings.js';
import type { Installation } from './locate.js';

/** What the engines of a converter have in common. */
export interface EngineHost extends Omit<EngineSettings, 'libreoffice'> {
  installation: Installation | null;
}
