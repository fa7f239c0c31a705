import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkGrants, requiredGrants } from '@frostline/clickhouse'
import { groupBy } from '@frostline/domain'
import {
  createGivenDatabase,
  DATABASE_TEMPLATE,
  openReplicas,
  queryNode,
  type Replicas,
} from '@frostline/embedded/testing'
import type { ServiceContext } from '../platform/base/context.ts'
import type { ConnectedNode } from '../platform/cluster/cluster-connection.ts'
import { ensureEmbeddedCluster } from '../platform/setup/ensure-embedded-cluster.ts'
import { openTestServices, type TestServices } from './open-test-services.ts'

/**
 * What a given cluster may lack; such tests are skipped with a message. The lab has all of it. `2-shards-of-2`: the
 * test expects two shards of two replicas.
 */
type ReplicaAbility = 'kills' | 'zero-copy' | 'on-cluster' | 'replicated-database' | '2-shards-of-2'

interface ReplicatedTable {
  /** Columns with their types. */
  readonly columns: string
  readonly orderBy: string
  readonly partitionBy?: string
  /** Default `tiered`. With `tiered_shared` the table is a zero-copy table. */
  readonly policy?: string
  /** The nodes that have it. Default: all. */
  readonly on?: readonly string[]
}

export interface ReplicatedLab extends TestServices {
  readonly replicas: Replicas
  /** Names of the nodes, replicas of a shard next to each other. */
  readonly names: readonly string[]
  /** The same, by shard. */
  readonly shards: readonly (readonly [string, ...string[]])[]
  /** The slug of the cluster in this test's own ledger. */
  readonly cluster: string
  readonly clusterId: string
  readonly ctx: ServiceContext
  /** URL of the ledger, for programs of the product. */
  readonly ledgerUrl: string
  /** This test's own, on all nodes. */
  readonly database: string
  /**
   * As a ClickHouse administrator, bypassing the product. A statement whose connection breaks is sent again, unless the
   * test killed the node: a node of the lab can end seconds after another one was killed.
   */
  ask<Row = Record<string, unknown>>(node: string, sql: string): Promise<Row[]>
  /** On every node, in node order. */
  askAll<Row = Record<string, unknown>>(sql: string): Promise<Row[][]>
  /** With the account of the product. */
  frostline(node: string): Promise<ConnectedNode>
  /** A ReplicatedMergeTree with the same UUID on all its nodes and a Keeper path of this test's own. */
  createTable(table: string, shape: ReplicatedTable): Promise<void>
  stopFetches(node: string, table: string): Promise<void>
  startFetches(node: string, table: string): Promise<void>
  /** Waits until the replicas of each shard are writable, idle and have the same rows. */
  waitForEqualReplicas(table: string): Promise<void>
  /** SIGKILL to a node by its name, `zookeeper` or `store`. `close` starts what is still stopped. */
  kill(part: string): Promise<void>
  /** Returns when the part responds; replicas may still be read-only then. */
  start(part: string): Promise<void>
  /** Keeper accepts connections and answers nothing, until `thawKeeper` or `close`. */
  freezeKeeper(): Promise<void>
  thawKeeper(): Promise<void>
  /** Skips the test with a message where the servers lack what it needs. */
  need(context: SkippableTest, ...abilities: ReplicaAbility[]): Promise<void>
  /** The same where the product's account lacks a grant of docs/permissions.md. Names the GRANT to give. */
  needGrants(context: SkippableTest, ...accesses: string[]): Promise<void>
}

interface SkippableTest {
  readonly task: { readonly name: string }
  skip(note?: string): never
}

/**
 * Real replicas for one test file, only in `--project replicated`, with its own ledger and ClickHouse database.
 * @param account of the product in ClickHouse; `admin` for statements that a lab does not grant to `frostline` yet.
 */
