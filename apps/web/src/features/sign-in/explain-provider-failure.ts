const askAdmin = 'Ask an admin of Frostline.'
const wrongToken = `The provider sent a token that does not fit. ${askAdmin}`

/** By the code in the address of the sign-in page. The text never comes from the address itself. */
const texts: Readonly<Record<string, string>> = {
  access_denied: 'The provider refused the sign-in, or it was cancelled there.',
  account_not_linked:
    'An account with your email address exists already, and is not linked to this provider. Sign in as before, or ask an admin to allow linking.',
  email_not_found: `The provider did not send your email address. ${askAdmin} The scope email may be missing.`,
  email_not_verified:
    'The provider says that your email address is not verified. Verify it there, then sign in again.',
  groups_absent: `The provider sent no groups for you. ${askAdmin} You may be in no group, or the groups claim or scope may be missing.`,
  groups_overage: `You are in too many groups for the provider to list. ${askAdmin} It must send only the groups of this application.`,
  id_token_audience: `The provider sent a token for another application. ${askAdmin}`,
  id_token_clock: `The clocks of the provider and of Frostline differ by more than a minute. ${askAdmin}`,
  invalid_code: 'The provider did not accept this sign-in. It may have been used already. Try again.',
  issuer_mismatch: `The answer came from another provider. Try again. If it happens again: ${askAdmin}`,
  keys_unreachable: `The keys of the provider are not reachable. Try again later, or: ${askAdmin}`,
  no_rule: 'None of your groups has a role in Frostline. Ask an admin of Frostline to add one.',
  not_assigned: 'The provider has ended your access to Frostline. Ask whoever manages accounts there.',
  provider_not_found: 'This provider is not configured any more. Choose another way to sign in.',
  provider_unreachable: 'The provider is not reachable. Try again later, or contact an admin.',
  state_mismatch:
    'This sign-in has expired, was used already, or began in another browser. Begin again with the button.',
  too_many_requests: 'Too many attempts from this address. Wait a minute, then try again.',
  user_disabled: 'This account is disabled. Contact an admin.',
  userinfo_unreachable: `The provider did not send your email address and groups. ${askAdmin}`,
}

/** Why a sign-in with a provider failed. Null: no such code. */
export function explainProviderFailure(code: string | null): string | null {
  if (code === null || !/^[\w-]{1,60}$/.test(code)) return null
  if (Object.hasOwn(texts, code)) return texts[code] ?? null
  if (code.startsWith('id_token_')) return wrongToken
  return `The sign-in failed (${code}). Try again. If it happens again: ${askAdmin}`
}
