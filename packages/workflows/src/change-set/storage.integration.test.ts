import {
  applyDesiredState,
  approveChangeSet,
  approveRun,
  cancelChangeSet,
  cancelStorageRollout,
  createApprovalRule,
  createStorageProposal,
  exportDesiredState,
  getChangeSet,
  listStorageRollouts,
  planDesiredState,
  prepareStorageRollout,
  removeApprovalRule,
  removeStorageProposal,
  retryChangeSet,
  revertStorageRollout,
  type ServiceContext,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sourceAddresses } from '../testing/load-lab.ts'
import { openRolloutLab, type RolloutLab } from '../testing/rollout-lab.ts'

let lab: RolloutLab
let admin: ServiceContext
beforeAll(async () => {
  lab = await openRolloutLab({ shards: 2 })
  admin = await lab.services.person('admin')
})
afterAll(() => lab?.close())

type Settings = Record<string, string | number | { secret: string }>

/** A disk on the store of the test, and a policy over it. */
function storage(name: string, more: Settings = {}) {
  const { secret_access_key: _, ...disk } = lab.onStore()
  const settings: Settings = { ...disk, secret_access_key: { secret: 'env:STORE_KEY' }, ...more }
  return {
    disks: { [`${name}_disk`]: settings },
    policies: {
      [name]: {
        volumes: [
          { name: 'default', disks: ['default'] },
          { name: 'far', disks: [`${name}_disk`], settings: { perform_ttl_move_on_insert: false } },
        ],
        settings: { move_factor: 0 },
      },
    },
  }
}
const file = (of: object, more: object = {}) => ({ version: 1, clusters: { test: { storage: of, ...more } } })
const given = () => ({ 'env:STORE_KEY': lab.stack.objectStore.secretAccessKey })
const plan = (document: Record<string, unknown>, secrets: Record<string, string> = given()) =>
  planDesiredState(admin, { document, secrets })
async function apply(document: Record<string, unknown>, secrets: Record<string, string> = given()) {
  const { id } = await applyDesiredState(admin, { document, secrets, commit: '1a2b3c4d5e' })
  if (id === null) throw new Error('Nothing had to be applied.')
  return id
}
const reached = (id: string, ...statuses: string[]) =>
  lab.until(`${statuses.join(' or ')} of the change set`, async () => {
    const changeSet = await getChangeSet(admin, { id })
    return statuses.includes(changeSet.status) && changeSet
  })
const ended = (id: string) => reached(id, 'completed', 'failed', 'cancelled')
/** The rollout that makes the first change of a change set. */
const rolloutOf = (id: string) =>
  lab.services.db.storageRollout.findFirst({
    where: { proposal: { changeSetSteps: { some: { changeSetId: id, ordinal: 0 } } } },
    orderBy: { createdAt: 'desc' },
    include: { steps: { orderBy: { ordinal: 'asc' } }, run: true },
  })
async function rolloutIdOf(id: string): Promise<string> {
  const rollout = await rolloutOf(id)
  if (!rollout) throw new Error('There is no rollout.')
  return rollout.id
}

