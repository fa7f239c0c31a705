import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { wrapClients } from '../testing/wrap-clients.ts'

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
    error: expect.stringContaining('gets the function file by name'),
  })
  expect(await lab.db.loadStatement.count({ where: { batch: { jobId: id } } })).toBe(0)
})

it('waits for a node that shuts down while it is asked about the expressions', async () => {
  await lab.createTarget('waited')
  await lab.putCsv('waited/1.csv', 0, 3)
  const id = await lab.request('waited', 'waited/', { mapping: [{ column: 'id', expression: 'id + 0' }] })
  let asked = 0
  const clusters = wrapClients(lab.ctx.clusters, ({ text }) => ({
    text: (name, sql, options) =>
      text(name, name === 'syntax_tree' && asked++ === 0 ? shuttingDown : sql, options),
  }))
  expect(await lab.drive(id, { clusters })).toMatchObject({ status: 'completed', rowsAfter: 3n })
  expect(asked).toBeGreaterThan(1)
})

/** What a node answers then. */
const shuttingDown =
  "SELECT throwIf(1, 'The server is shutting down', toInt16(236)) SETTINGS allow_custom_error_code_in_throwif = 1"
