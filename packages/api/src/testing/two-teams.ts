import { createHash, randomUUID } from 'node:crypto'
import { queryNode, type TestStack } from '@frostline/embedded/testing'
import {
  createSource,
  createTeam,
  createUser,
  ensureEmbeddedCluster,
  freezeIncident,
  type Grant,
  type Role,
} from '@frostline/services'
import type { TestServices } from '@frostline/services/testing'
import { storeArchives, storeMigrations } from './store-placement-work.ts'

/** All names that belong to a team contain its word, so that an answer that tells of it can be found. */
export interface TeamWork {
  word: string
  /** Stands in what only its people may read: columns, texts, names of people. No request has it. */
  hidden: string
  database: string
  table: string
  sourceId: string
  clusterId: string
  clusterSlug: string
  /** Ids of its objects in the ledger by kind, such as `tier-migration`. */
  ids: Record<string, string>
}

const now = new Date()
const by = { createdAt: now }

/** A cluster of the embedded nodes, on which two teams work. */
export async function openSharedCluster(services: TestServices, stack: TestStack) {
  const { clickhouse } = stack
  await ensureEmbeddedCluster(services.as('admin', { type: 'system' }), {
    name: 'Shared',
    nodes: clickhouse.nodes.map(({ name, httpUrl, shard, replica }) => ({
      name,
      url: httpUrl,
      shard,
      replica,
    })),
    ...clickhouse.users.frostline,
    clusterName: clickhouse.clusterName,
  })
  const { id, slug } = await services.db.cluster.findFirstOrThrow()
  return { id, slug }
}

