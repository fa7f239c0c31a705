import { randomBytes, randomUUID } from 'node:crypto'
import { type Database, parseSecretKey, type SecretKey } from '@frostline/db'
import { openMigratedDatabase } from '@frostline/db/testing'
import type { Actor, Role } from '../platform/base/actor.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { type ClusterDirectory, createClusterDirectory } from '../platform/cluster/cluster-directory.ts'
import { loopbackExempt } from '../platform/net/explain-address.ts'

export interface TestServices {
  db: Database
  clusters: ClusterDirectory
  secretKey: SecretKey
  /** Moves only when a test moves it. */
  clock: { now: Date; advanceMs(ms: number): void }
  /** A context of an actor of this role. */
  as(role: Role, actor?: Partial<Actor>): ServiceContext
  /** The context of a person of this role who exists in the ledger, as creators of tokens must. */
  person(role: Role): Promise<ServiceContext>
  close(): Promise<void>
}

/** Everything a verb needs, over a database migrated to the current schema. */
export async function openTestServices(connectionString: string): Promise<TestServices> {
  const { db, close } = await openMigratedDatabase(connectionString)
  const secretKey = parseSecretKey(randomBytes(32).toString('base64'), 'the test')
  const clusters = createClusterDirectory({ db, secretKey })
  const clock = {
    now: new Date(),
    advanceMs(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const as = (role: Role, actor: Partial<Actor> = {}): ServiceContext => ({
    actor: { type: 'user', id: randomUUID(), name: `${role}@example.com`, role, ...actor },
    db,
    clusters,
    now: () => clock.now,
    sourceAddresses: loopbackExempt,
  })
  return {
    db,
    clusters,
    secretKey,
    clock,
    as,
    async person(role) {
      const id = randomUUID()
      const email = `${role}-${id}@example.com`
      await db.user.create({ data: { id, email, name: role, role } })
      return as(role, { id, name: email })
    },
    async close() {
      await clusters.close()
      await close()
    },
  }
}
