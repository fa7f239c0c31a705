import { queryNode, startTestStack, type TestStack } from '@frostline/embedded/testing'
import {
  changeTablePolicy,
  createStorageProposal,
  ensureEmbeddedCluster,
  getStorageProposal,
  reloadStorageConfig,
  storageProposalDetail,
} from '@frostline/services'
import { openTestServices, type TestServices } from '@frostline/services/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stack: TestStack
let services: TestServices
const cluster = 'test'

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
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})

test('the file of a node, put in place, is what the node then runs; a half-done rollout is shown node by node', async () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey, keyPrefix } = stack.objectStore
  const key = secretAccessKey
  const { id } = await createStorageProposal(services.as('admin'), {
    cluster,
    title: 'A second store',
    draft: {
      disks: [
        {
          name: 'archive',
          settings: {
            type: 's3',
            endpoint: `${endpoint}/${bucket}/${keyPrefix}/archive/{node}/`,
            access_key_id: accessKeyId,
            secret_access_key: key,
            s3_retry_attempts: '2',
          },
        },
        {
          name: 'archive_cache',
          settings: { type: 'cache', disk: 'archive', path: 'archive_cache/', max_size: '64Mi' },
        },
      ],
      policies: [
        {
          name: 'default_archive',
          volumes: [
            { name: 'default', disks: ['default'], settings: {} },
            {
              name: 'archive',
              disks: ['archive_cache'],
              settings: { perform_ttl_move_on_insert: 'false', max_data_part_size_bytes: '1073741824' },
            },
          ],
          // Otherwise the server itself moves parts on a machine with a nearly full disk.
          settings: { move_factor: '0' },
        },
      ],
    },
  })
  const look = async () =>
    storageProposalDetail.parse(await getStorageProposal(services.as('viewer'), { id, fresh: true })).data
  const statesNow = async () => (await look()).byNode.map(({ state }) => state)
  expect(await statesNow()).toEqual(['not-yet', 'not-yet'])

  const first = await reloadStorageConfig(services.as('admin'), { id })
  expect(first.complete).toBe(false)
  for (const { state, message } of first.nodes) {
    expect(state).toBe('not-yet')
    expect(message).toMatch(/code 1 /)
  }
  const files = (await look()).byNode
  const { clickhouse } = stack.embedded
  for (const [index, node] of clickhouse.nodes.entries()) {
    const xml = files.find((file) => file.node === node.name)?.xml ?? ''
    clickhouse.setDropIn(
      'frostline-storage.xml',
      xml.replace('<secret_access_key/>', `<secret_access_key>${key}</secret_access_key>`),
    )
    await node.restart()
    expect(await statesNow()).toEqual(index === 0 ? ['running', 'not-yet'] : ['running', 'running'])
  }
  expect(await reloadStorageConfig(services.as('admin'), { id })).toMatchObject({ complete: true })
  const audit = await services.db.auditEntry.findMany({
    where: { action: 'storage-proposal.reload' },
    orderBy: { at: 'asc' },
  })
  expect(audit.map(({ outcome }) => outcome)).toEqual(['requested', 'failed', 'requested', 'succeeded'])

  const { users } = stack.clickhouse
  const run = (sql: string) =>
    Promise.all(clickhouse.nodes.map((node) => queryNode(node.httpUrl, users.admin, sql)))
  await run('CREATE TABLE default.logs (id UInt64) ENGINE = MergeTree ORDER BY id')
  await run('INSERT INTO default.logs SELECT number FROM numbers(100)')
  const change = await changeTablePolicy(services.as('operator'), {
    cluster,
    database: 'default',
    table: 'logs',
    policy: 'default_archive',
  })
  expect(change.complete).toBe(true)
  await run("ALTER TABLE default.logs MOVE PARTITION ID 'all' TO VOLUME 'archive'")
  const disks = await run("SELECT disk_name FROM system.parts WHERE active AND table = 'logs'")
  expect(disks).toEqual([[{ disk_name: 'archive_cache' }], [{ disk_name: 'archive_cache' }]])
})
