import { upgradeFromBefore } from '@frostline/db/testing'
import { createPipeline, getPipeline, pauseLoad, resumeLoad } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2, own: { nodes: 'it slows down the store of its nodes' } })
  const { id, name } = lab.loadCtx.actor
  await lab.db.user.create({ data: { id, email: name, name, role: 'operator' } })
})
afterAll(() => lab?.close())

/** Limits were called most. */
function formerNames(row: string): string {
  return `regexp_replace((${row})::text, '"max(Bytes|Objects|RowsPerObject)":', '"most\\1":', 'g')::jsonb`
}

/** In the order of their foreign keys. A load had the columns of its run. */
const tables = {
  user: '',
  cluster: '',
  cluster_node: '',
  worker_heartbeat: '',
  source: '',
  load_pipeline: `SELECT ${formerNames('to_jsonb(given)')} FROM load_pipeline AS given`,
  load_job: `SELECT to_jsonb(run) || ${formerNames('to_jsonb(given)')} || jsonb_build_object('pausedBy', (SELECT max("byName") FROM run_transition
      WHERE "runId" = run.id AND "order" = 'pause' AND run.status IN ('pausing', 'paused')))
    FROM load_job AS given JOIN run ON run.id = given.id`,
  load_pipeline_object: '',
  load_file: '',
  load_batch: '',
  load_statement: '',
  load_publish: '',
}

const rows = 600
const parts = 6

async function putParts(table: string): Promise<void> {
  await lab.createTarget(table)
  for (let part = 0; part < parts; part++)
    await lab.putCsv(`${table}/${part}.csv`, (part * rows) / parts, rows / parts)
}

const batch = { maxBytes: '1000000000', maxObjects: 1 }
const isHalfDone = { some: { status: 'completed' as const } }

/** One batch of it has arrived, another is on its way. */
const waitUntilHalfDone = (id: string) =>
  expect
    .poll(
      () =>
        lab.db.run.count({
          where: {
            id,
            loadJob: { AND: [{ batches: isHalfDone }, { batches: { some: { status: 'loading' } } }] },
          },
        }),
      { timeout: 60_000, interval: 100 },
    )
    .toBe(1)

it('finishes what the version before loads, pipelines have begun and people paused, once', {
  timeout: 240_000,
}, async () => {
  const names = ['moving', 'paused', 'piped']
  for (const name of names) await putParts(name)
  await lab.store.inject({ operation: 'GetObject', latencyMs: 400 })
  const worker = await lab.startWorker()
  const paused = await lab.request('paused', 'paused/', { batch })
  await waitUntilHalfDone(paused)
  await pauseLoad(lab.loadCtx, { id: paused })
  await expect
    .poll(async () => (await lab.load(paused)).status, { timeout: 60_000, interval: 100 })
    .toBe('paused')
  const { id: pipelineId } = await createPipeline(lab.loadCtx, {
    ...{ cluster: 'lab', name: 'piped', batch, strategy: 'split', startWith: 'everything' },
    source: { id: lab.sourceId, bucket: lab.bucket, selection: { kind: 'glob', glob: 'piped/**' } },
    read: {
      ...{ format: 'CSVWithNames', compression: 'none' },
      columns: [
        { name: 'day', type: 'Date' },
        { name: 'id', type: 'UInt64' },
        { name: 'text', type: 'String' },
      ],
    },
    target: { database: 'lab', table: 'piped_all' },
    mapping: ['day', 'id', 'text'].map((column) => ({ column, expression: column })),
    trigger: { kind: 'continuous', pollSeconds: 5 },
  })
  const findPiped = () => lab.db.loadJob.findFirst({ where: { pipelineId } })
  await expect.poll(findPiped, { timeout: 60_000, interval: 100 }).not.toBeNull()
  const moving = await lab.request('moving', 'moving/', { batch })
  const piped = (await findPiped())?.id ?? ''
  await Promise.all([waitUntilHalfDone(piped), waitUntilHalfDone(moving)])
  await worker.kill()
  const before = await Promise.all([moving, paused, piped].map((id) => lab.load(id)))
  expect(before.map(({ status }) => status)).toEqual(['running', 'paused', 'running'])

  await upgradeFromBefore(lab.postgres.url, '20261123225500_load_runs', tables, async (client) => {
    const { rowCount } = await client.query(`
      UPDATE dbos.workflow_input AS given
      SET inputs = replace(replace(given.inputs, '"kind":"load-job",', ''), '"id":', '"jobId":')
      FROM dbos.workflow_status AS workflow
      WHERE workflow.workflow_uuid = given.workflow_uuid AND workflow.name = 'load-job' AND workflow.status = 'PENDING'
        AND given.inputs LIKE '%"kind":"load-job","id":%'`)
    expect(rowCount).toBe(2)
  })

  expect(await lab.load(paused)).toMatchObject({ status: 'paused', requestedBy: 'operator@lab' })
  await lab.store.clearFaults()
  const next = await lab.startWorker()
  await resumeLoad(lab.loadCtx, { id: paused })
  for (const id of [moving, paused, piped])
    await expect
      .poll(async () => (await lab.load(id)).status, { timeout: 90_000, interval: 200 })
      .toBe('completed')
  for (const name of names) expect([name, await lab.sumTable(name)]).toEqual([name, await lab.sumOf(rows)])
  // The pipeline goes on with what comes, and takes none of the former objects again.
  await lab.putCsv('piped/later.csv', rows, 50)
  await expect
    .poll(async () => (await lab.sumTable('piped')).rows, { timeout: 60_000, interval: 200 })
    .toBe(String(rows + 50))
  await expect
    .poll(async () => (await getPipeline(lab.loadCtx, { id: pipelineId })).lag.objects, { timeout: 30_000 })
    .toBe(0)
  expect(await lab.sumTable('piped')).toEqual(await lab.sumOf(rows + 50))
  expect(await lab.db.loadFile.count({ where: { job: { pipelineId } } })).toBe(parts + 1)
  await next.kill()
})
