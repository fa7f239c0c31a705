import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertKindNames, alertSeverities } from './alert-rule.ts'
import { type AlertRoute, type RoutedAlert, routeAlert } from './route-alert.ts'

const channels = ['slack', 'teams', 'mail', 'pager']
const clusters = ['east', 'west', 'lab']
const someKinds = alertKindNames.slice(0, 4)

const arbitraryRoute = (id: string): fc.Arbitrary<AlertRoute> =>
  fc.record({
    id: fc.constant(id),
    severities: fc.subarray([...alertSeverities]),
    clusterIds: fc.subarray(clusters),
    kinds: fc.subarray(someKinds),
    everyChannel: fc.boolean(),
    channelIds: fc.subarray([...channels, 'removed']),
    continues: fc.boolean(),
  })
const arbitraryRoutes = fc
  .integer({ min: 0, max: 6 })
  .chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, index) => arbitraryRoute(`route-${index}`))),
  )
const arbitraryDefault = arbitraryRoute('default').map((route) => ({
  ...route,
  ...{ severities: [], clusterIds: [], kinds: [] },
}))
const arbitraryAlert: fc.Arbitrary<RoutedAlert> = fc.record({
  kind: fc.constantFrom(...someKinds),
  severity: fc.constantFrom(...alertSeverities),
  clusterId: fc.constantFrom(...clusters),
})

/** Walks the list as a person reads it. */
function walk(alert: RoutedAlert, routes: readonly AlertRoute[], fallback: AlertRoute): AlertRoute[] {
  const taken: AlertRoute[] = []
  for (const route of routes) {
    if (route.severities.length > 0 && !route.severities.includes(alert.severity)) continue
    if (route.clusterIds.length > 0 && !route.clusterIds.includes(alert.clusterId)) continue
    if (route.kinds.length > 0 && !route.kinds.includes(alert.kind)) continue
    taken.push(route)
    if (!route.continues) return taken
  }
  return taken.length > 0 ? taken : [fallback]
}

describe('routes', () => {
  it('send an alert where reading the list from the top sends it', () => {
    fc.assert(
      fc.property(arbitraryAlert, arbitraryRoutes, arbitraryDefault, (alert, routes, fallback) => {
        const taken = walk(alert, routes, fallback)
        const found = routeAlert(alert, routes, fallback, channels)
        expect(found.routeIds).toEqual(taken.map(({ id }) => id))
        const wanted = new Set(taken.flatMap((route) => (route.everyChannel ? channels : route.channelIds)))
        expect(found.channelIds).toEqual(channels.filter((id) => wanted.has(id)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('name each channel once, and none that does not exist', () => {
    fc.assert(
      fc.property(arbitraryAlert, arbitraryRoutes, arbitraryDefault, (alert, routes, fallback) => {
        const { channelIds } = routeAlert(alert, routes, fallback, channels)
        expect(new Set(channelIds).size).toBe(channelIds.length)
        expect(channelIds).not.toContain('removed')
      }),
    )
  })

  it('after the one that stops have no effect', () => {
    fc.assert(
      fc.property(
        arbitraryAlert,
        arbitraryRoutes,
        arbitraryDefault,
        arbitraryRoute('later'),
        (alert, routes, fallback, later) => {
          const stop: AlertRoute = {
            ...later,
            ...{ id: 'stop', severities: [], clusterIds: [], kinds: [], continues: false },
          }
          expect(routeAlert(alert, [...routes, stop, later], fallback, channels)).toEqual(
            routeAlert(alert, [...routes, stop], fallback, channels),
          )
        },
      ),
    )
  })

  it('lose no alert to a route that matches nothing', () => {
    fc.assert(
      fc.property(arbitraryAlert, arbitraryRoutes, arbitraryDefault, (alert, routes, fallback) => {
        const other = { ...fallback, id: 'other', clusterIds: ['removed'] }
        expect(routeAlert(alert, [other, ...routes], fallback, channels)).toEqual(
          routeAlert(alert, routes, fallback, channels),
        )
      }),
    )
  })
})
