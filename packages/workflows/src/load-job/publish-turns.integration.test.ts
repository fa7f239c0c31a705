import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 1 })
  await lab.createTarget('turns')
  await lab.putCsv('turns/0.csv', 0, 10)
})
afterAll(() => lab?.close())

it('lets one batch at a time arrive in a table, and says whose it waits for', async () => {
  const other = await lab.request('turns', 'turns/')
  await lab.drive(other)
  const standAt = async (status: 'running' | 'failed' | 'completed') => {
    const batch = status === 'completed' ? 'completed' : 'publishing'
    await lab.db.loadBatch.updateMany({
      where: { jobId: other },
      data: { status: batch, ...(batch === 'publishing' ? { finishedAt: null } : {}) },
    })
    await lab.db.run.update({
      where: { id: other },
      data: { status, finishedAt: status === 'running' ? null : new Date() },
    })
  }
  await standAt('running')
  const id = await lab.request('turns', 'turns/')
  const driving = lab.drive(id)
  const readReason = async () =>
    (await lab.db.loadBatch.findFirstOrThrow({ where: { jobId: id } })).waitReason
  await expect.poll(readReason).toContain('a batch of "turns" is being published to lab.turns')
  await standAt('failed')
  await expect
    .poll(readReason)
    .toContain('"turns" ended while it was publishing a batch to lab.turns. Retry it')
  await standAt('completed')
  expect((await driving).status).toBe('completed')
  expect((await lab.sumTable('turns')).rows).toBe('20')
})
