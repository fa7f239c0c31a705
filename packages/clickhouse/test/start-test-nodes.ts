import type { EmbeddedClickhouse } from '@frostline/embedded'
import { type StoreInTest, startTestStack } from '@frostline/embedded/testing'
import { createNodeClient, type NodeClient } from '../src/index.ts'

export interface TestNodes {
  cluster: EmbeddedClickhouse
  store: StoreInTest
  /** As the product's own user, which has only the documented grants. */
  clients: NodeClient[]
  /** As an administrator, on the first node: sets tables up. Fails on any refusal. */
  run(sql: string, node?: number): Promise<void>
  stop(): Promise<void>
}

/** Volumes hot → second on two local disks, so that moves need no object store. */
const localTiers = `<clickhouse><storage_configuration><policies><local_tiers><volumes>
  <hot><disk>default</disk></hot><second><disk>hot2</disk></second>
</volumes><move_factor>0</move_factor></local_tiers></policies></storage_configuration></clickhouse>`

/** Real nodes with a real object store behind their S3 disk, in a folder of their own. */
export async function startTestNodes(options: { shards: number }): Promise<TestNodes> {
  const stack = await startTestStack({
    shards: options.shards,
    embeddedOnly: true,
    dropIns: { 'local-tiers.xml': localTiers },
  })
  const cluster = stack.embedded.clickhouse
  const connect = (user: { username: string; password: string }) =>
    cluster.nodes.map((node) =>
      createNodeClient({ url: node.httpUrl, name: node.name, ...user, requestTimeoutMs: 10_000 }),
    )
  const clients = connect(cluster.users.frostline)
  const admins = connect(cluster.users.admin)
  return {
    cluster,
    store: stack.embedded.store,
    clients,
    run: async (sql, node = 0) => {
      const outcome = await admins[node]?.command({ sql, queryId: crypto.randomUUID() })
      if (outcome?.kind !== 'ok') throw new Error(`${sql}\n${JSON.stringify(outcome)}`)
    },
    stop: async () => {
      await Promise.all([...clients, ...admins].map((client) => client.close()))
      await stack.stop()
    },
  }
}

/** The element, or a failed test that says which was missing. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index} among ${items.length}.`)
  return item
}
