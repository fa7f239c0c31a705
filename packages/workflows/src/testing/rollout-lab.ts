import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openControlEndpoint, queryNode, startTestStack } from '@frostline/embedded/testing'
import { ensureEmbeddedCluster } from '@frostline/services'
import { openTestServices } from '@frostline/services/testing'
import type { ProductProcess } from './product-process.ts'
import { spawnWorker } from './worker-process.ts'

export type RolloutLab = Awaited<ReturnType<typeof openRolloutLab>>

const fileName = 'frostline-storage.xml'
/** Only ends what hangs. */
const maxWaitMs = 100_000

/** The cluster `test` with a supervisor that restarts its nodes, and a worker program that may write their files. */
export async function openRolloutLab({ shards }: { shards: number }) {
  const stack = await startTestStack({ shards, postgres: true, embeddedOnly: true })
  const services = await openTestServices(stack.postgres.url)
  const { clickhouse } = stack.embedded
  const door = await openControlEndpoint(clickhouse)
  const { nodes, users, clusterName } = clickhouse
  const folders = await Promise.all(
    nodes.map(async ({ name, configFolder }) => [name, await realpath(configFolder)] as const),
  )
  await ensureEmbeddedCluster(services.as('admin', { type: 'system' }), {
    name: 'Test',
    clusterName,
    nodes: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, url: httpUrl })),
    ...users.frostline,
    configFolders: Object.fromEntries(folders),
  })
  const dataDir = await realpath(stack.dataDir)
  const workers: ProductProcess[] = []
  const startWorker = async () => {
    workers.push(
      await spawnWorker({
        DATABASE_URL: stack.postgres.url,
        FROSTLINE_SECRET_KEY: Buffer.from(services.secretKey.bytes).toString('base64'),
        FROSTLINE_CONFIG_ROOTS: dataDir,
        FROSTLINE_SOURCE_ADDRESSES: '127.0.0.0/8',
        FROSTLINE_SUPERVISOR_URL: door.url,
        FROSTLINE_SUPERVISOR_TOKEN: door.token,
      }),
    )
  }
  await startWorker()
  const nodeAt = (index: number) => {
    const node = nodes[index]
    if (!node) throw new Error(`There is no node ${index}.`)
    return node
  }
  return {
    stack,
    services,
    nodeAt,
    pathOf: (index: number) => join(nodeAt(index).configFolder, fileName),
    fileOf: (index: number) => readFile(join(nodeAt(index).configFolder, fileName), 'utf8').catch(() => null),
    run: (index: number, sql: string) => queryNode(nodeAt(index).httpUrl, users.admin, sql),
    /** Volumes of the policy on each node, in their order. */
    async volumesOf(policy: string): Promise<string[]> {
      const sql = `SELECT DISTINCT volume_name FROM system.storage_policies WHERE policy_name = '${policy}' ORDER BY volume_priority`
      return Promise.all(
        nodes.map(async ({ httpUrl }) => {
          const rows = await queryNode<{ volume_name: string }>(httpUrl, users.admin, sql)
          return rows.map(({ volume_name }) => volume_name).join()
        }),
      )
    },
    /** Settings of a disk in the store of the test, under a prefix per node. */
    onStore() {
      const { endpoint, bucket, keyPrefix, accessKeyId, secretAccessKey } = stack.objectStore
      return {
        type: 's3',
        endpoint: `${endpoint}/${bucket}/${keyPrefix}/rollout/{node}/`,
        access_key_id: accessKeyId,
        secret_access_key: secretAccessKey,
        s3_retry_attempts: '1',
      }
    },
    /** Kills the worker with SIGKILL and starts another one. */
    async replaceWorker(): Promise<void> {
      await workers.at(-1)?.kill()
      await startWorker()
    },
    async until<Value>(what: string, look: () => Promise<Value | undefined | null | false>): Promise<Value> {
      const end = Date.now() + maxWaitMs
      while (Date.now() < end) {
        const value = await look()
        if (value) return value
        await sleep(200)
      }
      throw new Error(
        `${what} did not come in ${maxWaitMs / 1_000} s. The worker said:\n${workers.at(-1)?.output().slice(-3000)}`,
      )
    },
    async close(): Promise<void> {
      await Promise.all(workers.map((each) => each.kill()))
      await door.close()
      await services.close()
      await stack.stop()
    },
  }
}
