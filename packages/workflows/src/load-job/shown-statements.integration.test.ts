import {
  type ClusterDirectory,
  createPipeline,
  getPipeline,
  inspectPipeline,
  type LoadDraft,
  previewLoad,
  startLoad,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LabLoad, type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { formatByEngine, listSent } from '../testing/sent-statements.ts'
import { wrapClients } from '../testing/wrap-clients.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  for (let part = 0; part < 25; part++) await lab.putCsv(`many/${part}.csv`, part * 10, 10)
  await lab.putCsv('one/a b.csv', 0, 10)
  await lab.putCsv('pattern/{a}.csv', 0, 10)
  await lab.putCsv('bad/0.csv', 0, 10, 5)
  await lab.putCsv('bad/1.csv', 10, 10, 5)
  await lab.putCsv('bad/2.csv', 20, 10, 5)
})
afterAll(() => lab?.close())

const draft = (table: string, glob: string, change: Partial<LoadDraft>): LoadDraft => ({
  cluster: lab.clusterId,
  source: { id: lab.sourceId, bucket: lab.bucket, selection: { kind: 'glob', glob } },
  read: {
    format: 'CSVWithNames',
    compression: 'none',
    columns: [
      { name: 'day', type: 'Date' },
      { name: 'id', type: 'UInt64' },
      { name: 'text', type: 'String' },
    ],
    text: { nullText: "it's" },
  },
  target: { database: 'lab', table },
  mapping: [
    { column: 'day', expression: 'day' },
    { column: 'id', expression: 'id' },
    { column: 'text', expression: "concat(text, '')" },
  ],
  ...change,
})

/** What really differs between the preview and a run: names of staging tables, the id, partitions, the keys of the source. */
function normalize(sql: string): string {
  return sql
    .replace(/frostline_load_(?:JOB|[0-9a-f]{32})_\d+_\d+/g, 'frostline_load_JOB')
    .replace(/'[0-9a-f]{8}-[0-9a-f-]{27}'/g, "'JOB'")
    .replaceAll(lab.store.accessKeyId, '[HIDDEN]')
    .replace(/PARTITION ID '[^']*'/g, "PARTITION ID '…'")
    .replace(/has\(\['[^\]]*'\], partition_id\)/g, "has(['…'], partition_id)")
}

async function formatted(statements: readonly string[]): Promise<string[]> {
  return (await formatByEngine(lab, statements)).map(normalize)
}

/** One move or attach brings several partitions of a table: one command each. */
const unique = (lines: readonly string[]) => [
  ...new Set(
    lines.map((line) =>
      line.replace(/((?:MOVE|ATTACH|DROP) PARTITION ID '…'[^,]*)(?:, \(?\1\)?)+/g, '$1').replace(/[()]/g, ''),
    ),
  ),
]

async function sentOn(node: string, { id, createdAt }: LabLoad): Promise<string[]> {
  const sent = await listSent(
    lab,
    node,
    ['load-job', 'load_counts', 'observe_parts', 'recorded_bad_rows'],
    createdAt,
  )
  return sent.filter(
    (query) =>
      query.includes(`frostline_load_${id.replaceAll('-', '')}`) ||
      /CREATE TABLE IF NOT EXISTS .lab...kept/.test(query),
  )
}

/** Of the staging tables. */
async function settingsOfDrops(node: string, { createdAt }: LabLoad): Promise<string[]> {
  const client = lab.admins.find(([name]) => name === node)?.[1]
  if (!client) throw new Error(`The lab has no node ${node}.`)
  const rows = await lab.rows<{ value: string }>(
    client,
    `SELECT DISTINCT Settings['max_table_size_to_drop'] AS value FROM system.query_log
     WHERE query_kind = 'Drop' AND log_comment = '_frostline/load-job' AND query LIKE '%frostline_load_%'
       AND event_time_microseconds >= fromUnixTimestamp64Milli(${createdAt.getTime()})`,
  )
  return rows.map(({ value }) => `max_table_size_to_drop = ${value}`)
}

async function expectShownIsSent(
  table: string,
  glob: string,
  change: Partial<LoadDraft>,
  rows: bigint,
  at = table,
  clusters: ClusterDirectory = lab.ctx.clusters,
): Promise<string[]> {
  const ctx = { ...lab.loadCtx, clusters }
  await lab.createTarget(table)
  const plan = await previewLoad(ctx, draft(at, glob, change))
  const { id } = await startLoad(ctx, draft(at, glob, change))
  const job = await lab.drive(id, { clusters })
  expect([job.status, job.error, job.rowsAfter]).toEqual(['completed', null, rows])
  await expectSent(plan.statements, job)
  return plan.statements.map(({ name, node }) => `${node}: ${name}`)
}

/** Node by node: all that was shown, and nothing else. */
async function expectSent(
  statements: readonly { node: string | null; sql: string }[],
  job: LabLoad,
): Promise<void> {
  for (const node of lab.nodes) {
    const shown = statements
      .filter((statement) => statement.node?.split(', ').includes(node))
      .flatMap(({ sql }) => sql.split(/;(?:\n|$)/))
      .filter((sql) => sql !== '')
    expect(unique(await formatted(await sentOn(node, job))).toSorted()).toEqual(
      unique(await formatted(shown)).toSorted(),
    )
    const drops = shown.filter((sql) => sql.includes('DROP TABLE'))
    expect(new Set(drops.map((sql) => /^-- Sent with: (.*)\n/.exec(sql)?.[1]))).toEqual(
      new Set(await settingsOfDrops(node, job)),
    )
  }
}

