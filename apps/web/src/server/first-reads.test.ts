import type { AppRouter } from '@frostline/api'
import type { Access, Role } from '@frostline/domain'
import { QueryClient } from '@tanstack/react-query'
import type { TRPCClient } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { describe, expect, test } from 'vitest'
import { listFirstReads } from './first-reads.ts'

const id = '01a22aff-6247-775b-81b5-a09ba3a89b84'
const trpc = createTRPCOptionsProxy<AppRouter>({
  client: {} as TRPCClient<AppRouter>,
  queryClient: new QueryClient(),
})
const onEverything = (role: Role): Access => [{ on: 'everything', role }]
const count = (address: string, access: Access) =>
  listFirstReads(trpc, address, new Date(0), access).own.length

describe('what a page reads for its first HTML', () => {
  test.each([
    '/fleet?sort=-bytes',
    '/alerts',
    '/alerts?tab=rules',
    '/clusters/demo/live',
    '/clusters/demo/incident?range=6h',
    '/clusters/demo/tables/demo/trips?tab=parts',
    `/clusters/demo/archives/${id}`,
    '/clusters/demo/costs',
  ])('%s reads something of its own, for a viewer too', (address) => {
    expect(count(address, onEverything('viewer'))).toBeGreaterThan(0)
  })

  test.each([
    '/admin/users',
    '/admin/teams',
    '/admin/state',
    `/admin/state/${id}`,
    '/admin/audit?tab=integrity',
  ])('%s reads nothing of its own for who is no admin', (address) => {
    expect(count(address, onEverything('viewer'))).toBe(0)
    expect(count(address, onEverything('admin'))).toBeGreaterThan(0)
  })

  test.each([
    ['viewer', 'bucket/new', false],
    ['operator', 'bucket/new', true],
    ['operator', `bucket/${id}/remove`, false],
    ['admin', `bucket/${id}/remove`, true],
  ] as const)('%s reads what the form %s shows: %s', (role, form, reads) => {
    expect(count(`/clusters/demo/${form}`, onEverything(role)) > 0).toBe(reads)
  })

  test('a page of a cluster reads nothing of its own for who sees one table of it', () => {
    const access: Access = [
      { on: 'tables', role: 'viewer', clusterId: 'demo', database: 'shop', table: 'a_*' },
    ]
    expect(count('/clusters/demo/overview', access)).toBe(0)
    expect(count('/clusters/demo/tables/shop/b_orders', access)).toBe(0)
    expect(count('/clusters/demo/tables/shop/a_orders', access)).toBeGreaterThan(0)
  })

  test.each(['pipelines/new', 'bucket/objects', 'cache/warm-ups/new', 'benchmarks/tiers/new'])(
    '%s is no page of a run',
    (page) => {
      expect(count(`/clusters/demo/${page}`, onEverything('admin'))).toBe(0)
      expect(count(`/clusters/demo/${page.replace(/\w+$/, id)}`, onEverything('admin'))).toBeGreaterThan(0)
    },
  )

  test('who may do nothing reads nothing', () => {
    expect(listFirstReads(trpc, '/clusters/demo/overview', new Date(0), [])).toEqual({ own: [], frame: [] })
  })
})
