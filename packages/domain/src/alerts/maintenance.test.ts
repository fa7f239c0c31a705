import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMomentMs, arbitraryWindow } from '../time-window/testing/arbitrary-window.ts'
import {
  concernsAlert,
  findMaintenance,
  isMaintenanceOpen,
  type MaintainedAlert,
  type MaintenanceWindow,
  maintenanceClosing,
  maintenanceSpans,
  nextMaintenance,
} from './maintenance.ts'

const dayMs = 86_400_000
const everything = { clusterIds: [], nodes: [], kinds: [] }
const alert = (patch: Partial<MaintainedAlert> = {}): MaintainedAlert => ({
  ...{ kind: 'late-parts', subject: 'shop.orders', clusterId: 'east', nodes: ['n1', 'n2'] },
  ...patch,
})

/** Windows around a moment. */
const arbitraryMaintenance = arbitraryMomentMs.chain((aroundMs) => {
  const near = fc.integer({ min: -20, max: 20 }).map((days) => aroundMs + days * dayMs)
  return fc.record({
    aroundMs: fc.constant(aroundMs),
    maintenance: fc.record<MaintenanceWindow>({
      clusterIds: fc.constant([]),
      nodes: fc.constant([]),
      kinds: fc.constant([]),
      schedule: fc.oneof(
        fc
          .tuple(near, fc.integer({ min: 1, max: 10 * dayMs }))
          .map(([fromMs, lengthMs]) => ({ type: 'once' as const, fromMs, toMs: fromMs + lengthMs })),
        arbitraryWindow.map((window) => ({ type: 'weekly' as const, window })),
      ),
      createdAtMs: near,
      endedAtMs: fc.option(near),
    }),
  })
})

describe('a maintenance window', () => {
  it('was open within a period exactly where its spans are', () => {
    fc.assert(
      fc.property(
        arbitraryMaintenance,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
        ({ aroundMs, maintenance }, places) => {
          const [fromMs, toMs] = [aroundMs - 10 * dayMs, aroundMs + 10 * dayMs]
          const spans = maintenanceSpans(maintenance, fromMs, toMs)
          for (const [index, span] of spans.entries()) {
            expect(span.toMs).toBeGreaterThan(span.fromMs)
            expect(span.fromMs).toBeGreaterThanOrEqual(spans[index - 1]?.toMs ?? fromMs)
            expect(span.toMs).toBeLessThanOrEqual(toMs)
          }
          const moments = [
            ...places.map((place) => Math.floor(fromMs + place * (toMs - 1 - fromMs))),
            ...spans.flatMap((span) => [span.fromMs, span.toMs - 1]),
          ]
          for (const atMs of moments) {
            const within = spans.some((span) => span.fromMs <= atMs && atMs < span.toMs)
            expect(isMaintenanceOpen(maintenance, atMs)).toBe(within)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('closes and opens when it says', () => {
    fc.assert(
      fc.property(arbitraryMaintenance, ({ aroundMs, maintenance }) => {
        const unended = { ...maintenance, createdAtMs: 0, endedAtMs: null }
        const closesMs = maintenanceClosing(unended, aroundMs)
        if (closesMs !== null) {
          expect(isMaintenanceOpen(unended, closesMs - 1)).toBe(true)
          expect(isMaintenanceOpen(unended, closesMs)).toBe(false)
        }
        const opensMs = nextMaintenance(unended, aroundMs)
        if (opensMs !== null) {
          expect(opensMs).toBeGreaterThan(aroundMs)
          expect(isMaintenanceOpen(unended, opensMs)).toBe(true)
          expect(isMaintenanceOpen(unended, opensMs - 1)).toBe(false)
        }
        if (maintenance.endedAtMs !== null) expect(nextMaintenance(maintenance, aroundMs)).toBe(null)
      }),
      { numRuns: 200 },
    )
  })

  const open: MaintenanceWindow = {
    ...everything,
    schedule: { type: 'once', fromMs: 100, toMs: 200 },
    ...{ createdAtMs: 0, endedAtMs: null },
  }

  it('holds back what matches all of its conditions', () => {
    expect(findMaintenance(alert(), [open], 150)).toBe(open)
    expect(findMaintenance(alert(), [open], 200)).toBe(undefined)
    expect(concernsAlert({ ...open, clusterIds: ['west'] }, alert())).toBe(false)
    expect(concernsAlert({ ...open, clusterIds: ['east'], kinds: ['drift'] }, alert())).toBe(false)
    expect(concernsAlert({ ...open, clusterIds: ['east'], kinds: ['late-parts'] }, alert())).toBe(true)
  })

  it('of some nodes never holds back an alert that another node shows', () => {
    const ofOne = { ...open, clusterIds: ['east'], nodes: ['n1'] }
    expect(concernsAlert(ofOne, alert())).toBe(false)
    expect(concernsAlert(ofOne, alert({ nodes: ['n1'] }))).toBe(true)
    expect(concernsAlert(ofOne, alert({ nodes: [] })), 'nobody knows which node it is').toBe(false)
    expect(concernsAlert(ofOne, alert({ kind: 'node-unreachable', subject: 'n1', nodes: [] }))).toBe(true)
    expect(concernsAlert(ofOne, alert({ kind: 'node-unreachable', subject: 'n2', nodes: [] }))).toBe(false)
  })
})
