import { describe, expect, it } from 'vitest';
import { problemOnWindows } from '../../../src/system/files/file-names.js';

describe('a name on Windows', () => {
  it.each([
    'C:\\Users\\Anna\\report.pdf',
    'C:/Users/Anna/report.pdf',
    '\\\\server\\share\\report.pdf',
    '/home/anna/.hidden/console.pdf',
    'D:\\auxiliary\\nullable.pdf',
  ])('%s is a file', path => expect(problemOnWindows(path)).toBeNull());

  it.each([
    ['C:\\con', 'con is a device'],
    ['C:\\a\\AUX.pdf', 'AUX.pdf is a device'],
    ['C:\\a\\LPT1 .tar.pdf', 'is a device'],
    ['C:\\nul\\a.pdf', 'nul is a device'],
    ['C:\\a.pdf:b', 'do not contain ":"'],
    ['C:\\a?.pdf', 'do not contain "?"'],
    ['C:\\a.', 'at the end of a name'],
    ['C:\\a \\b.pdf', 'at the end of a name'],
  ])('%s is refused', (path, problem) => expect(problemOnWindows(path)).toContain(problem));
});