it('rolls out disks, a policy and the policy of a table, though the worker is killed at each move', async () => {
  for (const index of [0, 1])
    await lab.run(index, 'CREATE TABLE default.logs (id UInt64) ENGINE = MergeTree ORDER BY id')
  const document = file(storage('tiers'), { tables: { 'default.logs': { storagePolicy: 'tiers' } } })
  const before = await plan(document)
  expect(before.changes.map(({ address, action, blocked }) => [address, action, blocked])).toEqual([
    ['clusters.test.storage', 'update', null],
    ['clusters.test.tables."default.logs"', 'update', null],
  ])
  expect(before.changes[0]?.fields.map(({ path }) => path)).toEqual(['disks.tiers_disk', 'policies.tiers'])
  expect(before.changes.map(({ notes }) => notes.join(' '))).toEqual([
    expect.stringContaining('Writes the configuration file of 2 nodes, one after the other.'),
    'It is tried when the policy tiers is on the nodes.',
  ])
  await expect(apply(document, {})).rejects.toThrow('Values of secrets are missing: env:STORE_KEY')

  const id = await apply(document)
  const moves: [string, () => Promise<unknown>][] = [
    ['the proposal', () => lab.services.db.changeSetStep.findFirst({ where: { proposalId: { not: null } } })],
    ['the rollout', () => rolloutOf(id)],
    ['its run', async () => (await rolloutOf(id))?.run],
    ['the first file', async () => (await rolloutOf(id))?.steps[0]?.touchedAt],
    ['the second restart', async () => (await rolloutOf(id))?.steps[1]?.loadedAt],
  ]
  for (const [what, look] of moves) {
    await lab.until(what, look)
    await lab.replaceWorker()
  }
  expect(await ended(id)).toMatchObject({
    ...{ status: 'completed', error: null },
    changes: [{ state: 'done' }, { state: expect.stringMatching(/^(done|unchanged)$/) }],
  })
  expect(await lab.volumesOf('tiers')).toEqual(['default,far', 'default,far'])
  expect(await lab.fileOf(1)).toContain(`<secret_access_key>${given()['env:STORE_KEY']}</secret_access_key>`)
  // Each move was made once.
  const audit = await lab.services.db.auditEntry.findMany({
    where: { action: { startsWith: 'storage-' } },
    orderBy: { at: 'asc' },
  })
  expect(audit.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'storage-proposal.create succeeded',
    'storage-proposal.review succeeded',
    'storage-rollout.prepare succeeded',
    'storage-rollout.start requested',
    'storage-rollout.applied succeeded',
  ])
  const stored = JSON.stringify(
    [
      await lab.services.db.changeSetStep.findMany(),
      await lab.services.db.auditEntry.findMany(),
      await lab.services.db.storageProposal.findMany(),
    ],
    (_name, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  expect(stored).not.toContain(given()['env:STORE_KEY'])

  expect((await plan(document)).changes).toEqual([])
  expect((await plan(document, { 'env:STORE_KEY': 'another-key' })).changes).toMatchObject([
    { action: 'update', newSecret: true, secretRefs: ['env:STORE_KEY'] },
  ])
  const exported = await exportDesiredState(admin, null)
  expect(exported.document).toMatchObject({
    clusters: {
      test: {
        storage: {
          disks: { tiers_disk: { type: 's3', secret_access_key: { secret: 'env:STORE_KEY' } } },
          policies: { tiers: { settings: { move_factor: '0' } } },
        },
      },
    },
  })
  // Disks that were there before cannot be described.
  expect(exported.leftOut.join(' ')).toMatch(/^Disks of test are left out, .*cold/)
  expect((await plan(exported.document)).changes).toEqual([])
}, 240_000)

it('changes a setting with the stored key, and needs the key again where it would be sent elsewhere', async () => {
  const retries = file(storage('tiers', { s3_retry_attempts: 3 }))
  const { changes } = await plan(retries, {})
  expect(changes).toMatchObject([
    {
      ...{ action: 'update', newSecret: false },
      fields: [{ path: 'disks.tiers_disk.s3_retry_attempts', before: '"1"', after: '"3"' }],
    },
  ])
  const elsewhere = file(storage('tiers', { endpoint: 'http://127.0.0.1:1/elsewhere/{node}/' }))
  expect((await planDesiredState(admin, { document: elsewhere })).missingSecrets).toEqual(['env:STORE_KEY'])
  const id = await apply(retries, {})
  expect(await ended(id)).toMatchObject({ status: 'completed', error: null })
  const written = await lab.fileOf(0)
  expect(written).toContain('<s3_retry_attempts>3</s3_retry_attempts>')
  expect(written).toContain(`<secret_access_key>${given()['env:STORE_KEY']}</secret_access_key>`)
  expect((await plan(retries)).changes).toEqual([])
}, 120_000)

it('is changed in the file while the file manages it', async () => {
  const { id } = await createStorageProposal(admin, {
    ...{ cluster: 'test', title: 'By hand' },
    draft: { disks: [], policies: [{ name: 'plain', volumes: [], settings: {} }] },
  })
  await expect(prepareStorageRollout(admin, { id })).rejects.toThrow(
    'The storage of test is managed from the file frostline (commit 1a2b3c4d).',
  )
  await removeStorageProposal(admin, { id })
})

it('blocks what the rules refuse, and fails where ClickHouse refuses it or nobody may write', async () => {
  const { policies } = storage('other')
  const [change] = (await plan(file({ policies }))).changes
  expect(change?.blocked).toMatch(/policy other, volume far.*other_disk/)
  const odd = file(storage('odd', { s3_max_inflight_parts_for_one_file: 'many' }))
  expect((await plan(odd)).changes[0]?.blocked).toBeNull()
  const id = await apply(odd)
  expect(await ended(id)).toMatchObject({
    ...{ status: 'failed' },
    error: expect.stringMatching(/^clusters\.test\.storage: ClickHouse rejects the configuration for .*/),
    changes: [{ state: 'failed', proposalId: expect.any(String) }],
  })
  await cancelChangeSet(admin, { id }).catch(() => undefined)
  await lab.services.db.configTarget.updateMany({ data: { kind: 'download' } })
  try {
    expect((await plan(file(storage('odd')))).changes[0]?.blocked).toContain('set to download only')
  } finally {
    await lab.services.db.configTarget.updateMany({ data: { kind: 'directory' } })
  }
  expect(await lab.volumesOf('odd')).toEqual(['', ''])
}, 120_000)

it('says where it stands when a node does not start, and is applied again after a revert', async () => {
  // No check sees the size of the node's own cache on that path: two sizes keep a server from starting.
  const broken = { disks: { broken: { type: 'cache', disk: 'cold', path: 'cold_cache/', max_size: '10Mi' } } }
  const id = await apply(file(broken))
  expect(await ended(id)).toMatchObject({
    ...{ status: 'failed' },
    error: expect.stringMatching(/The rollout was not completed\. .*did not come up with the new file/s),
  })
  const rollout = await rolloutIdOf(id)
  await revertStorageRollout(admin, { id: rollout })
  await lab.until('the revert', async () => (await rolloutOf(id))?.run?.status === 'completed')
  await retryChangeSet(admin, { id })
  await lab.until('the second failure', async () => {
    const changeSet = await getChangeSet(admin, { id })
    return changeSet.error?.includes('was reverted') && changeSet.status === 'failed'
  })
  expect(await lab.volumesOf('tiers')).toEqual(['default,far', 'default,far'])
  expect((await plan(file(storage('tiers', { s3_retry_attempts: 3 })))).changes).toEqual([])
}, 120_000)

it('stops the rollout with a cancelled change set, and the next apply finishes it', async () => {
  const document = file(storage('stopped'))
  const id = await apply(document)
  await lab.until('the first file', async () => (await rolloutOf(id))?.steps[0]?.touchedAt)
  await cancelChangeSet(admin, { id })
  expect((await ended(id)).status).toBe('cancelled')
  const stopped = await lab.until('the end of the rollout', async () => {
    const rollout = await rolloutOf(id)
    return rollout?.run?.status === 'cancelled' && rollout
  })
  expect(stopped.steps.map(({ touchedAt }) => touchedAt !== null)).toEqual([true, false])
  const [change] = (await plan(document)).changes
  expect(change?.fields.map(({ path }) => path)).toContain('policies.stopped.byNode')
  const next = await apply(document)
  expect(await ended(next)).toMatchObject({ status: 'completed', error: null })
  expect(await lab.volumesOf('stopped')).toEqual(['default,far', 'default,far'])
  expect((await plan(document)).changes).toEqual([])
}, 120_000)

/** An open tier migration of `default.logs`, which nobody drives. Returns how to end it. */
async function openMigration() {
  const { db } = lab.services
  const rule = await createApprovalRule(admin, { name: 'Moves', kinds: ['tier-migration'] })
  const { id: clusterId } = await db.cluster.findFirstOrThrow()
  const by = { clusterId, requestedBy: 'somebody', createdAt: new Date() }
  const run = await db.run.create({ data: { ...by, kind: 'tier-migration' } })
  await db.tierMigration.create({
    data: {
      ...{ ...by, id: run.id, runId: run.id, database: 'default', table: 'logs', tableUuids: {} },
      ...{ storagePolicy: 'tiers', goal: {}, totalParts: 1, totalRows: 1n, totalBytes: 1n },
    },
  })
  return async () => {
    await db.tierMigration.deleteMany()
    await db.run.delete({ where: { id: run.id } })
    await removeApprovalRule(admin, { id: rule.id })
  }
}
const waitsWith = (id: string, reason: string) =>
  lab.until(`the wait “${reason}”`, async () =>
    (await getChangeSet(admin, { id })).waitReason?.includes(reason),
  )

it('starts after tier migrations that a restart would interrupt, and continues after them', async () => {
  const endMigration = await openMigration()
  const id = await apply(file(storage('stopped', { s3_retry_attempts: 4 })))
  await waitsWith(id, 'the rollout starts after them: default.logs.')
  expect((await rolloutOf(id))?.run).toBeNull()
  await endMigration()
  await lab.until('the first file', async () => (await rolloutOf(id))?.steps[0]?.touchedAt)
  await cancelStorageRollout(admin, { id: await rolloutIdOf(id) })
  expect((await ended(id)).error).toContain('The rollout was cancelled by')
  const endNext = await openMigration()
  await retryChangeSet(admin, { id })
  await waitsWith(id, 'the rollout goes on after them: default.logs.')
  expect((await rolloutOf(id))?.run?.status).toBe('cancelled')
  await endNext()
  await reached(id, 'completed')
  expect((await plan(file(storage('stopped', { s3_retry_attempts: 4 })))).changes).toEqual([])
}, 120_000)

it('is approved with its change set, by a second person', async () => {
  await lab.services.db.cluster.updateMany({ data: { approvalRequired: true } })
  const rule = await createApprovalRule(admin, { name: 'Restarts', kinds: ['storage-rollout'] })
  try {
    const id = await apply(file(storage('stopped', { s3_retry_attempts: 2 })))
    await reached(id, 'waiting')
    const other = await lab.services.person('admin')
    await approveChangeSet(other, { id })
    // A rule holds the rollout like any other.
    await lab.until('the rule', async () =>
      (await getChangeSet(admin, { id })).waitReason?.includes(
        'The rollout waits. The approval of 1 person is missing (rule “Restarts”).',
      ),
    )
    await approveRun(other, { id: await rolloutIdOf(id), bytes: null })
    expect(await ended(id)).toMatchObject({ status: 'completed', error: null })
    const step = await lab.services.db.changeSetStep.findFirstOrThrow({
      where: { changeSetId: id },
      include: { proposal: true },
    })
    expect(step.proposal?.reviewNote).toContain(`approved by ${other.actor.name}`)
    const { rollouts } = await listStorageRollouts(admin, { id: step.proposalId ?? '' })
    expect(rollouts.map(({ status }) => status)).toEqual(['completed'])
  } finally {
    await removeApprovalRule(admin, { id: rule.id })
    await lab.services.db.cluster.updateMany({ data: { approvalRequired: false } })
  }
}, 120_000)

it('registers a cluster with its folders, disks and policies from one file', async () => {
  const { nodes, users } = lab.stack.embedded.clickhouse
  const places = nodes.map(({ name, httpUrl: url, shard }) => [name, { url, shard }])
  const { folderByNode } = await lab.services.db.configTarget.findFirstOrThrow()
  const document = {
    version: 1,
    name: 'second',
    clusters: {
      second: {
        connection: {
          ...{ username: users.frostline.username, secret: 'env:PASSWORD' },
          nodes: Object.fromEntries(places),
        },
        configFiles: { folderByNode },
        storage: storage('fresh'),
      },
    },
  }
  const secrets = { ...given(), 'env:PASSWORD': users.frostline.password }
  const ctx = { ...admin, sourceAddresses }
  const { changes } = await planDesiredState(ctx, { document, secrets })
  expect(changes.map(({ action, address, blocked }) => [action, address, blocked])).toEqual([
    ['create', 'clusters.second.connection', null],
    ['create', 'clusters.second.configFiles', null],
    ['create', 'clusters.second.storage', null],
  ])
  const { id } = await applyDesiredState(ctx, { document, secrets })
  expect(await ended(id ?? '')).toMatchObject({ status: 'completed', error: null })
  expect(await lab.volumesOf('fresh')).toEqual(['default,far', 'default,far'])
  expect((await planDesiredState(ctx, { document, secrets })).changes).toEqual([])
  const exported = await exportDesiredState(admin, null)
  expect(exported.document).toMatchObject({ clusters: { second: { configFiles: { folderByNode } } } })
}, 120_000)
