/** Why a change of one's own password failed, by HTTP status; 0 stands for no answer. */
export function explainPasswordFailure(status: number): string {
  if (status === 429) return 'Too many attempts. Wait five minutes, then try again.'
  if (status === 401) return 'Your session has ended. Sign in again, then change the password.'
  if (status >= 400 && status < 500)
    return 'The current password is incorrect. If you forgot it, ask an admin to reset it.'
  return 'The console is not responding. The password may have been changed. Try to sign in with the new one.'
}
