import { getLoad, previewLoad } from '@frostline/services'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openReplicatedLoadLab, type ReplicatedLoadLab } from '../testing/replicated-load-lab.ts'

// How many replicas have to have the rows of a load, what a person sees of it, and what it waits for.
let lab: ReplicatedLoadLab
let first = ''
/** Replicas of the first shard. */
let shard: readonly string[]
let killed: string | null = null
const rows = 200

beforeAll(async () => {
  lab = await openReplicatedLoadLab()
  shard = lab.shards[0] ?? []
  first = shard[0] ?? ''
  await lab.putRows('0.csv', '2024-01-15', 0, rows)
})
afterEach(async () => {
  if (killed !== null) await lab.start(killed)
  killed = null
})
afterAll(() => lab?.close())

const preview = async (table: string, quorum?: number) => {
  const { quorum: told, checks } = await previewLoad(lab.as('operator'), { ...lab.draft(table), quorum })
  return { told, check: checks.find(({ id }) => id === 'quorum') ?? null }
}
const get = (id: string) => getLoad(lab.as('viewer'), { id })

it('says in the preview what quorum applies and what a replica that is away means', async (test) => {
  const all = shard.length
  await lab.createTarget('told')
  expect(await preview('told')).toEqual({
    told: { replicas: 1, most: all, byAccount: true },
    check: null,
  })
  const { told, check } = await preview('told', all)
  expect(told).toEqual({ replicas: all, most: all, byAccount: false })
  expect(check).toMatchObject({
    outcome: 'passed',
    text: `The load requires a quorum of ${all}. A batch is complete when ${all} of the ${all} replicas of its shard have its parts. While a replica is away, the rows arrive and the load waits for it.`,
  })
  expect((await preview('told', all + 1)).check).toMatchObject({ outcome: 'blocking' })
  await lab.need(test, 'kills')
  const other = shard[1] ?? ''
  killed = other
  await lab.kill(other)
  expect((await preview('told', all)).check).toMatchObject({
    outcome: 'warning',
    text: expect.stringContaining(`Too few replicas respond and accept writes now: shard 1 has ${all - 1}.`),
  })
})

it('waits for a quorum of replicas that have its parts, and says which one lacks them', async () => {
  await lab.createTarget('quorum')
  const [, other = ''] = shard
  await lab.stopFetches(other, 'quorum')
  const id = await lab.request('quorum', {
    ...{ strategy: 'single-node', node: first, quorum: shard.length },
  })
  expect((await get(id)).checks).toContainEqual(
    expect.objectContaining({
      id: 'quorum',
      outcome: 'passed',
      text: expect.stringContaining('The load requires'),
    }),
  )
  const driving = lab.drive(id)
  await expect
    .poll(async () => (await get(id)).batches.filter(({ awaitsQuorum }) => awaitsQuorum), { timeout: 60_000 })
    .toMatchObject([
      {
        status: 'publishing',
        waitReason: expect.stringContaining(
          `on ${shard.length - 1} of the ${shard.length} replicas of shard 1 that its quorum requires. The load waits. ${other} has not`,
        ),
      },
    ])
  await lab.startFetches(other, 'quorum')
  const { status, batches } = await driving
  expect([status, batches.map(({ awaitsQuorum }) => awaitsQuorum)]).toEqual(['completed', [false]])
  expect(await lab.countRows('quorum')).toMatchObject({ rows, ids: rows })
})

it('leaves rows out that a replica has not fetched, though reads are to be consistent', async () => {
  await lab.createTarget('sequential')
  const [, other = ''] = shard
  await lab.stopFetches(other, 'sequential')
  await lab.drive(await lab.request('sequential', { strategy: 'single-node', node: first }))
  const [read] = await lab.ask(
    other,
    `SELECT toUInt32(count()) AS rows FROM ${lab.database}.sequential SETTINGS select_sequential_consistency = 1, insert_quorum = 2`,
  )
  expect(read).toEqual({ rows: 0 })
  await lab.startFetches(other, 'sequential')
})
