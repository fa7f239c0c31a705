/** Why a change of one's own password failed, by HTTP status; 0 stands for no answer. */
export function explainPasswordFailure(status: number): string {
  if (status === 429) return 'Too many attempts. Wait five minutes, then try again.'
  if (status === 401) return 'Your session has ended. Sign in again, then change the password.'
  if (status >= 400 && status < 500)
    return 'The present password is not right. Enter it again; an admin can set a new one if it is lost.'
  return 'The console does not answer, so it is not known whether the password was changed. Try to sign in with the new one.'
}
