import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from './calibrate.ts'
import { estimateLoad } from './estimate-load.ts'
import { forecastStart } from './forecast-start.ts'
import { estimateMeasured, type MeasuredStart, measuredGetsPerPart, temperatureOf } from './measured-start.ts'
import { type StartScene, sumParts, type Temperature } from './start-scene.ts'

const temperatures: readonly Temperature[] = ['cold', 'warm']
const parts = (some: Partial<Record<'local' | 'store' | 'cached', number>>) => ({
  parts: { local: 0, store: 0, cached: 0, ...some },
})
const usual = { threads: 64, tablesAtOnce: 8, cores: 8, getsPerPart: 10, getMs: 30 }

const table = fc
  .record({
    local: fc.nat({ max: 5_000 }),
    store: fc.nat({ max: 50_000 }),
    cached: fc.nat({ max: 50_000 }),
  })
  .map((some) => parts(some))
const scenes: fc.Arbitrary<StartScene> = fc.record({
  tables: fc.array(table, { minLength: 1, maxLength: 20 }),
  threads: fc.integer({ min: 1, max: 512 }),
  tablesAtOnce: fc.integer({ min: 1, max: 64 }),
  cores: fc.integer({ min: 1, max: 128 }),
  getsPerPart: fc.double({ min: 1, max: 30, noNaN: true }),
  getMs: fc.double({ min: 0.1, max: 500, noNaN: true }),
})

/** Sums of the same terms in another order differ in the last digits. */
const noMoreThan = (a: number, b: number) => expect(a).toBeLessThanOrEqual(b * (1 + 1e-9) + 1e-9)

describe('the estimate', () => {
  it('is parts × GETs × latency ÷ threads for one large table on object storage', () => {
    const scene = { ...usual, cores: 64, tables: [parts({ store: 40_000 })] }
    const { ms, gets, limit } = estimateLoad(scene, 'cold')
    expect(gets).toBe(400_000)
    expect(ms).toBeCloseTo((400_000 * 30 + 40_000 * 2) / 64)
    expect(limit).toBe('requests')
  })

  it('needs nothing from the store where all is local or in a warm cache', () => {
    for (const tables of [[parts({ local: 100_000 })], [parts({ cached: 100_000 })]]) {
      expect(estimateLoad({ ...usual, tables }, 'warm').gets).toBe(0)
      expect(estimateLoad({ ...usual, tables }, 'warm').limit).toBe('computing')
    }
  })

  it('knows that a thousand small tables do not keep the threads busy', () => {
    const tables = Array.from({ length: 1_000 }, () => parts({ store: 2 }))
    const many = estimateLoad({ ...usual, tables }, 'cold')
    expect(many.limit).toBe('tables')
    expect(many.ms).toBeGreaterThan(estimateLoad({ ...usual, tables: [parts({ store: 2_000 })] }, 'cold').ms)
    noMoreThan(estimateLoad({ ...usual, tables, tablesAtOnce: 64 }, 'cold').ms, many.ms / 4)
  })

  it('never decreases with more parts, nor increases with more threads, cores or tables at a time', () => {
    fc.assert(
      fc.property(
        scenes,
        fc.constantFrom(...temperatures),
        fc.nat(20),
        fc.constantFrom<'local' | 'store' | 'cached'>('local', 'store', 'cached'),
        fc.integer({ min: 1, max: 1_000 }),
        (scene, temperature, at, place, more) => {
          const { ms } = estimateLoad(scene, temperature)
          const grown = scene.tables.map((each, index) =>
            index === at % scene.tables.length
              ? { parts: { ...each.parts, [place]: each.parts[place] + more } }
              : each,
          )
          noMoreThan(ms, estimateLoad({ ...scene, tables: grown }, temperature).ms)
          noMoreThan(ms, estimateLoad({ ...scene, tables: [...scene.tables, ...grown] }, temperature).ms)
          noMoreThan(estimateLoad({ ...scene, threads: scene.threads + more }, temperature).ms, ms)
          noMoreThan(estimateLoad({ ...scene, cores: scene.cores + more }, temperature).ms, ms)
          noMoreThan(estimateLoad({ ...scene, tablesAtOnce: scene.tablesAtOnce + more }, temperature).ms, ms)
          noMoreThan(estimateLoad(scene, 'warm').ms, estimateLoad(scene, 'cold').ms)
          noMoreThan(estimateLoad(scene, 'warm').gets, estimateLoad(scene, 'cold').gets)
        },
      ),
    )
  })
})

