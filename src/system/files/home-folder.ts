import { homedir, userInfo } from 'node:os';

/** As Node's homedir(), which returns an empty HOME, and throws for a user id without an account, as in containers. */
export function homeFolder(): string {
  try {
    return homedir() || userInfo().homedir;
  } catch {
    return '/';
  }
}
