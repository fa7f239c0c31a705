import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { applySchemaMigrations, createDatabase, parseSecretKey } from '@frostline/db'
import { queryNode, startTestStack, type TestStack, type TestStackOptions } from '@frostline/embedded/testing'
import type { ServiceContext } from '../../base/context.ts'
import { createClusterDirectory } from '../../cluster/cluster-directory.ts'
import { loopbackExempt } from '../../net/explain-address.ts'
import { ensureEmbeddedCluster } from '../../setup/ensure-embedded-cluster.ts'

export interface TestConsole {
  stack: TestStack
  /** The actor is the console's set-up, with the admin role. */
  ctx: ServiceContext
  /** The slug of the registered cluster. */
  cluster: string
  /** As a ClickHouse administrator, bypassing the product: for expected values. */
  ask<Row = Record<string, unknown>>(node: string, sql: string): Promise<Row[]>
  /** On every node, in node order. */
  askAll<Row = Record<string, unknown>>(sql: string): Promise<Row[][]>
  stop(): Promise<void>
}

const migrations = fileURLToPath(new URL('../../../../../../prisma/migrations', import.meta.url))

/** Real engines, a migrated database, and the cluster registered through the product. */
export async function startConsole(options: TestStackOptions): Promise<TestConsole> {
  const stack = await startTestStack({ ...options, postgres: true })
  await applySchemaMigrations({ connectionString: stack.postgres.url, directory: migrations })
  const { db, close } = createDatabase({ connectionString: stack.postgres.url })
  const secretKey = parseSecretKey(randomBytes(32).toString('base64'), 'the test key')
  const clusters = createClusterDirectory({ db, secretKey })
  const ctx: ServiceContext = {
    actor: { type: 'system', id: 'test', name: 'test', role: 'admin' },
    db,
    clusters,
    now: () => new Date(),
    sourceAddresses: loopbackExempt,
  }
  const { nodes, users, clusterName } = stack.clickhouse
  await ensureEmbeddedCluster(ctx, {
    name: 'Test',
    clusterName,
    nodes: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, url: httpUrl })),
    ...users.frostline,
  })
  const { slug } = await db.cluster.findFirstOrThrow()
  const ask = async <Row>(name: string, sql: string) => {
    const node = nodes.find((candidate) => candidate.name === name)
    if (!node) throw new Error(`There is no node ${name}.`)
    return queryNode<Row>(node.httpUrl, users.admin, sql)
  }
  return {
    stack,
    ctx,
    cluster: slug,
    ask,
    askAll: <Row>(sql: string) => Promise.all(nodes.map((node) => ask<Row>(node.name, sql))),
    stop: async () => {
      await clusters.close()
      await close()
      await stack.stop()
    },
  }
}
