import { Database } from 'lucide-react'
import type { Route } from 'next'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../auth/use-person.ts'
import type { Entry } from './entry.ts'
import { listActions, listPages } from './list-commands.ts'
import { readyText } from './match-text.ts'
import { apply, searchEntries, searchSubjects } from './search-entries.ts'

const nothing = { showShortcuts: () => undefined, setTheme: () => undefined }
const commands = (role: Role, cluster: string | null = 'demo') => [
  ...listPages(cluster, [{ on: 'everything', role }]),
  ...listActions(cluster, [{ on: 'everything', role }], nothing),
]
const tables = ['demo.trips', 'demo.trips_local', 'demo.events', 'shop.orders'].map((label): Entry => {
  const [database = '', table = ''] = label.split('.')
  return {
    ...{ id: `table demo ${label}`, group: 'Tables', label, icon: Database, search: readyText(label) },
    choice: { kind: 'go', href: `/${label}` as Route },
    subject: [database, table],
  }
})
const all = [...commands('admin'), ...tables]
const find = (text: string, entries: readonly Entry[] = all, recent: readonly string[] = []) =>
  searchEntries(entries, text, recent).flatMap((section) => section.entries.map(({ label }) => label))

describe('what each role is offered', () => {
  const labels = (role: Role) => commands(role).map(({ label }) => label)
  it('grows with the role', () => {
    expect(labels('operator')).toEqual(expect.arrayContaining(labels('viewer')))
    expect(labels('admin')).toEqual(expect.arrayContaining(labels('operator')))
  })
  it('is for viewers nothing that changes anything', () => {
    const hidden = ['Move partitions of …', 'Set TTL of …', 'Run bucket audit', 'Silence alert …', 'Users']
    for (const label of hidden) expect(labels('viewer')).not.toContain(label)
    expect(labels('viewer')).toEqual(expect.arrayContaining(['Price book', 'Restart forecast']))
    expect(labels('operator')).toContain('Move partitions of …')
    expect(labels('operator')).not.toContain('Set TTL of …')
  })
  it('has an id of its own for each entry, and without a cluster none that needs one', () => {
    const ids = all.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { choice } of commands('admin', null))
      if (choice.kind === 'go') expect(choice.href).not.toMatch(/^\/clusters\//)
  })
})

describe('searchEntries', () => {
  it.each([
    ['cold', 'Tier migrations'],
    ['tiering', 'Tier migrations'],
    ['archive', 'Tier migrations'],
    ['s3', 'Sources'],
    ['dead letter', 'Loads'],
    ['quota', 'Disks & policies'],
    ['orphans', 'Bucket audit'],
    ['start-up', 'Restart forecast'],
    ['insert queue', 'Distributed queues'],
    ['kill', 'Live'],
    ['people', 'Users'],
    ['restrat', 'Restart forecast'],
    ['replicaton', 'Replication'],
    ['price book', 'Price book'],
    ['silence', 'Silence alert …'],
    ['dark', 'Dark theme'],
    ['evnets', 'demo.events'],
  ])('%s finds %s', (text, label) => {
    expect(find(text)).toContain(label)
  })
  it('shows a page before what merely has a synonym, and a table by its own name first', () => {
    expect(find('cost')[0]).toBe('Cost')
    expect(find('demo.trips')[0]).toBe('demo.trips')
    expect(find('no such thing at all')).toEqual([])
  })
  it('takes an action and its table in one', () => {
    const [first] = searchEntries(all, 'move trips', [])[0]?.entries ?? []
    expect(first?.label).toBe('Move partitions of demo.trips')
    expect(first?.choice).toEqual({ kind: 'go', href: '/clusters/demo/tables/demo/trips/move' })
    expect(find('move trips')).not.toContain('Cost of demo.trips')
    expect(find('ttl orders')).toContain('Set TTL of shop.orders')
    expect(find('move trips', [...commands('viewer'), ...tables])).not.toContain(
      'Move partitions of demo.trips',
    )
  })
  it('begins with what was used last, each once, and leaves out what is gone', () => {
    const recent = [
      'table demo demo.events',
      'gone',
      'page Cost',
      'action Move partitions of …\ntable demo shop.orders',
    ]
    const [first, ...others] = searchEntries(all, ' ', recent)
    expect(first?.heading).toBe('Recent')
    expect(first?.entries.map(({ label }) => label)).toEqual([
      'demo.events',
      'Cost',
      'Move partitions of shop.orders',
    ])
    expect(others.flatMap(({ entries }) => entries.map(({ label }) => label))).not.toContain('Cost')
  })
  it('puts what was used lately before its equals, not before better ones', () => {
    expect(find('trips', all, ['table demo demo.trips_local'])[0]).toBe('demo.trips_local')
    expect(find('demo.trips', all, ['table demo demo.trips_local'])[0]).toBe('demo.trips')
  })
})

describe('an action about a table', () => {
  const move = commands('operator').find(({ label }) => label === 'Move partitions of …')
  it('offers tables alone, and leads to its page of the one that is chosen', () => {
    const [section] = searchSubjects(all, 'Tables', '', [])
    expect(section?.entries.map(({ label }) => label)).toEqual(tables.map(({ label }) => label))
    expect(searchSubjects(all, 'Tables', 'ordres', [])[0]?.entries.map(({ label }) => label)).toEqual([
      'shop.orders',
    ])
    expect(move && tables[3] && apply(move, tables[3])?.choice).toEqual({
      kind: 'go',
      href: '/clusters/demo/tables/shop/orders/move',
    })
  })
})
