import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import {
  createStorageProposal,
  ensureEmbeddedCluster,
  getStorageProposal,
  listStorageProposals,
  recheckStorageProposal,
  removeStorageProposal,
  reviewStorageProposal,
  storageProposalDetail,
} from '@frostline/services'
import { openTestServices, type TestServices } from '@frostline/services/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkflowDeps } from '../deps.ts'
import { checkProposals } from './check-proposals.ts'

let stack: TestStack
let services: TestServices
let deps: WorkflowDeps

const secret = 'a very secret key of this test'
const cluster = 'test'
const draft = (endpoint: string, key: string | { sealed: string } = secret) => ({
  disks: [
    {
      name: 'archive',
      settings: {
        type: 's3',
        endpoint,
        access_key_id: { fromEnv: 'ARCHIVE_KEY' },
        secret_access_key: key,
        s3_retry_attempts: '3',
      },
    },
  ],
  policies: [
    {
      name: 'default_archive',
      volumes: [
        { name: 'default', disks: ['default'], settings: {} },
        { name: 'archive', disks: ['archive'], settings: {} },
      ],
      settings: { move_factor: '0' },
    },
  ],
})

beforeAll(async () => {
  stack = await startTestStack({ shards: 2, postgres: true, embeddedOnly: true })
  services = await openTestServices(stack.postgres.url)
  const { nodes, users, clusterName } = stack.clickhouse
  await ensureEmbeddedCluster(services.as('admin', { type: 'system' }), {
    name: 'Test',
    clusterName,
    nodes: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, url: httpUrl })),
    ...users.frostline,
  })
  const quiet = () => undefined
  deps = {
    db: services.db,
    clusters: services.clusters,
    workerId: 'test',
    log: { info: quiet, warn: quiet, error: quiet },
    now: () => new Date(),
  }
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})

const get = async (id: string) =>
  storageProposalDetail.parse(await getStorageProposal(services.as('viewer'), { id, fresh: true })).data

test('a proposal is checked by our rules and by an engine, against each node, and keeps its secret to itself', async () => {
  const admin = services.as('admin')
  const { id } = await createStorageProposal(admin, {
    cluster,
    title: 'An archive',
    draft: draft('http://127.0.0.1:1/bucket/{node}/'),
  })
  expect(await get(id)).toMatchObject({ engine: 'waiting', engineCheck: null })
  await checkProposals(deps)
  const seen = await get(id)
  expect(seen.findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(seen.engineCheck?.nodes).toEqual(
    stack.clickhouse.nodes.map(({ name }) => ({
      node: name,
      state: 'accepted',
      version: expect.stringMatching(/^\d+\.\d+/),
      code: null,
      message: null,
    })),
  )
  for (const { node, xml, diffs } of seen.byNode) {
    expect(xml).toContain(`http://127.0.0.1:1/bucket/${node}/`)
    expect(xml).toContain('<access_key_id from_env="ARCHIVE_KEY"/>')
    expect(diffs?.map(({ name, change }) => [name, change])).toEqual([
      ['archive', 'new'],
      ['default_archive', 'new'],
    ])
  }
  expect(JSON.stringify(seen)).not.toContain(secret)
  const row = await services.db.storageProposal.findUniqueOrThrow({ where: { id } })
  expect(JSON.stringify(row.draft)).not.toContain(secret)
  expect(Buffer.from(row.sealedSecrets ?? []).toString('latin1')).not.toContain(secret)
  const opened = services.clusters.openProposalSecrets({
    id,
    sealedSecrets: row.sealedSecrets ?? new Uint8Array(),
  })
  expect(JSON.parse(opened)).toEqual({ 1: secret })

  const next = await createStorageProposal(admin, {
    cluster,
    title: 'The same at another place',
    draft: draft('http://127.0.0.1:1/other/{node}/', { sealed: '1' }),
    basedOn: id,
  })
  const taken = await services.db.storageProposal.findUniqueOrThrow({ where: { id: next.id } })
  expect(
    services.clusters.openProposalSecrets({
      id: next.id,
      sealedSecrets: taken.sealedSecrets ?? new Uint8Array(),
    }),
  ).toBe(opened)
  await expect(
    createStorageProposal(admin, {
      cluster,
      title: 'A secret of nobody',
      draft: draft('http://127.0.0.1:1/other/{node}/', { sealed: '1' }),
    }),
  ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('secret_access_key') })
})

test("the engine's rejection is shown beside our findings, in its own words", async () => {
  const { id } = await createStorageProposal(services.as('admin'), {
    cluster,
    title: 'Two letters',
    draft: draft('http://127.0.0.1:1/bu/{node}/'),
  })
  await checkProposals(deps)
  const seen = await get(id)
  expect(seen.engine).toBe('refused')
  expect(seen.findings[0]).toMatchObject({ level: 'error', text: 'The bucket "bu" has 2 characters.' })
  expect(seen.engineCheck?.nodes[0]).toMatchObject({
    code: 36,
    message: expect.stringContaining('Bucket name length is out of bounds'),
  })
  await recheckStorageProposal(services.as('admin'), { id })
  expect((await get(id)).engine).toBe('waiting')
})

test('it is reviewed and removed by admins only, and each is audited', async () => {
  const admin = services.as('admin')
  const { id } = await createStorageProposal(admin, {
    cluster,
    title: 'To be rejected',
    draft: draft('http://127.0.0.1:1/bucket/{node}/'),
  })
  const review = { id, outcome: 'rejected' as const, note: 'The bucket is in another region.' }
  await expect(reviewStorageProposal(services.as('operator'), review)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await reviewStorageProposal(admin, review)
  const { proposals } = await listStorageProposals(services.as('viewer'), { cluster })
  expect(proposals.find((each) => each.id === id)?.review).toMatchObject({
    outcome: 'rejected',
    note: review.note,
    by: admin.actor.name,
  })
  await removeStorageProposal(admin, { id })
  await expect(get(id)).rejects.toMatchObject({ code: 'not_found' })
  const audit = await services.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
  expect(audit.map(({ action, outcome }) => `${action} ${outcome}`).sort()).toEqual([
    'storage-proposal.create succeeded',
    'storage-proposal.remove succeeded',
    'storage-proposal.review denied',
    'storage-proposal.review succeeded',
  ])
})
