import { upgradeFromBefore } from '@frostline/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BucketLab, openBucketLab, randomObjectName } from '../testing/bucket-lab.ts'
import { removalsIn } from '../testing/removal-lab.ts'

let lab: BucketLab
beforeAll(async () => {
  lab = await openBucketLab({ shards: 1 })
  await lab.createCold('trips', 1)
}, 120_000)
afterAll(() => lab.close())

/** In foreign key order. A removal had the columns of its run. */
const tables = {
  cluster: '',
  cluster_node: '',
  source: '',
  run: "SELECT to_jsonb(given) FROM run AS given WHERE kind <> 'orphan-removal'",
  bucket_audit: '',
  bucket_audit_node: '',
  orphan_removal: `SELECT to_jsonb(run) || to_jsonb(given) || jsonb_build_object('starts', run.generation)
    FROM orphan_removal AS given JOIN run ON run.id = given.id`,
  orphan_removal_object: '',
}

it('continues a removal of the previous version, and deletes what it had put into quarantine', async () => {
  const removals = removalsIn(lab)
  const keys = Array.from({ length: 3 }, () => `${lab.prefixOf(lab.nodes[0] ?? '')}${randomObjectName()}`)
  for (const key of keys) await lab.put(key, 'left behind')
  const id = await removals.start(await removals.auditFor(keys))
  expect(await removals.crash(id, { of: 'store.copy', step: 2, when: 'after' })).not.toBeNull()
  expect((await removals.find(id)).status).toBe('running')

  await upgradeFromBefore(lab.postgres.url, '20261124003000_run_waiting', tables, async (client) => {
    const { rows } = await client.query('SELECT status, starts FROM orphan_removal')
    expect(rows).toEqual([{ status: 'running', starts: 0 }])
  })

  expect(await removals.drive(id)).toMatchObject({
    status: 'waiting',
    requestedBy: removals.admin.actor.name,
  })
  const held = await lab.listKeys(`frostline-quarantine/${id}/`)
  expect(held.toSorted()).toEqual(keys.map((key) => `frostline-quarantine/${id}/${key}`).toSorted())
  await removals.approve(id)
  expect((await removals.drive(id)).status).toBe('completed')
  const objects = await removals.objects(id)
  expect(objects.map(({ state }) => state)).toEqual(['deleted', 'deleted', 'deleted'])
  const left = await lab.listKeys('')
  expect(left.filter((key) => keys.some((each) => key.endsWith(each)))).toEqual([])
})
