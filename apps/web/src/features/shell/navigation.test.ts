import { describe, expect, it } from 'vitest'
import { isAt, listGroups } from './navigation.ts'

const labelsOf = (cluster: string | null, isAdmin: boolean) =>
  Object.fromEntries(
    listGroups(cluster, [{ on: 'everything', role: isAdmin ? 'admin' : 'operator' }]).map(
      ({ label, destinations }) => [label, destinations.map((each) => each.label)],
    ),
  )
const all = listGroups('demo', [{ on: 'everything', role: 'admin' }]).flatMap(
  ({ destinations }) => destinations,
)

describe('listGroups', () => {
  it('has every page once, in groups', () => {
    expect(labelsOf('demo', true)).toEqual({
      Monitor: ['Overview', 'Activity', 'Live', 'Incident', 'Nodes', 'Replication', 'Alerts', 'Approvals'],
      Data: ['Fleet', 'Tables', 'Tier migrations', 'Schedules', 'Archives'],
      Ingest: ['Loads', 'Pipelines', 'Sources', 'Distributed queues'],
      Storage: ['Disks & policies', 'Cache', 'Bucket audit', 'Cost'],
      Diagnostics: ['Benchmarks', 'Restart forecast'],
      Admin: ['Clusters', 'Users', 'Teams', 'Sign-in', 'API tokens', 'Audit log', 'Desired state'],
    })
    expect(new Set(all.map(({ href }) => href)).size).toBe(all.length)
  })
  it('shows administration to admins alone, and without a cluster what belongs to none', () => {
    expect(labelsOf('demo', false)).not.toHaveProperty('Admin')
    expect(labelsOf(null, false)).toEqual({
      ...{ Monitor: ['Alerts', 'Approvals'], Data: ['Fleet'], Ingest: ['Sources'] },
    })
  })
  it('gives each key to one page, and one to every page of a cluster', () => {
    const keys = all.flatMap(({ key }) => key ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(all.filter(({ key }) => key === undefined).every(({ href }) => href.startsWith('/admin/'))).toBe(
      true,
    )
  })
})

describe('isAt', () => {
  it('is true for a page and those below it, at most once on any page', () => {
    const current = (pathname: string) => all.filter((each) => isAt(each, pathname)).map(({ label }) => label)
    expect(current('/clusters/demo/migrations/0123')).toEqual(['Tier migrations'])
    expect(current('/clusters/demo/schedules/0123/edit')).toEqual(['Schedules'])
    expect(current('/clusters/demo/loads/data/new')).toEqual(['Loads'])
    expect(current('/clusters/demo/pipelines')).toEqual(['Pipelines'])
    expect(current('/clusters/demo2/tables')).toEqual([])
    expect(current('/account')).toEqual([])
  })
})
