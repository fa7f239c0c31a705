import { writeFile } from 'node:fs/promises'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { createSource, ensureEmbeddedCluster } from '@frostline/services'
import { parseAddressRanges } from '@frostline/services/net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openApiTarget } from './testing/fuzz/api-target.ts'
import { listFacts } from './testing/fuzz/facts.ts'
import { runFuzz, type Target } from './testing/fuzz/fuzz.ts'
import { openTestApi, type TestApi } from './testing/open-test-api.ts'

const sourceAddresses = parseAddressRanges(['127.0.0.0/8', '::1'])
let stack: TestStack
let doors: TestApi
let target: Target

beforeAll(async () => {
  // As in production: otherwise trpc-to-openapi generates the whole document again for each request.
  vi.stubEnv('NODE_ENV', 'production')
  stack = await startTestStack({ shards: 1, postgres: true, demo: true })
  doors = await openTestApi(stack.postgres.url, sourceAddresses)
  const { services } = doors
  const { clickhouse, objectStore } = stack
  await ensureEmbeddedCluster(services.as('admin', { type: 'system' }), {
    name: 'Main',
    nodes: clickhouse.nodes.map(({ name, httpUrl, shard, replica }) => ({
      name,
      url: httpUrl,
      shard,
      replica,
    })),
    ...clickhouse.users.frostline,
    clusterName: clickhouse.clusterName,
  })
  const cluster = await services.db.cluster.findFirstOrThrow()
  const user = await services.db.user.create({
    data: { id: 'victim', name: 'Victim', email: 'victim@example.invalid', role: 'viewer' },
  })
  const source = (name: string) =>
    createSource(
      { ...services.as('admin'), sourceAddresses },
      {
        ...{
          name,
          endpoint: objectStore.endpoint,
          region: objectStore.region,
          buckets: [objectStore.bucket],
        },
        ...{ auth: 'keys', accessKeyId: objectStore.accessKeyId },
        secretAccessKey: objectStore.secretAccessKey,
      },
    )
  const [kept, lost] = [await source('kept'), await source('lost')]
  target = await openApiTarget(
    doors,
    listFacts({
      ...{ clusterSlug: cluster.slug, clusterId: cluster.id },
      nodeNames: clickhouse.nodes.map(({ name }) => name),
      nodeUrls: clickhouse.nodes.map(({ httpUrl }) => httpUrl),
      ...{ sourceIds: [kept.id], bucket: objectStore.bucket, endpoint: objectStore.endpoint },
      ...{ databases: ['demo'], tables: ['trips', 'trips_local'], ids: [cluster.id] },
      victims: { cluster: 'no-such-cluster', user: user.id, source: lost.id },
    }),
  )
})
afterAll(async () => {
  await doors?.close()
  await stack?.stop()
  vi.unstubAllEnvs()
})

const inputs = Number(process.env.FROSTLINE_FUZZ_INPUTS ?? 800)
const seed = Number(process.env.FROSTLINE_FUZZ_SEED ?? 1)

it(`answers ${inputs} hostile inputs to all procedures without a fault of ours`, async () => {
  const report = await runFuzz(target, { seed, inputs, report: console.log })
  if (process.env.FROSTLINE_FUZZ_REPORT)
    await writeFile(process.env.FROSTLINE_FUZZ_REPORT, JSON.stringify(report, null, 1))
  expect(report.faults).toEqual([])
}, 1_200_000)
