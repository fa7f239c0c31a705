import type { ClusterDirectory, ConnectedNode } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'

// The embedded engine has no replicated tables: the statements are sent as for one, into a table that is not.
let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  for (let part = 0; part < 2; part++) await lab.putCsv(`copies/${part}.csv`, part * 50, 50)
})
afterAll(() => lab?.close())

/** Nodes that answer so many times that they have attached what they have not, like replicas within their deduplication window. */
function leavingOut(times: number): ClusterDirectory {
  let left = times
  const guard = (node: ConnectedNode): ConnectedNode => ({
    ...node,
    client: {
      ...node.client,
      query: (...given) => node.client.query(...given),
      command: (request) =>
        request.sql.includes(' ATTACH PARTITION ') && left-- > 0
          ? node.client.command({ ...request, sql: 'SELECT 1', params: {} })
          : node.client.command(request),
    },
  })
  const { clusters } = lab.ctx
  return {
    ...clusters,
    get: async (id) => {
      const cluster = await clusters.get(id)
      return { ...cluster, nodes: cluster.nodes.map(guard) }
    },
  }
}

it('says what a replica has left out, and brings it in when it is taken', async () => {
  await lab.createTarget('left_out')
  const id = await lab.request('left_out', 'copies/', { replicated: true })
  const driving = lab.drive(id, { clusters: leavingOut(6) })
  await expect
    .poll(async () =>
      (await lab.db.loadBatch.findMany({ where: { jobId: id } })).map((batch) => batch.waitReason),
    )
    .toEqual([expect.stringContaining('skipped parts of partition')])
  expect((await driving).status).toBe('completed')
  expect(await lab.sumTable('left_out')).toEqual(await lab.sumOf(100))
  expect(await lab.listStaging()).toEqual([])
})

it('loads the same objects a second time beside the first', async () => {
  await lab.createTarget('twice')
  for (const rows of ['100', '200']) {
    const job = await lab.drive(await lab.request('twice', 'copies/', { replicated: true }))
    expect([job.status, String(job.rowsAfter)]).toEqual(['completed', rows])
  }
  const staged = await lab.sumTable('twice')
  expect(staged.rows).toBe('200')
})
