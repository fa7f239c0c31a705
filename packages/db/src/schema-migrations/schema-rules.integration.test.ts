import {
  claimingStatuses,
  endedRunStatuses,
  exitStages,
  type Granularity,
  orphanKinds,
  type RolloutStepState,
  type RunKind,
  replicaRepairKinds,
  runKinds,
  runStatuses,
  runTransitions,
  sampleGrainNames,
  statusesOf,
} from '@frostline/domain'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemaMigrationsDirectory } from '../testing.ts'
import { applySchemaMigrations } from './apply-schema-migrations.ts'

let stack: TestStack
let client: pg.Client
beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  const { url: connectionString } = stack.postgres
  await applySchemaMigrations({ connectionString, directory: schemaMigrationsDirectory })
  client = new pg.Client({ connectionString })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await stack?.stop()
})

async function list<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(sql, values)).rows
}

const ours = `pg_class.relnamespace = 'public'::regnamespace AND pg_class.relname <> '_prisma_migrations'`

describe('values that the database allows', () => {
  const kinds = Object.keys(runKinds) as RunKind[]
  const granularities = { part: true, partition: true } satisfies Record<Granularity, true>
  const restarters = { supervisor: true, person: true } satisfies Record<RolloutStepState['restartBy'], true>

  it.each([
    ['run_kind_check', kinds],
    ['run_transition_order_check', Object.keys(runTransitions)],
    ['run_finishedAt_check', endedRunStatuses],
    ['zero_copy_exit_stage_check', exitStages],
    ['tier_migration_step_granularity_check', Object.keys(granularities)],
    ['storage_rollout_step_restartBy_check', Object.keys(restarters)],
  ])('%s has those of the domain', async (name, expected) => {
    const [check] = await list<{ rule: string }>(
      'SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = $1',
      [name],
    )
    const values = [...(check?.rule ?? '').matchAll(/'([^']+)'::/g)].map(([, value]) => value)
    expect(values.toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['run_status', runStatuses],
    ['sample_grain', sampleGrainNames],
    ['orphan_kind', orphanKinds],
    ['replica_repair_kind', replicaRepairKinds],
  ])('%s has those of the domain', async (name, expected) => {
    const rows = await list<{ value: string }>(
      'SELECT enumlabel AS value FROM pg_enum WHERE enumtypid = $1::regtype ORDER BY enumsortorder',
      [name],
    )
    expect(rows.map(({ value }) => value).toSorted()).toEqual(expected.toSorted())
  })

  it('has one run per claim in the states in which its kind holds one', async () => {
    const [index] = await list<{ rule: string }>(
      `SELECT pg_get_expr(indpred, indrelid) AS rule FROM pg_index WHERE indexrelid = '"run_claimKey_key"'::regclass`,
    )
    const held = await list<{ kind: string; status: string }>(
      `SELECT kind, status FROM unnest($1::text[]) AS kind, unnest(enum_range(NULL::run_status)) AS status
       WHERE ${index?.rule}`,
      [kinds],
    )
    const holds = (kind: string, status: string) =>
      held.some((row) => row.kind === kind && row.status === status)
    for (const kind of kinds) {
      const ofKind = statusesOf(kind).map((status) => [kind, status, holds(kind, status)])
      const wanted = claimingStatuses(kind)
      expect(ofKind).toEqual(statusesOf(kind).map((status) => [kind, status, wanted.includes(status)]))
    }
  })
})

describe('the shape of the schema', () => {
  it('has tables, types and values in snake case, columns in camel case', async () => {
    const names = await list<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND ${ours}
       UNION SELECT typname FROM pg_type WHERE typtype = 'e' AND typnamespace = 'public'::regnamespace
       UNION SELECT enumlabel FROM pg_enum`,
    )
    expect(names.map(({ name }) => name).filter((name) => !/^[a-z]+(_[a-z0-9]+)*$/.test(name))).toEqual([])
    const columns = await list<{ name: string }>(
      `SELECT DISTINCT attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND ${ours}`,
    )
    expect(columns.map(({ name }) => name).filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([])
  })

  it('names indexes and constraints by their table, their columns and what they are', async () => {
    const names = await list<{ table: string; name: string; kind: string }>(
      `SELECT pg_class.relname AS table, conname AS name, contype::text AS kind
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE contype <> 'n' AND ${ours}
       UNION ALL
       SELECT pg_class.relname, named.relname, CASE WHEN indisprimary THEN 'p' WHEN indisunique THEN 'u' ELSE 'i' END
       FROM pg_index JOIN pg_class ON pg_class.oid = indrelid JOIN pg_class AS named ON named.oid = indexrelid WHERE ${ours}`,
    )
    const ends: Record<string, string> = { p: 'pkey', u: 'key', i: 'idx', f: 'fkey', c: 'check' }
    const isRight = ({ table, name, kind }: (typeof names)[number]) =>
      name.startsWith(`${table}_`) && name.endsWith(`_${ends[kind]}`)
    expect(names.filter((each) => !isRight(each))).toEqual([])
  })

  it('has an index that begins with the columns of each foreign key', async () => {
    const slow = await list(
      `SELECT conrelid::regclass AS table, conname AS name FROM pg_constraint
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT FROM pg_index WHERE indrelid = conrelid AND indpred IS NULL
           AND (indkey::int2[])[0:cardinality(conkey) - 1] = conkey)`,
    )
    expect(slow).toEqual([])
  })

  it('has a foreign key on each id of a cluster or a source, but where history outlives it', async () => {
    const loose = await list<{ name: string }>(
      `SELECT pg_class.relname || '.' || attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relkind = 'r' AND attname IN ('clusterId', 'sourceId') AND ${ours} AND NOT EXISTS (
         SELECT FROM pg_constraint WHERE conrelid = attrelid AND contype = 'f' AND attnum = ANY(conkey))
       ORDER BY name`,
    )
    expect(loose.map(({ name }) => name)).toEqual(['audit_entry.clusterId', 'bucket_audit_node.clusterId'])
  })
})

describe('a row that breaks a rule', () => {
  const cluster = `INSERT INTO cluster (id, slug, name, username, "sealedPassword", "updatedAt") VALUES ('c', 'c', 'c', 'u', '', now())`
  const storeRun = (columns: string, values: string) =>
    `INSERT INTO run (id, kind, "clusterId", "requestedBy", "createdAt", ${columns})
     VALUES ('r', 'load-job', 'c', 'ann', now(), ${values})`

  it.each([
    ['run_counts_check', storeRun('generation', '-1')],
    ['run_finishedAt_check', storeRun('status, "finishedAt"', `'running', now()`)],
    ['cluster_node_shard_check', `INSERT INTO cluster_node VALUES ('n', 'c', 'n', 'http://n', 0, 1)`],
    [
      'alert_route_isDefault_check',
      `INSERT INTO alert_route (id, name, position, "isDefault", severities, "clusterIds", kinds, "channelIds", "updatedAt")
       VALUES ('r', 'r', 0, true, '{critical}', '{}', '{}', '{}', now())`,
    ],
    [
      'maintenance_window_endsAt_check',
      `INSERT INTO maintenance_window (id, name, "startsAt", "clusterIds", nodes, kinds, "createdBy", "createdAt")
       VALUES ('m', 'm', now(), '{}', '{}', '{}', 'ann', now())`,
    ],
    [
      'maintenance_window_nodes_check',
      `INSERT INTO maintenance_window (id, name, weekly, "clusterIds", nodes, kinds, "createdBy", "createdAt")
       VALUES ('m', 'm', '{}', '{}', '{n1}', '{}', 'ann', now())`,
    ],
    ['alert_turn_id_check', `INSERT INTO alert_turn VALUES (2, 'w', 1, now(), now())`],
  ])('is refused by %s', async (name, sql) => {
    await client.query('BEGIN')
    await client.query(cluster)
    await expect(client.query(sql)).rejects.toMatchObject({ code: '23514', constraint: name })
    await client.query('ROLLBACK')
  })
})
