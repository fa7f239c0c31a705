import type { Database, SecretPlace } from '@frostline/db'
import type { SecretBox } from '../../../platform/base/secret-box.ts'
import { auditLinkedUser } from './apply-role.ts'
import type { OpenedProvider } from './opened-provider.ts'
import { currentProviderFlow } from './provider-flow.ts'

interface Tokens {
  idToken?: string | null | undefined
}

/**
 * What is kept of a provider's tokens: the ID token, sealed, where the provider needs it to sign people out. Nothing is read
 * from a provider later, so access and refresh tokens are not kept.
 */
export function accountHooks(db: Database, secrets: SecretBox, provider: OpenedProvider | null) {
  const clean = async <Account extends Tokens>(account: Account) => {
    if (!provider) return
    const { idToken } = account
    const keeps = idToken && provider.discovery.endSessionEndpoint !== null
    return {
      data: {
        ...account,
        ...{ accessToken: null, refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null },
        idToken: keeps ? sealIdToken(secrets, provider.id, idToken) : null,
      },
    }
  }
  const auditLink = async ({ userId }: { userId: string }) => {
    const flow = currentProviderFlow()
    if (flow?.action === 'link-account') await auditLinkedUser(db, flow, userId)
  }
  return { create: { before: clean, after: auditLink }, update: { before: clean } }
}

function sealIdToken(secrets: SecretBox, providerId: string, idToken: string): string {
  return Buffer.from(secrets.seal(placeOf(providerId), idToken)).toString('base64')
}

/** Undefined where it was sealed under another key: the provider then asks whether to sign out. */
export function openIdToken(secrets: SecretBox, providerId: string, sealed: string): string | undefined {
  try {
    return secrets.open(placeOf(providerId), Buffer.from(sealed, 'base64'))
  } catch {
    return undefined
  }
}

function placeOf(providerId: string): SecretPlace {
  return { purpose: 'ID token of a person', rowId: providerId }
}