export async function openReplicatedLab(
  account: 'frostline' | 'admin' = 'frostline',
): Promise<ReplicatedLab> {
  const replicas = await openReplicas()
  const { nodes, users, clusterName, parts } = replicas
  // A node may have stopped along with one that an earlier file has killed.
  await parts?.startAll()
  const database = `lab_${randomBytes(6).toString('hex')}`
  const ledger = await createGivenDatabase(
    process.env.DATABASE_URL ?? '',
    database,
    process.env[DATABASE_TEMPLATE],
  )
  const services = await openTestServices(ledger.url)
  const ctx = services.as('admin')
  await ensureEmbeddedCluster(ctx, {
    name: 'Replicas',
    clusterName,
    nodes: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, url: httpUrl })),
    ...users[account],
  })
  const { slug: cluster, id: clusterId } = await services.db.cluster.findFirstOrThrow()

  const ask = async <Row>(name: string, sql: string) => {
    const node = nodes.find((candidate) => candidate.name === name)
    if (!node) throw new Error(`There is no node ${name}: ${nodes.map((each) => each.name).join(', ')}.`)
    const send = () => queryNode<Row>(node.httpUrl, users.admin, sql)
    return send().catch(async (error) => {
      // How fetch reports a broken connection.
      if (error instanceof TypeError && (await parts?.keepUp(name))) return send()
      throw error
    })
  }
  const askAll = <Row>(sql: string) => Promise.all(nodes.map(({ name }) => ask<Row>(name, sql)))
  const held = () =>
    parts ?? fail('These replicas are not ours to kill: begin the test with need(test, "kills").')
  await askAll(`CREATE DATABASE ${database}`)

  /** Why the replicas of a shard are not equal yet; null when they are. */
  async function findDifference(table: string): Promise<string | null> {
    const states = await Promise.all(
      nodes.map(async ({ name, shard }) => {
        const [replica] = await ask<{ busy: string }>(
          name,
          `SELECT if(is_readonly, 'read-only', if(queue_size > 0, concat(toString(queue_size), ' in its queue'), '')) AS busy
           FROM system.replicas WHERE database = '${database}' AND table = '${table}'`,
        )
        if (!replica || replica.busy) return { name, shard, busy: replica?.busy, sum: null }
        const [sum] = await ask(name, `SELECT count(), sum(cityHash64(*)) FROM ${database}.\`${table}\``)
        return { name, shard, busy: '', sum: JSON.stringify(sum) }
      }),
    )
    const present = states.filter(({ busy }) => busy !== undefined)
    const late = present.find((state) =>
      present.some((other) => other.shard === state.shard && (state.busy || other.sum !== state.sum)),
    )
    return late ? `${late.name} ${late.busy || `has ${late.sum}`}` : null
  }

  // Reporters do not print notes.
  function skip(context: SkippableTest, note: string): never {
    console.info(`Not tested: ${context.task.name}. ${note}`)
    return context.skip(note)
  }

  const abilities: Record<ReplicaAbility, () => Promise<boolean>> = {
    kills: async () => parts !== null,
    '2-shards-of-2': async () =>
      nodes.map(({ shard, replica }) => `${shard}.${replica}`).join() === '1.1,1.2,2.1,2.2',
    'zero-copy': async () =>
      (await askAll("SELECT 1 FROM system.storage_policies WHERE policy_name = 'tiered_shared'")).every(
        (found) => found.length > 0,
      ),
    'on-cluster': async () => {
      const [first] = nodes
      const made = ask(first?.name ?? '', `CREATE DATABASE ${database}_probe ON CLUSTER '${clusterName}'`)
      const done = await made.then(
        () => true,
        () => false,
      )
      await askAll(`DROP DATABASE IF EXISTS ${database}_probe SYNC`)
      return done
    },
    'replicated-database': async () =>
      (await askAll("SELECT 1 FROM system.database_engines WHERE name = 'Replicated'")).every(
        (found) => found.length > 0,
      ),
  }

  const shards = [...groupBy(nodes, ({ shard }) => String(shard)).values()].map(
    ([first, ...others]): [string, ...string[]] => [first.name, ...others.map(({ name }) => name)],
  )
  return {
    ...services,
    ...{
      replicas,
      names: nodes.map(({ name }) => name),
      shards,
      cluster,
      clusterId,
      ctx,
      database,
      ask,
      askAll,
    },
    ledgerUrl: ledger.url,

    async frostline(node) {
      const found = (await services.clusters.get(cluster)).nodes.find(({ name }) => name === node)
      return found ?? fail(`There is no node ${node}.`)
    },

    async createTable(table, { columns, orderBy, partitionBy, policy = 'tiered', on }) {
      const uuid = randomUUID()
      const shared = policy === 'tiered_shared' ? ', allow_remote_fs_zero_copy_replication = 1' : ''
      for (const node of on ?? nodes.map(({ name }) => name))
        await ask(
          node,
          `CREATE TABLE ${database}.\`${table}\` UUID '${uuid}' (${columns})
           ENGINE = ReplicatedMergeTree('/clickhouse/tables/${database}/{shard}/${table}', '{replica}')
           ${partitionBy ? `PARTITION BY ${partitionBy}` : ''} ORDER BY ${orderBy}
           SETTINGS storage_policy = '${policy}'${shared}, ${lookOften}`,
        )
    },

    async stopFetches(node, table) {
      await ask(node, `SYSTEM STOP FETCHES ${database}.\`${table}\``)
    },
    async startFetches(node, table) {
      await ask(node, `SYSTEM START FETCHES ${database}.\`${table}\``)
    },

    async waitForEqualReplicas(table) {
      const deadline = Date.now() + 60_000
      for (;;) {
        const difference = await findDifference(table)
        if (difference === null) return
        if (Date.now() > deadline) throw new Error(`Replicas of ${table} differ after 60 s: ${difference}.`)
        await sleep(100)
      }
    },

    kill: (part) => held().kill(part),
    start: (part) => held().start(part),
    freezeKeeper: () => held().freezeKeeper(),
    thawKeeper: () => held().thawKeeper(),

    async need(context, ...wanted) {
      for (const ability of wanted)
        if (!(await abilities[ability]())) skip(context, `The replicas that are given lack: ${ability}.`)
    },

    async needGrants(context, ...accesses) {
      const needs = requiredGrants.filter(({ access }) => accesses.includes(access))
      if (needs.length < accesses.length) throw new Error(`docs/permissions.md lacks one of ${accesses}.`)
      const lacking = await Promise.all(
        (await services.clusters.get(cluster)).nodes.map(async ({ name, client }) =>
          (await checkGrants(client, needs))
            .filter(({ state }) => state === 'missing')
            .map(({ statement }) => `${statement} (${name})`),
        ),
      )
      if (lacking.flat().length > 0)
        skip(context, `The replicas that are given lack grants: ${lacking.flat().join(', ')}.`)
    },

    async close() {
      await parts?.startAll()
      await askAll(`DROP DATABASE IF EXISTS ${database} SYNC`)
      await services.close()
      await ledger.drop()
    },
  }
}

/**
 * A replica that found nothing to merge or mutate checks again after 5 s, and later after up to 60 s. What failed while
 * another replica was down is retried after up to five minutes.
 */
const lookOften = [
  'merge_selecting_sleep_ms = 200, max_merge_selecting_sleep_ms = 1000',
  ...['mutations', 'replicated_fetches', 'replicated_merges', 'replicated_tasks'].map(
    (kind) => `max_postpone_time_for_failed_${kind}_ms = 1000`,
  ),
].join(', ')

function fail(message: string): never {
  throw new Error(message)
}
