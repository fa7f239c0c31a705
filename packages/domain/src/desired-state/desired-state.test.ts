import fc from 'fast-check'
import { expect, it } from 'vitest'
import { builtInAlertKinds } from '../alerts/alert-rule.ts'
import {
  desiredState,
  indexObjects,
  listStateObjects,
  renderStateSchema,
  sortObjects,
  toDocument,
} from './desired-state.ts'
import { planState, type StatePlan } from './plan-state.ts'
import { addressOf, prunableKinds, readAddress, type StateObject } from './state-kinds.ts'

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'night run', '__proto__', 'x.y'),
  fc.stringMatching(/^[a-z]{1,6}$/),
)
const flag = fc.boolean()
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const byName = <T>(spec: fc.Arbitrary<T>) =>
  optional(fc.dictionary(name, spec, { maxKeys: 3, noNullPrototype: true }))
const cron = fc.constantFrom('0 3 * * *', '*/5  * * * 1', '15 4 1 * *')
const timeZone = fc.constantFrom('UTC', 'Europe/Berlin')
const secret = fc.constantFrom('env:A', 'file:/run/b')

const document = fc
  .record({
    version: fc.constant(1),
    prune: fc.subarray([...prunableKinds]),
    sources: byName(
      fc.record(
        {
          buckets: fc.constant(['landing']),
          auth: fc.constantFrom('keys', 'environment'),
          endpoint: fc.constantFrom('', 'http://s3:9000'),
          pathStyle: flag,
          secret,
        },
        { requiredKeys: ['buckets', 'auth'] },
      ),
    ),
    channels: byName(
      fc.oneof(
        fc.record({ type: fc.constant('slack'), secret, enabled: flag }),
        fc.record({
          type: fc.constant('webhook'),
          url: fc.constantFrom('https://a.example/', 'https://b.example/'),
          secret,
        }),
      ),
    ),
    alertRules: optional(
      fc.dictionary(
        fc.constantFrom(...builtInAlertKinds),
        fc.record({ enabled: flag }, { requiredKeys: [] }),
      ),
    ),
    customRules: byName(
      fc.record(
        {
          metric: fc.constant('disk-used-percent'),
          comparison: fc.constantFrom('above', 'below'),
          threshold: fc.integer(),
          enabled: flag,
        },
        { requiredKeys: ['metric', 'comparison', 'threshold'] },
      ),
    ),
    routes: optional(
      fc.array(
        fc.record({ name: fc.constantFrom('r', 's'), channels: fc.subarray(['a', 'b']), continues: flag }),
        {
          maxLength: 3,
        },
      ),
    ),
    maintenanceWindows: byName(
      fc.record({
        startsAt: fc.constantFrom('2026-12-01T01:00:00+01:00', '2026-12-01T00:00:00Z'),
        endsAt: fc.constant('2026-12-02T00:00:00Z'),
      }),
    ),
    teams: byName(
      fc.record(
        {
          groups: fc.subarray(['web', 'ops']),
          grants: fc.shuffledSubarray([
            { on: 'everything', role: 'viewer' },
            { on: 'tables', role: 'operator', cluster: 'prod', database: 'web', table: 'a_*' },
            { on: 'tables', role: 'admin', database: 'x*' },
            { on: 'sources', role: 'viewer', source: '*' },
          ]),
        },
        { requiredKeys: [] },
      ),
    ),
    approvalRules: byName(
      fc.record(
        {
          kinds: fc.subarray(['tier-migration', 'load-job']),
          cluster: fc.constantFrom(null, 'prod'),
          table: fc.constantFrom('*', 'a_*'),
          minBytes: fc.constantFrom(null, '1000'),
          approvals: fc.integer({ min: 1, max: 5 }),
          team: fc.constantFrom(null, 'web'),
          enabled: flag,
        },
        { requiredKeys: [] },
      ),
    ),
    clusters: optional(
      fc.dictionary(
        fc.constantFrom('prod', 'lab'),
        fc.record(
          {
            settings: fc.record({ approvalRequired: flag }),
            configFiles: fc.record({ folder: fc.constantFrom('/a/{node}', '/b/{shard}') }),
            storage: fc.record(
              {
                disks: fc.constantFrom(
                  { d: { type: 's3', secret_access_key: { secret: 'env:A' } } },
                  { d: { type: 's3', s3_retry_attempts: 3, skip_access_check: true } },
                ),
                policies: fc.constantFrom({}, { p: { volumes: [{ name: 'v', disks: ['d'] }] } }),
                engineCheck: fc.constantFrom('required', 'optional'),
              },
              { requiredKeys: ['disks'] },
            ),
            tables: optional(
              fc.dictionary(
                fc.constantFrom('shop.orders', '`a.b`.c'),
                fc.record(
                  { storagePolicy: fc.constantFrom('default', 'tiered'), ttl: fc.constantFrom('', 'd + 1') },
                  { requiredKeys: ['ttl'] },
                ),
                { noNullPrototype: true },
              ),
            ),
            tierSchedules: byName(
              fc.record({
                tables: fc.constant([{ database: 'd', table: 't' }]),
                targetVolume: fc.constant('cold'),
                olderThanDays: fc.integer({ min: 1, max: 90 }),
                ...{ cron, timeZone, enabled: flag },
              }),
            ),
            cacheSchedules: byName(
              fc.record({
                task: fc.record({ kind: fc.constant('drop'), cache: fc.constantFrom('x', 'y') }),
                cron,
                timeZone,
              }),
            ),
          },
          { requiredKeys: [] },
        ),
      ),
    ),
  })
  .map((given) => desiredState.parse(JSON.parse(JSON.stringify(given))))