it('of a split load: each node its own objects, all of them named', async () => {
  const shown = await expectShownIsSent('split', 'many/*', { strategy: 'split' }, 250n, 'split_all')
  expect(shown.filter((name) => name.includes('Read'))).toHaveLength(2)
})

it('of each batch of a load, and of more than twenty objects one by one', async () => {
  await lab.createTarget('batches')
  const skip = { kind: 'skip' as const, maxRowsPerObject: 5 }
  const change = {
    strategy: 'split' as const,
    badRows: skip,
    batch: { maxBytes: '1000000000', maxObjects: 22 },
  }
  const given = draft('batches_all', 'many/*', change)
  const shown = await Promise.all(
    [0, 1].map((shownBatch) => previewLoad(lab.loadCtx, { ...given, shownBatch })),
  )
  const reads = (sql: string) => [...sql.matchAll(/many\/\d+\.csv/g)].map(([key]) => key)
  expect(
    shown.map(({ batches, shownBatch, statements }) => {
      const together = statements
        .filter(({ name }) => name.startsWith('2. Read'))
        .flatMap(({ sql }) => reads(sql))
      const apart = statements
        .filter(({ name }) => name.startsWith('If an object'))
        .flatMap(({ sql }) => reads(sql))
      return [batches, shownBatch, new Set(together).size, new Set(apart).size]
    }),
  ).toEqual([
    [2, 0, 22, 22],
    [2, 1, 3, 3],
  ])
  const { id } = await startLoad(lab.loadCtx, given)
  const job = await lab.drive(id)
  for (const node of lab.nodes) {
    const own = shown.flatMap(({ statements }) =>
      statements
        .filter((each) => each.node === node && each.name.startsWith('2. Read'))
        .map(({ sql }) => sql),
    )
    const sent = (await sentOn(node, job)).filter((query) => query.includes('FROM s3('))
    expect(unique(await formatted(sent)).toSorted()).toEqual(unique(await formatted(own)).toSorted())
  }
})

it('of one object by its exact key, and of one that only a pattern can name', async () => {
  await expectShownIsSent('one', 'one/*', { strategy: 'single-node', node: lab.first }, 10n)
  await expectShownIsSent('pattern', 'pattern/*', { strategy: 'single-node', node: lab.first }, 10n)
})

it('of a load by the whole cluster, and of one that is re-sharded', async () => {
  // Objects are handed out to whoever asks: so long that both nodes do, also on a busy machine.
  await lab.store.inject({ operation: 'GetObject', latencyMs: 300 })
  const slowly = { strategy: 'cluster' as const, tuning: { maxThreads: 1 } }
  await expectShownIsSent('clustered', 'many/1*', slowly, 110n, 'clustered_all')
  await lab.store.clearFaults()
  await expectShownIsSent('resharded', 'many/1*', { strategy: 'reshard' }, 110n, 'resharded_all')
})

it('of a load that leaves bad rows out or collects them', async () => {
  const skip = { kind: 'skip' as const, maxRowsPerObject: 5 }
  await expectShownIsSent('skipped', 'bad/*', { strategy: 'split', badRows: skip }, 24n, 'skipped_all')
  const collect = { ...skip, kind: 'collect' as const, into: { database: 'lab', table: 'kept' } }
  await expectShownIsSent('collected', 'bad/*', { strategy: 'split', badRows: collect }, 24n, 'collected_all')
})

it('of a pipeline: what its page shows is what its loads send', async () => {
  await lab.createTarget('piped')
  const { id: actorId, name } = lab.loadCtx.actor
  await lab.db.user.create({ data: { id: actorId, email: name, name, role: 'operator' } })
  const given = draft('piped_all', 'many/1*', { strategy: 'split' })
  const { id } = await createPipeline(lab.loadCtx, {
    ...{ ...given, name: 'piped', trigger: { kind: 'continuous', pollSeconds: 60 }, startWith: 'everything' },
    source: { ...given.source, selection: { kind: 'glob', glob: 'many/1*' } },
  })
  const { statements } = await getPipeline(lab.loadCtx, { id })
  const worker = { type: 'system', id: 'worker', name: 'worker', role: 'operator' } as const
  await inspectPipeline({ ...lab.loadCtx, actor: worker }, id)
  const planned = await lab.db.loadJob.findFirstOrThrow({ where: { pipelineId: id } })
  const job = await lab.drive(planned.id)
  expect([job.status, job.rowsAfter]).toEqual(['completed', 110n])
  await expectSent(statements, job)
})

it('of a load into a replicated table, by attaching', async () => {
  const shown = await expectShownIsSent(
    'attached',
    'one/*',
    { strategy: 'single-node', node: lab.first },
    10n,
    'attached',
    replicatedInName(),
  )
  expect(shown.join()).toContain('attach each partition')
})

/** The embedded engine has no replicated tables: each says that it is one, and takes the statements for one. */
function replicatedInName(): ClusterDirectory {
  return wrapClients(lab.ctx.clusters, ({ query: ask }) => ({
    query: (query, ...rest) =>
      ask(
        {
          ...query,
          render: (params) =>
            query
              .render(params)
              .replace(
                /\bengine, engine_full,/,
                "concat('Replicated', engine) AS engine, replaceOne(engine_full, 'MergeTree', 'ReplicatedMergeTree(\\'/p\\', \\'r\\')') AS engine_full,",
              ),
        },
        ...rest,
      ),
  }))
}
