import { describe, expect, it } from 'vitest'
import { routes } from '../../navigation/routes.ts'
import { listCrumbs } from './list-crumbs.ts'

const nameOf = (slug: string) => slug.toUpperCase()

describe('listCrumbs', () => {
  it('names the cluster and the page', () => {
    expect(listCrumbs('/clusters/demo/nodes', nameOf)).toEqual([
      { label: 'DEMO', href: '/clusters/demo/overview' },
      { label: 'Nodes' },
    ])
  })
  it('decodes hostile database and table names from the URL', () => {
    const crumbs = listCrumbs(routes.table('demo', 'a/b', 'x`; DROP TABLE "t" --%'), nameOf)
    expect(crumbs.at(-1)).toEqual({ label: 'a/b.x`; DROP TABLE "t" --%' })
    expect(crumbs[1]).toEqual({ label: 'Tables', href: '/clusters/demo/tables' })
  })
  it('leads from the planner and the TTL back to their table', () => {
    expect(listCrumbs(routes.tableTtl('demo', 'taxi', 'trips'), nameOf).at(-1)).toEqual({ label: 'TTL' })
    expect(listCrumbs(routes.moveTable('demo', 'taxi', 'trips'), nameOf).slice(2)).toEqual([
      { label: 'taxi.trips', href: routes.table('demo', 'taxi', 'trips') },
      { label: 'Move' },
    ])
  })
  it('leads from an exit from zero-copy back to replication, and from its plan to the table', () => {
    expect(listCrumbs(routes.newZeroCopyExit('demo', 'app', 'events'), nameOf).slice(2)).toEqual([
      { label: 'app.events', href: routes.table('demo', 'app', 'events') },
      { label: 'Leave zero-copy' },
    ])
    expect(listCrumbs(routes.zeroCopyExit('demo', '0123456789'), nameOf).slice(1)).toEqual([
      { label: 'Replication', href: '/clusters/demo/replication' },
      { label: 'Zero-copy exits', href: routes.replication('demo') },
      { label: '01234567' },
    ])
  })
  it('leads from a source back to the list, and from its form to its objects', () => {
    const list = { label: 'Sources', href: routes.sources }
    expect(listCrumbs(routes.sources, nameOf)).toEqual([{ label: 'Sources' }])
    expect(listCrumbs(routes.newSource, nameOf)).toEqual([list, { label: 'New' }])
    expect(listCrumbs(routes.browseSource('s1'), nameOf)).toEqual([list, { label: 'Objects' }])
    expect(listCrumbs(routes.editSource('s1'), nameOf)).toEqual([
      list,
      { label: 'Objects', href: routes.browseSource('s1') },
      { label: 'Edit' },
    ])
  })
  it('leads from the form of a schedule back to it', () => {
    const list = { label: 'Schedules', href: routes.schedules('demo') }
    expect(listCrumbs(routes.newSchedule('demo'), nameOf).slice(1)).toEqual([list, { label: 'New' }])
    expect(listCrumbs(routes.editSchedule('demo', '0123456789'), nameOf).slice(1)).toEqual([
      list,
      { label: '01234567', href: routes.schedule('demo', '0123456789') },
      { label: 'Edit' },
    ])
  })
  it('leads from a pipeline back to the list of them', () => {
    expect(listCrumbs(routes.pipeline('demo', '0123456789'), nameOf).slice(1)).toEqual([
      { label: 'Loads', href: routes.loads('demo') },
      { label: 'Pipelines', href: routes.pipelines('demo') },
      { label: '01234567' },
    ])
  })
  it('leads from a warm-up back to the list of them', () => {
    expect(listCrumbs(routes.warmup('demo', '0123456789'), nameOf).slice(1)).toEqual([
      { label: 'Cache', href: '/clusters/demo/cache' },
      { label: 'Warm-ups', href: routes.warmups('demo') },
      { label: '01234567' },
    ])
  })
  it('leads from generated test data back to the list of it', () => {
    const list = [
      { label: 'Loads', href: routes.loads('demo') },
      { label: 'Test data', href: routes.generations('demo') },
    ]
    expect(listCrumbs(routes.generation('demo', '0123456789'), nameOf).slice(1)).toEqual([
      ...list,
      { label: '01234567' },
    ])
    expect(listCrumbs('/clusters/demo/loads/data/new', nameOf).slice(1)).toEqual([...list, { label: 'New' }])
  })
  it('knows the pages of administration and says nothing of others', () => {
    expect(listCrumbs('/admin/tokens', nameOf).at(-1)).toEqual({ label: 'API tokens' })
    expect(listCrumbs('/', nameOf)).toEqual([])
  })
  it('leads back from the forms of a cluster to the list', () => {
    const list = { label: 'Clusters', href: routes.adminClusters }
    expect(listCrumbs(routes.registerCluster, nameOf)).toEqual([list, { label: 'Register' }])
    expect(listCrumbs(routes.editCluster('demo'), nameOf)).toEqual([list, { label: 'Edit DEMO' }])
    expect(listCrumbs(routes.account, nameOf)).toEqual([{ label: 'Account' }])
  })
})
