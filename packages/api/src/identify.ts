import {
  type Authentication,
  authenticateToken,
  noteSeen,
  readSession,
  type ServiceContext,
} from '@frostline/services'
import type { ApiContext, Caller } from './context.ts'

/**
 * Who sends these headers: a token where one is sent, else, at the door of our pages only, the session cookie. REST
 * never looks at cookies, so no other site can have a browser act there.
 * @throws ServiceError `unauthenticated` for a token that is not valid (any more).
 */
export async function identifyCaller(
  request: Pick<ApiContext, 'headers' | 'door'>,
  by: { auth: Authentication } & Pick<ServiceContext, 'db' | 'now'>,
): Promise<Caller | undefined> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
    return { actor: await authenticateToken(by.db, token, by.now()), by: 'token' }
  }
  if (request.door === 'rest') return undefined
  const signedIn = await readSession(by, request.headers)
  if (!signedIn) return undefined
  await noteSeen(by, signedIn)
  const { actor, sessionId, name, email } = signedIn
  return { actor, by: 'cookie', person: { sessionId, name, email } }
}
