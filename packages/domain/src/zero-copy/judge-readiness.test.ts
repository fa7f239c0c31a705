import { expect, it } from 'vitest'
import { judgeReadiness, type ReadinessReplica } from './judge-readiness.ts'

const replica = (node: string, change: Partial<ReadinessReplica> = {}): ReadinessReplica => ({
  ...{ node, version: '26.7', set: 's', uuid: 'u', enabled: false, lockPath: '/zc', readOnly: false },
  ...{ storagePolicy: 'tiered', volumes: [{ name: 'cold', disks: ['s3'] }], refused: [] },
  disks: [{ name: 's3', bucket: 'b', prefixes: ['p/'] }],
  ...{ description: "Don't use it.", coldParts: 3, coldBytes: 100n, diskBackups: 0 },
  ...change,
})
const judge = (second: Partial<ReadinessReplica>, missing: string[] = []) =>
  judgeReadiness([replica('n1'), replica('n2', second)], missing)
const outcome = (id: string, second: Partial<ReadinessReplica>) =>
  judge(second).checks.find((check) => check.id === id)?.outcome

it("finds no obstacle for replicas that are alike, and quotes ClickHouse's description", () => {
  const { checks, gainBytes, keeperNodes } = judge({})
  expect(checks.filter((check) => check.outcome !== 'passed').map(({ id }) => id)).toEqual([
    'warning-of-clickhouse',
    'present-parts',
  ])
  expect(checks[0]?.text).toBe('The documentation of the setting in ClickHouse 26.7: "Don\'t use it."')
  expect([gainBytes, keeperNodes]).toEqual([100n, 12])
})

it.each<[string, Partial<ReadinessReplica>, string]>([
  ['versions', { version: '25.8' }, 'warning'],
  ['policies', { volumes: [{ name: 'cold', disks: ['other'] }] }, 'blocking'],
  ['bucket', { disks: [] }, 'blocking'],
  ['bucket', { disks: [{ name: 's3', bucket: 'c', prefixes: [] }] }, 'blocking'],
  ['bucket', { disks: [{ name: 's3', bucket: null, prefixes: [] }] }, 'unknown'],
  ['bucket', { disks: [{ name: 's3', bucket: 'b', prefixes: ['q/'] }] }, 'warning'],
  ['keeper-path', { lockPath: '/other' }, 'blocking'],
  ['keeper-size', { coldParts: 1_000_000 }, 'warning'],
  ['uuids', { uuid: 'v' }, 'warning'],
  ['setting', { enabled: true }, 'warning'],
  ['backups', { refused: ['FREEZE PARTITION'] }, 'warning'],
  ['backups', { diskBackups: 1 }, 'warning'],
  ['writable', { readOnly: true }, 'warning'],
])('%s: %j is %s', (id, second, expected) => {
  expect(outcome(id, second)).toBe(expected)
})

it('compares only replicas of the same data', () => {
  expect(outcome('keeper-path', { set: 'other shard', lockPath: '/other' })).toBe('passed')
})

it('never reports what could not be read as healthy', () => {
  const check = judge({}, ['n3']).checks.find(({ id }) => id === 'all-answered')
  expect(check).toMatchObject({ outcome: 'unknown', text: 'Not checked: n3.' })
})
