/** The problem codes of the service as a chapter of its description, in Markdown. */

/**
 * @typedef {{ code: string, status: number, title: string, cause: string, remedy: string, retryable?: boolean }} Problem
 * @param {Problem[]} problems
 */
export function problemList(problems) {
  const statuses = [...new Set(problems.map(({ status }) => status))].sort((a, b) => a - b);
  const chapters = statuses.map(status => chapter(status, problems));
  return [INTRODUCTION, ...chapters].join('\n\n');
}

const INTRODUCTION = `Every error is a response of the type \`application/problem+json\` with a stable \`code\`. The codes, their causes and
what to do:`;

/**
 * @param {number} status
 * @param {Problem[]} problems
 */
function chapter(status, problems) {
  const own = problems.filter(problem => problem.status === status);
  return [`## Status ${status}`, ...own.map(item)].join('\n\n');
}

/** @param {Problem} problem */
function item({ code, title, cause, remedy, retryable }) {
  const retry = retryable && 'The same request may succeed later.';
  const sentences = [`**\`${code}\`** ${title}.`, cause, remedy && `**What to do:** ${remedy}`, retry];
  return sentences.filter(Boolean).join(' ');
}