describe('a measured start', () => {
  it('shows by its GETs how warm the caches were', () => {
    const cached = { parts: { local: 5, store: 0, cached: 200 } }
    expect(temperatureOf({ ...cached, gets: 2_000 })).toBe('cold')
    expect(temperatureOf({ ...cached, gets: 0 })).toBe('warm')
    expect(temperatureOf({ ...cached, gets: 700 })).toBe('mixed')
    expect(temperatureOf({ ...cached, gets: null })).toBe(null)
    expect(temperatureOf({ parts: { local: 9, store: 0, cached: 0 }, gets: null })).toBe('none')
    expect(temperatureOf({ parts: { local: 9, store: 100, cached: 100 }, gets: 1_000 })).toBe('warm')
  })

  it('shows the GETs per part only where all of them came from the store', () => {
    expect(measuredGetsPerPart({ parts: { local: 7, store: 0, cached: 200 }, gets: 2_400 })).toBe(12)
    expect(measuredGetsPerPart({ parts: { local: 7, store: 100, cached: 100 }, gets: 900 })).toBe(9)
    expect(measuredGetsPerPart({ parts: { local: 7, store: 0, cached: 200 }, gets: 700 })).toBe(null)
    expect(measuredGetsPerPart({ parts: { local: 7, store: 0, cached: 200 }, gets: 0 })).toBe(null)
  })
})

/** A start of these tables that took this long and sent this many GETs. */
function measured(scene: StartScene, temperature: Temperature, loadMs: number): MeasuredStart {
  const sums = sumParts(scene.tables)
  const fetched = sums.store + (temperature === 'cold' ? sums.cached : 0)
  const seen = { gets: Math.round(fetched * scene.getsPerPart), getMs: fetched === 0 ? null : scene.getMs }
  return { parts: sums, loadMs, ...seen, estimate: estimateMeasured(scene, seen) }
}

describe('the forecast', () => {
  it('without a measured start is the estimate, from half to twice as long, and names its basis', () => {
    const calibration = calibrate([], 12)
    expect(calibration).toMatchObject({ getsPerPartBy: 'usual', getMs: 12, getMsBy: 'running' })
    expect(calibrate([], null)).toMatchObject({ getMsBy: 'usual' })
    const scene = { ...usual, tables: [parts({ store: 1_000 })] }
    const { cold } = forecastStart(scene, calibration)
    expect(cold.ms).toBe(estimateLoad({ ...scene, getMs: 12 }, 'cold').ms)
    expect(cold).toMatchObject({ lowMs: cold.ms / 2, highMs: cold.ms * 2, starts: 0, gets: 10_000 })
  })

  it('repeats for the same parts what was measured, cold and warm separately', () => {
    fc.assert(
      fc.property(
        scenes.filter(({ tables }) => sumParts(tables).store + sumParts(tables).cached > 0),
        fc.constantFrom(...temperatures),
        fc.double({ min: 1, max: 3_600_000, noNaN: true }),
        (scene, temperature, loadMs) => {
          const start = measured({ ...scene, getsPerPart: 10 }, temperature, loadMs)
          if (temperatureOf(start) !== temperature) return
          const forecast = forecastStart(scene, calibrate([start], 999))[temperature]
          expect(forecast.ms / loadMs).toBeCloseTo(1)
          expect(forecast.starts).toBe(1)
          expect(forecast.lowMs).toBeLessThan(loadMs)
          expect(forecast.highMs).toBeGreaterThan(loadMs)
        },
      ),
    )
  })

  it('uses the median of the last five, between the fastest and the slowest', () => {
    const scene = { ...usual, tables: [parts({ store: 1_000 })] }
    const starts = [4_000, 8_000, 6_000, 90_000, 5_000, 1, 1, 1].map((ms) => measured(scene, 'cold', ms))
    const { cold } = forecastStart(scene, calibrate(starts, null))
    expect(cold.ms).toBeCloseTo(6_000)
    expect(cold.lowMs).toBeCloseTo(4_000 / 1.25)
    expect(cold.highMs).toBeCloseTo(90_000 * 1.25)
    expect(cold.starts).toBe(5)
  })

  it('a warm start says nothing about a cold one except the order', () => {
    const scene = { ...usual, tables: [parts({ cached: 2_000 })] }
    const warm = measured(scene, 'warm', 3_000)
    const calibration = calibrate([warm], 20)
    expect(calibration.factors.cold).toBe(null)
    expect(calibration.factors.warm?.starts).toBe(1)
    expect(forecastStart(scene, calibration).cold.starts).toBe(0)
  })

  it('leaves out what could not be measured', () => {
    const scene = { ...usual, tables: [parts({ store: 1_000 })] }
    const start = measured(scene, 'cold', 5_000)
    for (const useless of [{ loadMs: null }, { gets: null }, { estimate: null }])
      expect(calibrate([{ ...start, ...useless }], null).factors.cold).toBe(null)
  })
})