const plan = (
  desired: StateObject[],
  current: StateObject[],
  managed: string[] = [],
  prune = [...prunableKinds],
) => planState({ desired, current, managed, prune, secrets: new Map() })

/** The state after the plan. */
function applyPlan(current: readonly StateObject[], { changes }: StatePlan): StateObject[] {
  const objects = indexObjects(current)
  for (const { address, kind, cluster, name, after } of changes) {
    if (after === null) objects.delete(address)
    else objects.set(address, { kind, cluster, name, spec: after })
  }
  return sortObjects([...objects.values()])
}

it('reads back what it exports, and the plan of an export is empty', () => {
  fc.assert(
    fc.property(document, (given) => {
      const objects = listStateObjects(given)
      for (const { kind, cluster, name } of objects)
        expect(readAddress(addressOf({ kind, cluster, name }))).toEqual({ kind, cluster, name })
      const exported = toDocument(objects)
      const again = listStateObjects(desiredState.parse(JSON.parse(JSON.stringify(exported))))
      expect(again).toEqual(objects)
      expect(plan(again, objects).changes).toEqual([])
      expect(toDocument(again)).toEqual(exported)
    }),
  )
})

it('has an empty plan after its own effect, and leaves everything else as it was', () => {
  fc.assert(
    fc.property(document, document, fc.func(flag), flag, (file, now, isManaged, prunes) => {
      const desired = listStateObjects(file)
      const current = listStateObjects(now)
      const managed = current.map(addressOf).filter((address) => isManaged(address))
      const prune = prunes ? [...prunableKinds] : []
      const first = plan(desired, current, managed, prune)
      const after = applyPlan(current, first)
      expect(plan(desired, after, managed, prune).changes).toEqual([])
      const changed = new Set(first.changes.map(({ address }) => address))
      const untouched = current.filter((object) => !changed.has(addressOf(object)))
      expect(after).toEqual(expect.arrayContaining(untouched))
      const named = new Set([...desired.map(addressOf), ...(prunes ? managed : [])])
      for (const address of changed) expect(named.has(address)).toBe(true)
    }),
  )
})

