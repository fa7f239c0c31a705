/**
 * Why a sign-in failed, by HTTP status; 0 stands for no answer. Whether the address or the password was wrong is not
 * told apart, on purpose.
 */
export function explainSignInFailure(status: number): string {
  if (status === 429) return 'Too many attempts from this address. Wait a minute, then try again.'
  if (status === 403) return 'This account is disabled. Ask an admin of the console.'
  if (status >= 400 && status < 500)
    return 'E-mail and password do not belong together. Check both, or ask an admin for a new password.'
  return 'The console does not answer. Check that the web process and its database run, then try again.'
}
