import { deriveSecret } from '@frostline/db'
import { startTestStack } from '@frostline/embedded/testing'
import { openTestServices } from '../../../testing.ts'
import { createUser } from '../../user/create.ts'
import { createAuthentication } from '../create-auth.ts'
import { openBrowser } from './open-browser.ts'

const publicUrl = 'http://localhost:3000'
const addressHeader = 'x-test-address'
export const password = 'a long enough password'

/** The sign-in library over a database of its own, with an admin and an operator who have passwords. */
export async function openSignInLab() {
  const stack = await startTestStack({ shards: 0, postgres: true })
  const services = await openTestServices(stack.postgres.url)
  const { db, clock } = services
  const logged: string[] = []
  const auth = createAuthentication({
    ...{ db, publicUrl, addressHeader, trustedOrigins: [] },
    secret: deriveSecret(services.secretKey, 'sessions'),
    secrets: services.clusters.secrets,
    log: (level, message) => logged.push(`${level} ${message}`),
  })
  const door = { auth, db, addressHeader, now: () => clock.now }
  return {
    ...{ services, door, logged, publicUrl },
    openBrowser: (address?: string) => openBrowser(door, publicUrl, address),
    /** Only the two people: root@example.com and ann@example.com. */
    async reset() {
      clock.now = new Date()
      logged.length = 0
      await db.$transaction([
        ...[db.rateLimit.deleteMany(), db.verification.deleteMany(), db.signInPolicy.deleteMany()],
        ...[db.signInProvider.deleteMany(), db.user.deleteMany(), db.auditEntry.deleteMany()],
      ])
      const setup = services.as('admin')
      const root = await createUser(setup, {
        ...{ email: 'root@example.com', name: 'Root', role: 'admin', password },
      })
      const ann = await createUser(setup, {
        ...{ email: 'ann@example.com', name: 'Ann', role: 'operator', password },
      })
      return {
        rootId: root.id,
        annId: ann.id,
        admin: services.as('admin', { id: root.id, name: root.email }),
      }
    },
    /** Enforces single sign-on, with root as the break-glass admin. */
    async enforce(breakGlassId: string) {
      await db.user.update({ where: { id: breakGlassId }, data: { breakGlass: true } })
      await db.signInPolicy.create({ data: { enforceSso: true } })
    },
    auditOf: (action: string) => db.auditEntry.findMany({ where: { action }, orderBy: { id: 'asc' } }),
    async close() {
      await services.close()
      await stack.stop()
    },
  }
}

export type SignInLab = Awaited<ReturnType<typeof openSignInLab>>
