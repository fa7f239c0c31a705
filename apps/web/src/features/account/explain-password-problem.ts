/** Why a change that needs the password was refused, by HTTP status; 0 means no response. */
export function explainPasswordProblem(status: number): string {
  if (status === 429) return 'Too many attempts. Wait five minutes, then try again.'
  if (status === 401) return 'Your session has ended. Sign in again.'
  if (status === 403) return 'Single sign-on is enforced. Only break-glass admins can change this.'
  if (status >= 400 && status < 500) return 'The password is incorrect.'
  return 'The console is not responding. Reload the page and try again.'
}
