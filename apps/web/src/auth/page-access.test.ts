import { type Access, roles } from '@frostline/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listGroups } from '../features/shell/navigation.ts'
import { routes } from '../navigation/routes.ts'
import { mayOpen, needOfPage, roleOnPage } from './page-access.ts'

const ofTeam: Access = [
  { on: 'tables', clusterId: 'demo', database: 'shop', table: 'a_*', role: 'operator' },
  { on: 'sources', source: 'a-*', role: 'viewer' },
]
const ofCluster: Access = [{ on: 'tables', clusterId: 'demo', database: '*', table: '*', role: 'viewer' }]
const pages = listGroups('demo', [{ on: 'everything', role: 'admin' }]).flatMap(
  ({ destinations }) => destinations,
)

describe('a page', () => {
  it('is open to a team where it leaves out what others have', () => {
    expect(pages.filter(({ href }) => mayOpen(ofTeam, href)).map(({ label }) => label)).toEqual([
      ...['Activity', 'Alerts', 'Approvals', 'Fleet', 'Tables', 'Tier migrations', 'Schedules', 'Archives'],
      ...['Loads', 'Pipelines', 'Sources', 'Audit log'],
    ])
  })

  it('is open to people of a cluster, apart from administration', () => {
    const closed = pages.filter(({ href }) => !mayOpen(ofCluster, href)).map(({ label }) => label)
    expect(closed).toEqual(['Clusters', 'Users', 'Teams', 'Sign-in', 'API tokens', 'Desired state'])
  })

  it('of a table or a run is not about the whole cluster', () => {
    expect(mayOpen(ofTeam, routes.table('demo', 'shop', 'a_orders'))).toBe(true)
    expect(mayOpen(ofTeam, routes.table('demo', 'shop', 'b_orders'))).toBe(false)
    expect(mayOpen(ofTeam, routes.tableCost('demo', 'shop', 'a_orders'))).toBe(true)
    expect(mayOpen(ofTeam, routes.warmup('demo', '1'))).toBe(true)
    expect(mayOpen(ofTeam, routes.cache('demo'))).toBe(false)
    expect(mayOpen(ofTeam, '/clusters/demo/loads/data/new')).toBe(false)
    expect(mayOpen(ofTeam, routes.tables('other'))).toBe(false)
  })

  it('has names as they are, whatever they contain', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (database, table) => {
        const need = needOfPage(routes.table('demo', database, table))
        expect(need).toEqual({ kind: 'table', clusterId: 'demo', database, table })
      }),
    )
  })
})

describe('the role on a page', () => {
  it('is that on its table, otherwise the highest in its cluster', () => {
    const held: Access = [
      ...ofTeam,
      { on: 'tables', clusterId: 'demo', database: 'x', table: '*', role: 'viewer' },
    ]
    expect(roleOnPage(held, routes.table('demo', 'x', 'y'))).toBe('viewer')
    expect(roleOnPage(held, routes.table('demo', 'shop', 'a_1'))).toBe('operator')
    expect(roleOnPage(held, routes.migration('demo', '1'))).toBe('operator')
    expect(roleOnPage(held, routes.sources)).toBe('operator')
  })

  it.each(roles)('is the role on everything for an account that is %s', (role) => {
    for (const { href } of pages) expect(roleOnPage([{ on: 'everything', role }], href)).toBe(role)
  })

  it('is none for an account without access', () => {
    for (const { href } of pages) expect(mayOpen([], href)).toBe(false)
  })
})
