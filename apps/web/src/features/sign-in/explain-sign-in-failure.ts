/**
 * Why a sign-in failed, by HTTP status; 0 means no response. A wrong address and a wrong password have the same text,
 * on purpose.
 */
export function explainSignInFailure(status: number, enforceSso = false): string {
  if (status === 429) return 'Too many attempts from this address. Wait a minute, then try again.'
  if (status === 403) return 'This account is disabled. Contact an admin.'
  if (status >= 400 && status < 500)
    return enforceSso
      ? 'Incorrect email or password, or not a break-glass admin. All others sign in with the provider.'
      : 'Incorrect email or password. Check both, or ask an admin to reset the password.'
  return 'The console is not responding. Check that the web process and its database are running, then try again.'
}

/** Why a code was not accepted. */
export function explainCodeFailure(status: number): string {
  if (status === 429) return 'Too many wrong codes. Wait up to fifteen minutes, then try again.'
  if (status === 400) return 'Too many wrong codes. Begin the sign-in again.'
  if (status === 401)
    return 'This code is not correct, was used already, or the sign-in has expired. Wait for the next code, or begin again.'
  return explainSignInFailure(status)
}
