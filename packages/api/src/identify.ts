import {
  type Authentication,
  authenticateToken,
  readAccess,
  readSession,
  recordSessionActivity,
  type ServiceContext,
} from '@frostline/services'
import type { ApiContext, Caller } from './context.ts'

/**
 * Who sends these headers: the token if one is sent, otherwise, only for tRPC, the session cookie. REST ignores
 * cookies, so no other site can make a browser act there.
 * @throws ServiceError `unauthenticated` for an invalid token.
 */
export async function identifyCaller(
  request: Pick<ApiContext, 'headers' | 'door'>,
  by: { auth: Authentication; address: string | null } & Pick<ServiceContext, 'db' | 'now'>,
): Promise<Caller | undefined> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
    return { actor: await authenticateToken(by.db, token, by.now(), by.address), by: 'token' }
  }
  if (request.door === 'rest') return undefined
  const signedIn = await readSession(by, request.headers)
  if (!signedIn) return undefined
  await recordSessionActivity(by, signedIn)
  const { sessionId, name, email } = signedIn
  const access = await readAccess(by.db, signedIn.actor)
  return { actor: { ...signedIn.actor, access }, by: 'cookie', person: { sessionId, name, email } }
}
