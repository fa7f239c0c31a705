import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOverview } from '../placement/overview/index.ts'
import { getTable, listTables } from '../placement/table/index.ts'
import { listNodes } from '../platform/node/index.ts'
import { openReplicatedLab, type ReplicatedLab } from '../testing/open-replicated-lab.ts'
import { getTableReplication, listReplicaDifferences, listReplication, previewRepair } from './index.ts'

let lab: ReplicatedLab

beforeAll(async () => {
  lab = await openReplicatedLab('admin')
  await lab.createTable('events', { columns: 'id UInt64', orderBy: 'id' })
  await lab.ask(lab.names[0] ?? '', `INSERT INTO ${lab.database}.events SELECT number FROM numbers(100)`)
  await lab.waitForEqualReplicas('events')
})
afterAll(() => lab?.close())

/** Pages have a budget of 4 to 10 s; without a limit they would wait as long as Keeper hangs. */
const maxMs = 30_000

async function inTime<Answer>(page: string, reading: Promise<Answer>): Promise<Answer> {
  const began = performance.now()
  const answer = await reading
  expect([page, performance.now() - began < maxMs]).toEqual([page, true])
  return answer
}

test('while Keeper accepts connections and answers nothing, pages respond in time and say what is unknown', async (context) => {
  await lab.need(context, 'kills')
  const at = { cluster: lab.cluster, database: lab.database, table: 'events', fresh: true }
  const before = await getTableReplication(lab.ctx, at)
  const { keeperPath = '', replicas = [] } = before.data.sets[0] ?? {}
  await lab.freezeKeeper()
  try {
    const list = await inTime('list', listReplication(lab.ctx, { ...at, search: lab.database }))
    expect(list.data.sets).toHaveLength(2)
    for (const set of list.data.sets) {
      expect(set.keeper).toBe(null)
      expect(
        set.replicas.map(({ content, logBehind }) => [content.rows > 0n || set.shards[0] === 2, logBehind]),
      ).toEqual([
        [true, null],
        [true, null],
      ])
    }
    const table = await inTime('table', getTableReplication(lab.ctx, at))
    expect(table.data.sets[0]?.keeper).toBe(null)
    expect(table.data.sets[0]?.problems.map(({ severity }) => severity)).not.toEqual([])
    const differences = await inTime('differences', listReplicaDifferences(lab.ctx, at))
    expect(differences.data).toMatchObject({ replicas: 4, different: 0 })
    const { data } = await inTime('head of the table', getTable(lab.ctx, at))
    expect(data.byNode).toHaveLength(4)
    for (const [page, reading] of [
      ['overview', getOverview(lab.ctx, at)],
      ['nodes', listNodes(lab.ctx, at)],
      ['tables', listTables(lab.ctx, at)],
    ] as const)
      expect(
        (await inTime<{ nodes: { state: string }[] }>(page, reading)).nodes.map(({ state }) => state),
      ).toEqual(lab.names.map(() => 'ok'))
    // What cannot be proved is refused.
    const draft = { ...at, keeperPath, replicaName: 'gone', kind: 'drop' as const }
    const dropped = await inTime('preview', previewRepair(lab.ctx, draft))
    expect(dropped.refusal?.text).toMatch(/^Keeper could not be read/)
    expect(replicas).toHaveLength(2)
  } finally {
    await lab.thawKeeper()
  }
  await lab.waitForEqualReplicas('events')
  await expect.poll(async () => (await getTableReplication(lab.ctx, at)).data.sets[0]?.keeper?.active).toBe(2)
})
