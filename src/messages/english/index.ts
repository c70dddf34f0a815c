/** The texts in English, with {parameters}. A text with forms has one for each plural category of its parameter `count`. */
import { errorTexts } from './errors/index.js';
import { verificationTexts } from './verification.js';

export const ENGLISH = { ...verificationTexts(), ...errorTexts() } as const;
