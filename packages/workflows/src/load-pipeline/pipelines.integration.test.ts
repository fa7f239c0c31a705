import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  applyDesiredState,
  createPipeline,
  exportDesiredState,
  getPipeline,
  inspectPipeline,
  planDesiredState,
  removePipeline,
  type ServiceContext,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeSetWork } from '../change-set/run-change-set.ts'
import { type CrashPoint, crashAt } from '../testing/crashing-worker.ts'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { type LoadLab, openLoadLab, sourceAddresses } from '../testing/load-lab.ts'
import type { ProductProcess } from '../testing/product-process.ts'

let lab: LoadLab
let operator: ServiceContext

beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  operator = { ...lab.ctx, sourceAddresses }
  const { id, name } = operator.actor
  await lab.db.user.create({ data: { id, email: name, name, role: 'operator' } })
})
afterAll(() => lab?.close())

async function makePipeline(table: string): Promise<string> {
  const { id } = await createPipeline(operator, {
    cluster: 'lab',
    name: table,
    source: { id: lab.sourceId, bucket: lab.bucket, selection: { kind: 'glob', glob: `${table}/**` } },
    read: {
      format: 'CSVWithNames',
      compression: 'none',
      columns: [
        { name: 'day', type: 'Date' },
        { name: 'id', type: 'UInt64' },
        { name: 'text', type: 'String' },
      ],
    },
    target: { database: 'lab', table: `${table}_all` },
    mapping: ['day', 'id', 'text'].map((column) => ({ column, expression: column })),
    strategy: 'split',
    trigger: { kind: 'continuous', pollSeconds: 5 },
    startWith: 'everything',
  })
  return id
}

/**
 * A check by a worker that is killed at a step, then one by its successor. Returns the step; null when there is none.
 */
async function lookWithCrash(pipelineId: string, point: CrashPoint): Promise<string | null> {
  const { db, clusters, state } = crashAt(point, { db: lab.db, clusters: lab.ctx.clusters })
  const worker = { type: 'system', id: 'worker', name: 'worker', role: 'operator' } as const
  await inspectPipeline({ ...operator, actor: worker, db, clusters }, pipelineId).catch((error: unknown) => {
    if (!state.dead) throw error
  })
  // Its turn expires.
  await lab.db.loadPipeline.update({ where: { id: pipelineId }, data: { lookingUntil: null } })
  await inspectPipeline({ ...operator, actor: { ...worker, id: 'successor' } }, pipelineId)
  return state.at === '' ? null : state.at
}

it('takes each object once, at whichever step of a check its worker is killed', async () => {
  await lab.createTarget('steps')
  await lab.putCsv('steps/0.csv', 0, 1)
  const id = await makePipeline('steps')
  const steps: string[] = []
  for (let step = 1; ; step++) {
    await lab.putCsv(`steps/${step}.csv`, step, 1)
    const at = await lookWithCrash(id, { step, when: step % 2 === 0 ? 'before' : 'after' })
    const taken = await lab.db.loadFile.findMany({
      where: { job: { pipelineId: id } },
      select: { key: true },
      orderBy: { key: 'asc' },
    })
    const known = await lab.db.loadPipelineObject.count({ where: { pipelineId: id, state: 'taken' } })
    expect(new Set(taken.map(({ key }) => key)).size, `step ${step}, ${at}`).toBe(taken.length)
    expect(taken, `step ${step}, ${at}`).toHaveLength(step + 1)
    expect(known, `step ${step}, ${at}`).toBe(step + 1)
    await lab.db.run.updateMany({ where: { loadJob: { pipelineId: id } }, data: { status: 'completed' } })
    if (at === null) break
    steps.push(at)
  }
  expect(steps.length).toBeGreaterThan(10)
  expect(steps.some((at) => at.startsWith('LoadJob.create'))).toBe(true)
})

it('loads what arrives while workers are killed, each row once', { timeout: 120_000 }, async () => {
  await lab.createTarget('waves')
  await lab.putCsv('waves/0.csv', 0, 100)
  const workers: ProductProcess[] = [await lab.startWorker(), await lab.startWorker()]
  const id = await makePipeline('waves')
  for (let wave = 1; wave <= 2; wave++) {
    for (let part = 0; part < 3; part++) {
      const place = 1 + (wave - 1) * 3 + part
      await lab.putCsv(`waves/${place}.csv`, place * 100, 100)
      await sleep(300)
    }
    const started = lab.startWorker()
    await workers.shift()?.kill()
    workers.push(await started)
  }
  await expect
    .poll(async () => (await lab.sumTable('waves')).rows, { timeout: 90_000, interval: 500 })
    .toBe('700')
  await expect
    .poll(async () => (await getPipeline(operator, { id })).lag.objects, { timeout: 30_000 })
    .toBe(0)
  expect(await lab.sumTable('waves')).toEqual(await lab.sumOf(700))
  for (const worker of workers) await worker.kill()
})

it('is described by a file, and created from it again', async () => {
  await lab.createTarget('filed')
  await lab.putCsv('filed/0.csv', 0, 5)
  const id = await makePipeline('filed')
  const person = randomUUID()
  await lab.db.user.create({ data: { id: person, email: person, name: person, role: 'admin' } })
  const actor = { type: 'user', id: person, name: person, role: 'admin' } as const
  const admin: ServiceContext = { ...operator, actor }
  const { document } = await exportDesiredState(admin, null)
  const plan = async () => (await planDesiredState(admin, { document })).changes
  expect(await plan()).toEqual([])
  await removePipeline(admin, { id })
  expect(await plan()).toMatchObject([
    {
      address: 'clusters.lab.pipelines.filed',
      action: 'create',
      notes: [expect.stringContaining('1 objects')],
    },
  ])
  const applied = await applyDesiredState(admin, { document })
  const run = await driveOnce(labDeps(lab, { sourceAddresses }), changeSetWork, applied.id ?? '')
  expect(run).toMatchObject({ status: 'completed', error: null })
  expect(await plan()).toEqual([])
})
