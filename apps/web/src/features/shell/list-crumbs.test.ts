import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routes } from '../../navigation/routes.ts'
import { listCrumbs } from './list-crumbs.ts'

const names = { cluster: (slug: string) => slug.toUpperCase(), object: () => undefined }
const knowing = (known: Readonly<Record<string, string>>) => ({ ...names, object: (id: string) => known[id] })

describe('listCrumbs', () => {
  it('names the cluster and the page', () => {
    expect(listCrumbs('/clusters/demo/nodes', names)).toEqual([
      { label: 'DEMO', href: '/clusters/demo/overview' },
      { label: 'Nodes' },
    ])
  })
  it('reads hostile names of databases and tables back from the address', () => {
    const crumbs = listCrumbs(routes.table('demo', 'a/b', 'x`; DROP TABLE "t" --%'), names)
    expect(crumbs.at(-1)).toEqual({ label: 'a/b.x`; DROP TABLE "t" --%' })
    expect(crumbs[1]).toEqual({ label: 'Tables', href: '/clusters/demo/tables' })
  })
  it('leads from the planner and the TTL back to their table', () => {
    expect(listCrumbs(routes.tableTtl('demo', 'taxi', 'trips'), names).at(-1)).toEqual({ label: 'TTL' })
    expect(listCrumbs(routes.moveTable('demo', 'taxi', 'trips'), names).slice(2)).toEqual([
      { label: 'taxi.trips', href: routes.table('demo', 'taxi', 'trips') },
      { label: 'Move' },
    ])
  })
  it('leads from an exit from zero-copy back to replication, and from its plan to the table', () => {
    expect(listCrumbs(routes.newZeroCopyExit('demo', 'app', 'events'), names).slice(2)).toEqual([
      { label: 'app.events', href: routes.table('demo', 'app', 'events') },
      { label: 'Leave zero-copy' },
    ])
    expect(listCrumbs(routes.zeroCopyExit('demo', '0123456789'), names).slice(1)).toEqual([
      { label: 'Replication', href: '/clusters/demo/replication' },
      { label: 'Zero-copy exits', href: routes.replication('demo') },
      { label: 'Zero-copy exit' },
    ])
  })
  it('leads from a source back to the list, and from its form to its objects, by its name', () => {
    const list = { label: 'Sources', href: routes.sources }
    const known = knowing({ s1: 'Archive' })
    expect(listCrumbs(routes.sources, known)).toEqual([{ label: 'Sources' }])
    expect(listCrumbs(routes.newSource, known)).toEqual([list, { label: 'New' }])
    expect(listCrumbs(routes.browseSource('s1'), known)).toEqual([list, { label: 'Archive' }])
    expect(listCrumbs(routes.browseSource('s2'), known)).toEqual([list, { label: 'Source' }])
    expect(listCrumbs(routes.editSource('s1'), known)).toEqual([
      list,
      { label: 'Archive', href: routes.browseSource('s1') },
      { label: 'Edit' },
    ])
  })
  it('leads from a schedule back to the tier migrations, and from its form to it', () => {
    const lists = [
      { label: 'Tier migrations', href: routes.migrations('demo') },
      { label: 'Schedules', href: routes.schedules('demo') },
    ]
    const known = knowing({ '0123456789': 'nightly' })
    expect(listCrumbs(routes.newSchedule('demo'), known).slice(1)).toEqual([...lists, { label: 'New' }])
    expect(listCrumbs(routes.editSchedule('demo', '0123456789'), known).slice(1)).toEqual([
      ...lists,
      { label: 'nightly', href: routes.schedule('demo', '0123456789') },
      { label: 'Edit' },
    ])
  })
  it('names a run once its page has read it, and its kind until then', () => {
    const at = routes.migration('demo', '0123456789')
    const list = { label: 'Tier migrations', href: routes.migrations('demo') }
    expect(listCrumbs(at, names).slice(1)).toEqual([list, { label: 'Tier migration' }])
    const known = knowing({ '0123456789': 'demo.trips, 2026-11-21 02:44 UTC' })
    expect(listCrumbs(at, known).slice(1)).toEqual([list, { label: 'demo.trips, 2026-11-21 02:44 UTC' }])
  })
  it('leads from the removal of orphans back to the audit that found them', () => {
    const known = knowing({ a1: 'cold, 2026-11-21 02:44 UTC' })
    expect(listCrumbs(routes.removeOrphans('demo', 'a1'), known).slice(1)).toEqual([
      { label: 'Bucket audit', href: routes.bucket('demo') },
      { label: 'cold, 2026-11-21 02:44 UTC', href: routes.bucketAudit('demo', 'a1') },
      { label: 'Remove orphans' },
    ])
  })
  it('leads from a warm-up back to the list of them', () => {
    expect(listCrumbs(routes.warmup('demo', '0123456789'), names).slice(1)).toEqual([
      { label: 'Cache', href: '/clusters/demo/cache' },
      { label: 'Warm-ups', href: routes.warmups('demo') },
      { label: 'Warm-up' },
    ])
  })
  it('leads from generated test data back to the list of it', () => {
    const list = [
      { label: 'Loads', href: routes.loads('demo') },
      { label: 'Test data', href: routes.generations('demo') },
    ]
    expect(listCrumbs(routes.generation('demo', '0123456789'), names).slice(1)).toEqual([
      ...list,
      { label: 'Test data' },
    ])
    expect(listCrumbs('/clusters/demo/loads/data/new', names).slice(1)).toEqual([...list, { label: 'New' }])
  })
  it('knows the pages of administration and says nothing of others', () => {
    expect(listCrumbs('/admin/tokens', names).at(-1)).toEqual({ label: 'API tokens' })
    expect(listCrumbs('/', names)).toEqual([])
  })
  it('leads back from the forms of a cluster to the list', () => {
    const list = [{ label: 'Admin' }, { label: 'Clusters', href: routes.adminClusters }]
    expect(listCrumbs(routes.registerCluster, names)).toEqual([...list, { label: 'Register' }])
    expect(listCrumbs(routes.editCluster('demo'), names)).toEqual([...list, { label: 'Edit DEMO' }])
    expect(listCrumbs(routes.account, names)).toEqual([{ label: 'Account' }])
  })
  it('knows every page, and shows no id on any', () => {
    const id = '0b0ac7f2-5d3e-4d4c-9c43-0a8c1d6f2e11'
    const found = listPages().map((path) => [
      path,
      listCrumbs(path.replace('[id]', id).replace('[source]', id), names),
    ])
    expect(found.length).toBeGreaterThan(50)
    for (const [path, crumbs] of found) {
      if (path === '/') continue
      expect(crumbs, String(path)).not.toEqual([])
      expect(JSON.stringify((crumbs as { label: string }[]).map(({ label }) => label))).not.toContain(
        id.slice(0, 8),
      )
    }
  })
})

/** The paths of all pages behind the sign-in, as Next reads them from the folders. */
function listPages(): string[] {
  const root = new URL('../../app/(console)/', import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map((file) => `/${file.replace(/\/?page\.tsx$/, '')}`)
}
