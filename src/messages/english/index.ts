/** The texts in English, with {parameters}. A text with forms has one for each plural category of its parameter `count`. */
import { errorTexts } from './errors/index.js';
import { VERIFICATION } from './verification.js';

export const ENGLISH = { ...VERIFICATION, ...errorTexts() } as const;