/** Tables of a team and an object of each kind about them. */
export async function storeTeamWork(
  services: TestServices,
  stack: TestStack,
  cluster: { id: string; slug: string },
  word: string,
  hidden = `${word}_hidden`,
): Promise<TeamWork> {
  const { db } = services
  const { objectStore } = stack
  const [database, table] = ['shop', `${word}_orders`]
  const [node] = stack.clickhouse.nodes
  const nodeName = node?.name ?? ''
  await runSql(stack, 'CREATE DATABASE IF NOT EXISTS shop')
  await runSql(
    stack,
    `CREATE TABLE IF NOT EXISTS shop.${table} (at DateTime, \`${hidden}\` String) ENGINE = MergeTree PARTITION BY toYYYYMM(at)
     ORDER BY at TTL at + INTERVAL 90 YEAR`,
  )
  await runSql(stack, `INSERT INTO shop.${table} SELECT now() - number * 86400, '${hidden}' FROM numbers(90)`)
  const admin = services.as('admin', { name: `${hidden}@example.com` })
  const source = await createSource(admin, {
    ...{ name: `${word}-source`, endpoint: objectStore.endpoint, region: objectStore.region },
    ...{ buckets: [objectStore.bucket], auth: 'keys', accessKeyId: objectStore.accessKeyId },
    secretAccessKey: objectStore.secretAccessKey,
  })
  const clusterId = cluster.id
  const at = { clusterId, database, table }
  const person = `${hidden}@example.com`
  const ids: Record<string, string> = { source: source.id }
  const run = async (kind: string, status: 'completed' | 'paused' = 'completed', of: object = at) => {
    const { id } = await db.run.create({
      data: { kind, ...at, ...of, status, requestedBy: person, waitReason: `${hidden} waits`, ...by },
    })
    ids[kind] = id
    return id
  }
  const whole = { database: null, table: null }

  await storeMigrations(services, { at, word, person, nodeName, ids, run })
  const spec = {
    source: { id: source.id, bucket: 'one', selection: { kind: 'keys', keys: [`${word}.csv`] } },
    read: { format: 'CSV', compression: 'none', columns: [{ name: 'at', type: 'DateTime' }] },
    target: { database, table },
    landing: { database, table, nodes: [nodeName] },
    mapping: [{ column: 'at', expression: 'at' }],
    strategy: { kind: 'split', nodes: [nodeName] },
    batch: { maxBytes: '1', maxObjects: 1 },
  }
  const owner = { ownerType: 'user', ownerId: person, ownerName: person } as const
  await db.loadJob.create({
    data: {
      ...{ id: await run('load-job', 'paused'), sourceId: source.id, sourceName: source.name, spec },
      ...{ title: `${word}.csv into shop.${table}`, totalFiles: 1, totalBytes: 1n },
    },
  })
  await db.cacheWarmup.create({
    data: {
      ...{ id: await run('cache-warmup', 'paused'), database, table, columns: [] },
      ...{ spec: { database, table }, wantedBytes: 1n, cachedBytes: 0n },
      steps: {
        create: { ordinal: 0, nodeName, cacheName: 'c', partitionId: word, wantedBytes: 1n, cachedBytes: 0n },
      },
    },
  })
  await db.replicaRepair.create({
    data: {
      ...{ id: await run('replica-repair'), database, table, kind: 'sync', keeperPath: `/${word}`, nodeName },
      ...{ replicaName: 'r', limitSeconds: 60, statement: `SYSTEM SYNC REPLICA shop.${table}` },
      before: { at: '2026-01-01T00:00:00.000Z', keeper: null, missingNodes: [], replicas: [] },
    },
  })
  await storeArchives(services, { at, word, person, source, ids, run, owner })
  await db.dataGeneration.create({
    data: {
      ...{
        id: await run('data-generation', 'completed', whole),
        sourceId: source.id,
        sourceName: source.name,
      },
      ...{ bucket: 'one', prefix: `${word}/`, spec: {}, totalFiles: 1, totalRows: 1n },
    },
  })
  await db.benchmark.create({
    data: {
      id: await run('benchmark', 'completed', whole),
      kind: 'disk',
      nodeName,
      subject: `${word} disk`,
      spec: {},
    },
  })
  const audit = { sourceId: source.id, sourceName: source.name, bucket: `${word}-bucket` }
  await db.bucketAudit.create({
    data: {
      ...{ id: await run('bucket-audit', 'completed', whole), ...audit, prefixes: [], graceMinutes: 1 },
      timeLimitMinutes: 1,
    },
  })
  await db.orphanRemoval.create({
    data: {
      ...{ id: await run('orphan-removal', 'completed', whole), ...audit, choice: {}, way: 'tag' },
      ...{ quarantinePrefix: 'q/', clockOffsetMs: 0, replicas: [] },
    },
  })
  await db.changeSet.create({
    data: {
      ...{ id: await run('change-set', 'completed', whole), file: word, document: { version: 1 } },
      ...{ needsApproval: false, ...owner },
    },
  })

  const timing = { cron: '0 0 1 1 *', timeZone: 'UTC', enabled: false, ...owner }
  const created = async (kind: string, row: Promise<{ id: string }>) => {
    ids[kind] = (await row).id
  }
  await created(
    'cache-schedule',
    db.cacheSchedule.create({
      data: {
        ...{ clusterId, name: `${word} warm`, ...timing },
        task: { kind: 'warmup', spec: { database, table } },
      },
    }),
  )
  await created(
    'load-pipeline',
    db.loadPipeline.create({
      data: {
        ...{
          clusterId,
          sourceId: source.id,
          name: `${word} pipeline`,
          spec,
          statements: [],
          trigger: 'manual',
        },
        ...{ maxObjects: 1, createdBy: person, ...by, updatedAt: now, enabledAt: now, enabled: false },
        ...{ nextLookAt: new Date('2100-01-01'), ...owner },
      },
    }),
  )
  await created(
    'alert',
    db.alert.create({
      data: {
        ...{
          ...at,
          kind: 'drift',
          subject: word,
          state: 'firing',
          severity: 'warning',
          title: `${word} fires`,
        },
        ...{ text: word, nodes: [], evidence: [], openKey: `drift ${word}`, pendingSince: now },
        ...{ lastSeenAt: now, firedAt: now },
      },
    }),
  )
  await created('cluster-alert', storeClusterAlert(services, clusterId, word))
  const note = { text: `${hidden} note`, byType: 'user', byId: person, byName: person, at: now } as const
  await db.note.create({ data: { ...note, subject: 'table', ...at } })
  await db.note.create({ data: { ...note, subject: 'alert', alertId: ids.alert ?? '' } })
  await db.note.create({ data: { ...note, subject: 'run', runId: ids['tier-migration'] ?? '' } })
  await created(
    'storage-proposal',
    db.storageProposal.create({
      data: { clusterId, title: `${word} proposal`, draft: { disks: [], policies: [] }, createdBy: person },
    }),
  )
  const rolloutId = await run('storage-rollout', 'completed', whole)
  await db.storageRollout.create({
    data: {
      id: rolloutId,
      runId: rolloutId,
      status: 'planned',
      proposalId: ids['storage-proposal'] ?? '',
      requestedBy: person,
      ...by,
    },
  })
  await created(
    'silence',
    db.alertSilence.create({
      data: {
        ...{ clusterId, subject: word, reason: `${hidden} reason`, createdBy: person, ...by },
        until: new Date('2100-01-01'),
      },
    }),
  )
  await created(
    'frozen-incident',
    freezeIncident(admin, { cluster: cluster.slug, range: '1h', title: `${word} night` }),
  )
  const someone = await createUser(services.as('admin'), {
    ...{ email: person, name: `${word} person`, role: 'member', password: randomUUID() },
  })
  ids.user = someone.id
  await created(
    'fleet-view',
    db.fleetView.create({
      data: {
        name: `${word} view`,
        filter: { search: word },
        shared: true,
        ownerId: someone.id,
        ...by,
        updatedAt: now,
      },
    }),
  )
  await created(
    'token',
    db.apiToken.create({
      data: {
        name: `${word} token`,
        role: 'viewer',
        prefix: word,
        tokenHash: createHash('sha256').update(word).digest('hex'),
        createdById: someone.id,
      },
    }),
  )
  const grants = [
    { on: 'tables', role: 'operator', cluster: cluster.slug, database: '*', table: `${word}_*` },
    { on: 'sources', role: 'operator', source: `${word}-*` },
  ] as const
  await created(
    'team',
    createTeam(services.as('admin'), { name: `${word} team`, groups: [word], grants: [...grants] }),
  )
  return { word, hidden, database, table, sourceId: source.id, clusterId, clusterSlug: cluster.slug, ids }
}

/** What a team may do with its tables and sources. */
export function teamGrants({ clusterId, word }: Pick<TeamWork, 'clusterId' | 'word'>, role: Role): Grant[] {
  return [
    { on: 'tables', clusterId, database: '*', table: `${word}_*`, role },
    { on: 'sources', source: `${word}-*`, role },
  ]
}

function storeClusterAlert({ db }: TestServices, clusterId: string, word: string): Promise<{ id: string }> {
  return db.alert.create({
    data: {
      ...{ clusterId, kind: 'drift', subject: `${word} node`, state: 'firing', severity: 'warning' },
      ...{ title: `${word} node fires`, text: word, nodes: [], evidence: [], openKey: `drift node ${word}` },
      ...{ pendingSince: now, lastSeenAt: now, firedAt: now },
    },
  })
}

/** On each node. */
export async function runSql({ clickhouse }: TestStack, sql: string): Promise<unknown[]> {
  const answers = await Promise.all(
    clickhouse.nodes.map(({ httpUrl }) => queryNode(httpUrl, clickhouse.users.admin, sql)),
  )
  return answers.flat()
}
