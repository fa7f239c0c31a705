import { createHash, randomBytes } from 'node:crypto'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refuseWithoutGrant } from '../../replication/repair/preview.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import { ensureEmbeddedCluster } from '../setup/ensure-embedded-cluster.ts'
import { testConnection } from './test-connection.ts'

const password = randomBytes(12).toString('hex')
const account = `<powerless>
  <password_sha256_hex>${createHash('sha256').update(password).digest('hex')}</password_sha256_hex>
  <networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
  <grants><query>GRANT SHOW TABLES ON system.one</query></grants>
</powerless>`

let stack: TestStack
let services: TestServices

beforeAll(async () => {
  const dropIns = { 'powerless.xml': `<clickhouse><users>${account}</users></clickhouse>` }
  stack = await startTestStack({ shards: 1, postgres: true, embeddedOnly: true, dropIns })
  services = await openTestServices(stack.postgres.url)
})
afterAll(async () => {
  await services.close()
  await stack.stop()
})

it('names the grant that is missing to read at all', async () => {
  const [node] = stack.embedded.clickhouse.nodes
  const report = await testConnection(services.as('admin'), {
    nodes: [{ name: 'n', url: node?.httpUrl ?? '', shard: 1, replica: 1 }],
    username: 'powerless',
    password,
  })
  const checks = report.nodes[0]?.checks ?? []
  expect(Object.fromEntries(checks.map(({ id, status }) => [id, status]))).toMatchObject({
    authenticated: 'passed',
    grants: 'failed',
  })
  const statements = checks.find(({ id }) => id === 'grants')?.statements
  expect(statements).toContainEqual(expect.stringMatching(/^GRANT SELECT ON system\.\* TO \W?powerless/))
})

it.each([
  ['sync', 'SYSTEM SYNC REPLICA'],
  ['restart', 'SYSTEM RESTART REPLICA'],
  ['restore', 'SYSTEM RESTORE REPLICA'],
  ['drop', 'SYSTEM DROP REPLICA'],
] as const)('names the grant that the repair %s lacks', async (kind, access) => {
  const [node] = stack.embedded.clickhouse.nodes
  await ensureEmbeddedCluster(services.as('admin'), {
    ...{ name: 'Powerless', clusterName: 'demo', username: 'powerless', password },
    nodes: [{ name: 'n', url: node?.httpUrl ?? '', shard: 1, replica: 1 }],
  })
  const { id } = await services.db.cluster.findFirstOrThrow()
  const plan = { node: 'n', does: [], warnings: [], refusal: null }
  expect(await refuseWithoutGrant(await services.clusters.get(id), kind, plan)).toEqual({
    text: `The ClickHouse user lacks ${access} on n.`,
    hint: expect.stringMatching(`^Run as an administrator: GRANT ${access} ON \\*\\.\\* TO \\W?powerless`),
  })
})
