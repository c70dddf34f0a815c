import { userInfo } from 'node:os';

/** HOME, or what the system knows of the account: Node's homedir() takes an empty HOME, and throws without an account. */
export function homeFolder(env: NodeJS.ProcessEnv): string {
  if (env.HOME) return env.HOME;
  try {
    return userInfo().homedir;
  } catch {
    return '/'; // a user id without an account, as in containers
  }
}