it('leaves defaults out', () => {
  const file = desiredState.parse({
    version: 1,
    channels: { ops: { type: 'webhook', url: 'https://a.example/', secret: 'env:A', enabled: true } },
    alertRules: { 'node-unreachable': { enabled: true } },
    clusters: {
      prod: {
        cacheSchedules: {
          morning: {
            task: { kind: 'drop', cache: 'c', nodes: null },
            cron: '0 6 * * *',
            timeZone: 'UTC',
            missedRuns: 'skip',
          },
        },
      },
    },
  })
  expect(toDocument(listStateObjects(file))).toEqual({
    version: 1,
    channels: { ops: { type: 'webhook', url: 'https://a.example/', secret: 'env:A' } },
    alertRules: { 'node-unreachable': {} },
    clusters: {
      prod: {
        cacheSchedules: {
          morning: { task: { kind: 'drop', cache: 'c' }, cron: '0 6 * * *', timeZone: 'UTC' },
        },
      },
    },
  })
})

it('replaces what cannot change, and refuses what would lose its memory', () => {
  const pipeline = (glob: string): StateObject[] =>
    listStateObjects(
      desiredState.parse({
        version: 1,
        clusters: {
          prod: {
            pipelines: {
              clicks: {
                ...{ source: 's', bucket: 'landing', glob, target: { database: 'd', table: 't' } },
                read: { format: 'Parquet', compression: 'none', columns: [{ name: 'a', type: 'String' }] },
                ...{ mapping: [{ column: 'a', expression: 'a' }], trigger: { kind: 'manual' } },
              },
            },
          },
        },
      }),
    )
  expect(plan(pipeline('b/*'), pipeline('a/*')).changes).toMatchObject([
    { action: 'update', fields: [{ path: 'glob' }], blocked: expect.stringContaining('glob of a pipeline') },
  ])
})

const tables = (named: Record<string, unknown>): StateObject[] =>
  listStateObjects(desiredState.parse({ version: 1, clusters: { prod: { tables: named } } }))

it('compares of a table only what the file has, and creates and removes none', () => {
  const current = tables({ 'shop.orders': { storagePolicy: 'tiered', ttl: "d + 1 TO VOLUME 'cold'" } })
  expect(plan(tables({ 'shop.orders': { storagePolicy: 'tiered' } }), current).changes).toEqual([])
  expect(plan(tables({ 'shop.orders': { ttl: '' } }), current).changes).toMatchObject([
    { action: 'update', fields: [{ path: 'ttl', after: '' }], blocked: null },
  ])
  expect(plan(tables({ 'shop.gone': { ttl: '' } }), current).changes).toMatchObject([
    { action: 'create', blocked: expect.stringContaining('Create it first') },
  ])
  expect(prunableKinds).not.toContain('tables')
})

it.each([
  ['shop', { ttl: '' }, 'Write database.table'],
  ['`shop`.orders', { ttl: '' }, 'Write database.table'],
  ['shop.orders', {}, 'Enter storagePolicy, ttl or both'],
  ['shop.orders', { ttl: 'd + 1 TO NOWHERE' }, 'Cannot parse the TTL at character 10'],
])('refuses the table %s with %j', (name, spec, message) => {
  const { error } = desiredState.safeParse({ version: 1, clusters: { prod: { tables: { [name]: spec } } } })
  expect(error?.message).toContain(message)
})

it('gives the order of groups and grants of a team no meaning', () => {
  const team = (grants: unknown[], groups: string[]) =>
    listStateObjects(desiredState.parse({ version: 1, teams: { web: { grants, groups } } }))
  const all = { on: 'everything', role: 'viewer' }
  const some = { on: 'tables', role: 'operator', cluster: 'prod', database: 'web', table: '*' }
  expect(plan(team([all, some], ['a', 'b']), team([some, all], ['b', 'a'])).changes).toEqual([])
  expect(plan(team([all, some], []), team([some], [])).changes).toMatchObject([{ action: 'update' }])
})

it('accepts no secret, and no unknown field', () => {
  const source = { buckets: ['landing'], auth: 'keys', accessKeyId: 'a', secret: 'hunter2' }
  expect(desiredState.safeParse({ version: 1, sources: { s: source } }).success).toBe(false)
  expect(desiredState.safeParse({ version: 1, sorces: {} }).success).toBe(false)
  expect(renderStateSchema('x')).toMatchObject({
    type: 'object',
    required: ['version'],
    additionalProperties: false,
  })
})
