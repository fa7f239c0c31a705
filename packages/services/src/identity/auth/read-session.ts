import type { Actor } from '../../platform/base/actor.ts'
import type { Authentication } from './create-auth.ts'
import { throwDatabaseFaults } from './throw-database-faults.ts'

/** A signed-in user. `sessionId` identifies the session without giving access to it. */
export interface SignedIn {
  actor: Actor
  sessionId: string
  name: string
  email: string
  /** Id of the provider that the session came from; null for a local sign-in. */
  provider: string | null
  /** As last recorded: see recordSessionActivity. */
  seenAt: Date
}

/** The user of these headers, by the session cookie. Undefined: none, or the session or the account has ended. */
export async function readSession(
  { auth }: { auth: Authentication },
  headers: Headers,
): Promise<SignedIn | undefined> {
  if (!headers.has('cookie')) return undefined
  const query = { disableRefresh: true }
  const found = await throwDatabaseFaults(() => auth.api.getSession({ headers, query }))
  if (!found || found.user.disabledAt) return undefined
  const { user, session } = found
  return {
    actor: { type: 'user', id: user.id, name: user.email, role: user.role },
    sessionId: session.id,
    name: user.name,
    email: user.email,
    provider: session.provider ?? null,
    seenAt: session.updatedAt,
  }
}
