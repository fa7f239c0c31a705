/**
 * Why a sign-in failed, by HTTP status; 0 means no response. A wrong address and a wrong password have the same text,
 * on purpose.
 */
export function explainSignInFailure(status: number): string {
  if (status === 429) return 'Too many attempts from this address. Wait a minute, then try again.'
  if (status === 403) return 'This account is disabled. Contact an admin.'
  if (status >= 400 && status < 500)
    return 'Incorrect email or password. Check both, or ask an admin to reset the password.'
  return 'The console is not responding. Check that the web process and its database are running, then try again.'
}
