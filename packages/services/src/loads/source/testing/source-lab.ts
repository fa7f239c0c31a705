import { showsInTexts } from '@frostline/embedded/testing'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import { expect } from 'vitest'
import type { Role } from '../../../platform/base/actor.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { startConsole, type TestConsole } from '../../../platform/reading/testing/start-console.ts'
import { createSource } from '../change-sources.ts'
import type { SourceInput } from '../schema.ts'

const textLog = `<clickhouse><text_log><database>system</database><table>text_log</table>
  <flush_interval_milliseconds>500</flush_interval_milliseconds><level>trace</level></text_log></clickhouse>`

type Access = TestConsole['stack']['objectStore']

export interface SourceLab {
  console: TestConsole
  /** The nodes' tiering store, which is also the source. */
  access: Access
  store: ObjectStore
  /** The stored source. */
  id: string
  ctx(role?: Role): ServiceContext
  input(change?: Partial<SourceInput>): SourceInput
  /** An object of the source, and the cluster that reads it. */
  at(key: string): { id: string; bucket: string; key: string; cluster: string }
  put(key: string, body: string | Uint8Array): Promise<void>
  /** Fails where a node's log contains the secret of the source. */
  expectNoSecretInLogs(): Promise<void>
  stop(): Promise<void>
}

/** Two nodes that log every message, their store, and a source over it. */
export async function startSourceLab(): Promise<SourceLab> {
  const console_ = await startConsole({ shards: 2, embeddedOnly: true, dropIns: { 'text-log.xml': textLog } })
  const access = console_.stack.objectStore
  const store = createObjectStore(access)
  const ctx = (role: Role = 'admin'): ServiceContext => ({
    ...console_.ctx,
    actor: { type: 'user', id: role, name: `${role}@example.com`, role },
  })
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = access
  const input = (change: Partial<SourceInput> = {}): SourceInput => {
    const given = { endpoint, region, buckets: [bucket], accessKeyId, secretAccessKey }
    return { name: 'Store', auth: 'keys', ...given, ...change }
  }
  const { id } = await createSource(ctx(), input())
  return {
    console: console_,
    access,
    store,
    id,
    ctx,
    input,
    at: (key) => ({ id, bucket, key, cluster: console_.cluster }),
    put: async (key, body) => expect(await store.put(bucket, key, body)).toMatchObject({ kind: 'ok' }),
    expectNoSecretInLogs: () => expectNoSecretInLogs(console_, secretAccessKey),
    stop: async () => {
      store.close()
      await console_.stop()
    },
  }
}

async function expectNoSecretInLogs(console_: TestConsole, secret: string): Promise<void> {
  if (!showsInTexts(secret)) return
  await console_.askAll('SYSTEM FLUSH LOGS')
  // In two halves, or this very statement would be found.
  const middle = secret.length / 2
  const needle = `concat('${secret.slice(0, middle)}', '${secret.slice(middle)}')`
  const [looked] = await console_.askAll<{ n: string }>(
    "SELECT count() AS n FROM system.query_log WHERE query LIKE '%s3(%'",
  )
  expect(Number(looked?.[0]?.n)).toBeGreaterThan(5)
  for (const [table, text] of [
    ['query_log', 'concat(query, formatted_query, exception)'],
    ['text_log', 'message'],
    ['processes', 'query'],
  ])
    expect(
      await console_.askAll(
        `SELECT count() AS n FROM system.${table} WHERE position(${text}, ${needle}) > 0`,
      ),
      table,
    ).toMatchObject([[{ n: '0' }], [{ n: '0' }]])
}
