import { describe, expect, it } from 'vitest'
import { adviseStart, type StartCase } from './advise-start.ts'
import { calibrate } from './calibrate.ts'
import type { StartTable } from './start-scene.ts'
import { readStartThreads, type StartSetting } from './start-settings.ts'

const table = (name: string, parts: Partial<StartTable['parts']>, database = 'shop'): StartTable => ({
  database,
  table: name,
  parts: { local: 0, store: 0, cached: 0, ...parts },
  outdatedParts: 3,
})

const modern = {
  max_active_parts_loading_thread_pool_size: '64',
  max_outdated_parts_loading_thread_pool_size: '32',
  async_load_databases: '1',
  async_load_system_database: '0',
  tables_loader_foreground_pool_size: '0',
  tables_loader_background_pool_size: '0',
  primary_key_lazy_load: '1',
}

function caseOf(tables: StartTable[], values: Record<string, string> = modern, cores = 32): StartCase {
  const settings = new Map<string, StartSetting>(
    Object.entries(values).map(([name, value]) => [name, { scope: 'server', name, value, changed: false }]),
  )
  return { tables, cores, settings, calibration: calibrate([], 30) }
}

const of = (at: StartCase, change: string) => adviseStart(at).find((each) => each.change === change)

describe('what would shorten a startup', () => {
  it('more threads where it waits for GETs, and none where it is CPU-bound', () => {
    const wait = caseOf([table('orders', { store: 40_000 })])
    const threads = of(wait, 'max_active_parts_loading_thread_pool_size')
    expect(Number(threads?.proposed)).toBeGreaterThan(64)
    expect(threads?.savedMs).toBeGreaterThan(60_000)
    const local = caseOf([table('orders', { local: 40_000 })])
    expect(of(local, 'max_active_parts_loading_thread_pool_size')).toMatchObject({
      proposed: null,
      savedMs: 0,
    })
  })

  it('a cache over a disk that is read directly, unless there is one', () => {
    expect(of(caseOf([table('a', { store: 1_000 })]), 'cache-over-store')?.savedMs).toBeGreaterThan(1_000)
    expect(of(caseOf([table('a', { cached: 1_000 })]), 'cache-over-store')).toBeUndefined()
  })

  it('more tables at a time where they are small', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => table(`t${index}`, { store: 2 }))
    const advice = of(caseOf(many, modern, 2), 'tables_loader_background_pool_size')
    expect(advice).toMatchObject({ value: '0' })
    expect(Number(advice?.proposed)).toBeGreaterThan(2)
    const inFront = { ...modern, async_load_databases: '0' }
    expect(of(caseOf(many, inFront, 2), 'tables_loader_foreground_pool_size')?.proposed).not.toBe(null)
  })

  it('names the table with the most parts on object storage', () => {
    const at = caseOf([table('small', { store: 10 }), table('large', { cached: 5_000 })])
    expect(of(at, 'fewer-parts')).toMatchObject({ value: 'shop.large' })
  })

  it('answering before the tables are loaded, and what that saves', () => {
    const at = caseOf([table('orders', { store: 4_000 })], { ...modern, async_load_databases: '0' })
    expect(of(at, 'async_load_databases')).toMatchObject({ proposed: '1', saves: 'answers' })
    expect(of(at, 'async_load_databases')?.savedMs).toBeGreaterThan(1_000)
    expect(of(caseOf([table('orders', { store: 4_000 })]), 'async_load_databases')).toMatchObject({
      proposed: null,
    })
  })

  it('mentions only settings that the version has, the largest gain first', () => {
    const names = adviseStart(caseOf([table('orders', { store: 4_000 })])).map(({ change }) => change)
    expect(names).not.toContain('prewarm_mark_cache')
    expect(names).not.toContain('max_unexpected_parts_loading_thread_pool_size')
    const saved = adviseStart(caseOf([table('orders', { store: 4_000 })])).flatMap(({ savedMs, proposed }) =>
      proposed === null ? [] : [savedMs ?? 0],
    )
    expect(saved).toEqual(saved.toSorted((a, b) => b - a))
  })

  it('uses the older name where a version has no other', () => {
    const old = caseOf([table('orders', { store: 4_000 })], { max_part_loading_threads: 'auto(16)' })
    expect(readStartThreads(old.settings, 16)).toEqual({ threads: 16, tablesAtOnce: 16 })
    expect(of(old, 'max_part_loading_threads')?.proposed).not.toBe(null)
  })
})
