import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 1 })
})
afterAll(() => lab?.close())

it('does not run a stored load whose expressions read files', async () => {
  await lab.createTarget('stored')
  await lab.putCsv('stored/1.csv', 1, 3)
  const id = await lab.request('stored', 'stored/', {
    mapping: [{ column: 'text', expression: "arrayMap(file, ['/etc/hostname'])[1]" }],
  })
  const job = await lab.drive(id)
  expect(job).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('gets the function file by its name'),
  })
  expect(await lab.db.loadStatement.count({ where: { batch: { jobId: id } } })).toBe(0)
})
