import { expect, type Page } from '@playwright/test'
import { callRest } from './rest.ts'
import { database, moveRequest, table, tablePath } from './trips.ts'

export interface Screen {
  readonly path: string
  /** First-level heading; a substring is enough. */
  readonly heading: string
}

const onTable = (path: string): Screen => ({ path: `${tablePath}${path}`, heading: `${database}.${table}` })
const titled = (heading: string, ...paths: string[]): Screen[] => paths.map((path) => ({ path, heading }))

async function make(path: string, body: unknown): Promise<string> {
  const { status, body: made } = await callRest<{ id: string }>('POST', path, { body })
  if (status !== 200) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(made)}`)
  return made.id
}

export async function findDemoBucket(): Promise<{ id: string; bucket: string }> {
  const { body } = await callRest<{ sources: { id: string; name: string; buckets: string[] }[] }>(
    'GET',
    '/sources',
  )
  const demo = body.sources.find(({ name }) => name === 'Demo store')
  const [bucket] = demo?.buckets ?? []
  if (!demo || bucket === undefined) throw new Error('There is no demo source.')
  return { id: demo.id, bucket }
}

/** A few rows in a folder that no other run has. */
export async function makeTestData(): Promise<string> {
  return make('/data-generations', {
    cluster: 'demo',
    spec: {
      ...{ source: await findDemoBucket(), prefix: `looked-at-${Date.now().toString(36)}/` },
      ...{ format: 'CSVWithNames', compression: 'gzip', rows: 30, rowsPerFile: 10 },
      content: { kind: 'template', template: 'events' },
    },
  })
}

/** The newest partition behind the caches. */
export async function makeWarmup(): Promise<string> {
  const spec = { database, table, partitions: { kind: 'newest', count: 1 } }
  return make('/cache-warmups', { cluster: 'demo', spec })
}

/** Not of the cold disks' bucket: a journey audits that meanwhile, and a bucket has one audit at a time. */
export async function makeBucketAudit(): Promise<string> {
  const { id: sourceId, bucket } = await findDemoBucket()
  return make('/bucket-audits', { cluster: 'demo', sourceId, bucket, prefixes: ['trips/'] })
}

/** The current data of the newest partition, on one node. */
export async function makeTierBenchmark(): Promise<string> {
  return make('/tier-benchmarks', {
    cluster: 'demo',
    spec: {
      ...{ node: 'shard-3-replica-1', database, table, query: 'SELECT count() FROM {table}', runs: 1 },
      data: { kind: 'in-place' },
      tiers: ['hot', 'cold', 'cache-second'],
    },
  })
}

/** A node runs one benchmark at a time: waits for earlier ones. */
async function makeWhenFree(path: string, bodyOf: () => Promise<unknown>): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const { status, body } = await callRest<{ id: string }>('POST', path, { body: await bodyOf() })
    if (status === 200) return body.id
    if (status !== 409 || attempt > 30)
      throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Of the queries that preparing these screens has run. */
export async function makeReplay(): Promise<string> {
  const now = Date.now()
  const wanted = {
    cluster: 'demo',
    filter: { since: new Date(now - 3_600_000), until: new Date(now + 3_600_000), limit: 5 },
  }
  const on = { cluster: 'demo', route: { kind: 'node', node: 'shard-3-replica-1' } }
  return makeWhenFree('/replays', async () => {
    const look = await callRest<{ data: { fingerprint: string } }>('POST', '/replay-looks', { body: wanted })
    const { fingerprint } = look.body.data
    return {
      ...wanted,
      fingerprint,
      targets: [
        { ...on, caches: 'use' },
        { ...on, caches: 'bypass' },
      ],
    }
  })
}

export async function makeDiskBenchmark(): Promise<string> {
  const shapes = { formats: ['wide', 'compact'], columns: [2], parts: [1], rows: 1_000, runs: 1 }
  const spec = { node: 'shard-2-replica-1', database: 'demo', disk: 'cold_cache', ...shapes }
  return makeWhenFree('/disk-benchmarks', async () => ({ cluster: 'demo', spec }))
}

/** One that loads nothing: it starts with new objects, manually. */
async function makePipeline(): Promise<string> {
  const { id, bucket } = await findDemoBucket()
  return make('/load-pipelines', {
    ...{ cluster: 'demo', name: 'looked at', startWith: 'new', trigger: { kind: 'manual' } },
    source: { id, bucket, selection: { kind: 'glob', glob: 'trips/csv/*.csv.gz' } },
    read: { format: 'CSVWithNames', compression: 'gzip', columns: [{ name: 'trip_id', type: 'UInt64' }] },
    ...{ target: { database, table: 'trips' }, mapping: [{ column: 'trip_id', expression: 'trip_id' }] },
  })
}

/** Opens it and waits until no panel is loading any more. */
export async function openScreen(page: Page, path: string, heading: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** Every page and tab of the console belongs to one of them. */
export const areas = ['storage', 'tables', 'loads', 'migrations and alerts', 'administration'] as const
export type Area = (typeof areas)[number]

/** All of them by area, with something to show on each; `clear` removes what was created for it. */
export async function prepareScreens(
  partition: string,
): Promise<{ screens: Readonly<Record<Area, readonly Screen[]>>; clear: () => Promise<void> }> {
  const plan = await make('/tier-migrations', moveRequest([partition]))
  const batch = await make('/tier-batches', {
    ...{ cluster: 'demo', tables: [{ database, table }], targetVolume: 'cold' },
    goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
  })
  const schedule = await make('/tier-schedules', {
    ...{ cluster: 'demo', name: 'once a year', tables: [{ database, table }], targetVolume: 'cold' },
    ...{ olderThanDays: 1, budgetBytes: '1000000', cron: '0 2 1 1 *', timeZone: 'Europe/Berlin' },
    windowSpans: [{ days: [0, 6], from: '22:00', to: '06:00' }],
  })
  const pipeline = await makePipeline()
  const testData = await makeTestData()
  const warmup = await makeWarmup()
  const audit = await makeBucketAudit()
  const tierBenchmark = await makeTierBenchmark()
  const diskCheck = await make('/disk-checks', {
    ...{ cluster: 'demo', node: 'shard-2-replica-1', database: 'demo', disk: 'cold_cache', rows: 1_000 },
  })
  const replay = await makeReplay()
  const diskBenchmark = await makeDiskBenchmark()
  const volumes = [{ name: 'hot', disks: ['default', 'hot2'], settings: {} }]
  const proposal = await make('/clusters/demo/storage-proposals', {
    title: 'Only to be looked at',
    draft: { disks: [], policies: [{ name: 'looked_at', volumes, settings: {} }] },
  })
  const screens: Record<Area, Screen[]> = {
    storage: [
      ...titled('Overview', '/clusters/demo/overview'),
      ...titled('Disks & policies', '/clusters/demo/storage'),
      ...titled('Design storage', '/clusters/demo/storage/design'),
      ...titled('Only to be looked at', `/clusters/demo/storage/proposals/${proposal}`),
      ...titled(
        'Cache',
        ...['', '?tab=residency', '?tab=cold-queries', '?tab=warm-ups', '?tab=schedules'].map(
          (tab) => `/clusters/demo/cache${tab}`,
        ),
      ),
      ...titled('Warm up', `/clusters/demo/cache/warm-ups/new?database=${database}&table=${table}`),
      ...titled('Warm-up of', `/clusters/demo/cache/warm-ups/${warmup}`),
      ...titled('Bucket audit', '/clusters/demo/bucket'),
      ...titled('Audit a bucket', '/clusters/demo/bucket/new'),
      ...titled('Audit of', `/clusters/demo/bucket/${audit}`),
      ...titled('Remove orphans from', `/clusters/demo/bucket/${audit}/remove`),
      ...titled('Objects', '/clusters/demo/bucket/objects?key=demo/unknown'),
      ...titled(
        'Benchmarks',
        ...['', '?tab=checks', '?tab=disks', '?tab=replays'].map((tab) => `/clusters/demo/benchmarks${tab}`),
      ),
      ...titled('Throughput of', `/clusters/demo/benchmarks/disks/${diskBenchmark}`),
      ...titled('Replay queries', '/clusters/demo/benchmarks/replays/new'),
      ...titled('Replay of', `/clusters/demo/benchmarks/replays/${replay}`),
      ...titled('Check of', `/clusters/demo/benchmarks/checks/${diskCheck}`),
      ...titled('Measure tiers', `/clusters/demo/benchmarks/tiers/new?database=${database}&table=${table}`),
      ...titled('Tiers of', `/clusters/demo/benchmarks/tiers/${tierBenchmark}`),
      ...titled('Cost', '/clusters/demo/costs'),
      ...titled(`${database}.${table}`, `/clusters/demo/costs/${database}/${table}`),
      ...titled('Nodes', '/clusters/demo/nodes'),
      ...titled(
        'shard-1-replica-1',
        ...['', '?tab=history&range=1h'].map((tab) => `/clusters/demo/nodes/shard-1-replica-1${tab}`),
      ),
      ...titled(
        'Live',
        ...['', '?tab=merges', '?tab=moves', '?tab=fetches', '?tab=mutations'].map(
          (tab) => `/clusters/demo/live${tab}`,
        ),
      ),
      ...titled('Incident', '/clusters/demo/incident'),
      ...titled('Restart forecast', '/clusters/demo/restart-forecast'),
      ...titled('Restart forecast of', '/clusters/demo/restart-forecast/shard-1-replica-1'),
    ],
    tables: [
      ...titled('Fleet', ...['', '?oddity=any&sort=-bytes'].map((query) => `/fleet${query}`)),
      ...titled('Tables', '/clusters/demo/tables'),
      ...[
        '',
        'parts',
        'why',
        'history&range=7d',
        'columns',
        'activity',
        'policy&to=jbod_tiered',
        'definition',
      ].map((tab) => onTable(tab === '' ? '' : `?tab=${tab}`)),
      ...[`partitions=${partition}&to=cold&deep=1`, 'by=age&before=2030-01-01&to=cold', 'by=align'].map(
        (choice) => onTable(`/move?${choice}`),
      ),
      onTable('/ttl'),
      onTable('/archive'),
    ],
    loads: [
      ...titled('Loads', '/clusters/demo/loads'),
      ...titled('New load', '/clusters/demo/loads/new'),
      ...titled('Distributed queues', '/clusters/demo/distributed-queues'),
      ...titled('Sources', '/sources'),
      ...titled('Pipelines', '/clusters/demo/pipelines'),
      ...titled('looked at', `/clusters/demo/pipelines/${pipeline}`),
      ...titled('Loads', '/clusters/demo/loads?tab=data'),
      ...titled('Generate test data', '/clusters/demo/loads/data/new'),
      ...titled('Test data in', `/clusters/demo/loads/data/${testData}`),
    ],
    'migrations and alerts': [
      ...titled('Activity', ...['', '?range=any&all=1'].map((query) => `/clusters/demo/activity${query}`)),
      ...titled('Tier migrations', '/clusters/demo/migrations'),
      ...titled('Archives', '/clusters/demo/archives'),
      ...titled(`${database}.${table}`, `/clusters/demo/migrations/${plan}`, `/api/reports/${plan}`),
      ...titled(
        'Move several tables',
        '/clusters/demo/migrations/several?pattern=demo.trips_loc*&day=2030-01-01&to=cold',
      ),
      ...titled('1 table', `/clusters/demo/migrations/several/${batch}`),
      ...titled('Schedules', '/clusters/demo/schedules'),
      ...titled('New schedule', '/clusters/demo/schedules/new'),
      ...titled('once a year', ...['', '/edit'].map((page) => `/clusters/demo/schedules/${schedule}${page}`)),
      ...['open', 'history', 'silences', 'maintenance', 'rules', 'routes', 'channels'].flatMap((tab) =>
        titled('Alerts', `/alerts?tab=${tab}`),
      ),
    ],
    administration: [
      ...titled('Clusters', '/admin/clusters'),
      ...titled('Register cluster', '/admin/clusters/register'),
      ...titled('Edit Demo', '/admin/clusters/edit/demo'),
      ...titled('Users', '/admin/users'),
      ...titled('Teams', '/admin/teams'),
      ...titled('Sign-in', '/admin/sign-in'),
      ...titled('API tokens', '/admin/tokens'),
      ...['entries', 'integrity', 'destinations'].flatMap((tab) =>
        titled('Audit log', `/admin/audit?tab=${tab}`),
      ),
      ...titled('Desired state', '/admin/state'),
      ...titled('Approvals', '/approvals'),
      ...titled('Account', '/account'),
    ],
  }
  const clear = async () => {
    await callRest('POST', `/tier-migrations/${plan}/cancel`)
    await callRest('POST', `/tier-batches/${batch}/cancel`)
    await callRest('DELETE', `/tier-schedules/${schedule}`)
    await callRest('DELETE', `/load-pipelines/${pipeline}`)
    await callRest('DELETE', `/storage-proposals/${proposal}`)
  }
  return { screens, clear }
}
