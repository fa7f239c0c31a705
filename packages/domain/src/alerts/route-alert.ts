import type { AlertKind, AlertSeverity } from './alert-rule.ts'

/** An empty list of a condition matches all. */
export interface AlertRoute {
  id: string
  severities: readonly AlertSeverity[]
  clusterIds: readonly string[]
  kinds: readonly AlertKind[]
  /** All channels, including those added later. Otherwise those of `channelIds`, which may be none. */
  everyChannel: boolean
  channelIds: readonly string[]
  /** Whether the routes after this one are also tried. */
  continues: boolean
}

/** What a route decides by. */
export interface RoutedAlert {
  kind: AlertKind
  severity: AlertSeverity
  clusterId: string
}

export interface AlertRouting {
  /** The routes that match, in their order. Only the default route if no other matches. */
  routeIds: string[]
  /** Each channel once, in the order of `channelIds`. */
  channelIds: string[]
}

/**
 * Finds the channels of an alert. Routes are tried in order. The first one that matches is the last one that is tried,
 * unless it continues. The default route takes alerts that match no other.
 * @param channelIds all channels that exist: a route may name one that was removed.
 */
export function routeAlert(
  alert: RoutedAlert,
  routes: readonly AlertRoute[],
  defaultRoute: AlertRoute,
  channelIds: readonly string[],
): AlertRouting {
  const matching = routes.filter((route) => matches(route, alert))
  const last = matching.findIndex(({ continues }) => !continues)
  const taken = last < 0 ? matching : matching.slice(0, last + 1)
  const used = taken.length === 0 ? [defaultRoute] : taken
  return {
    routeIds: used.map(({ id }) => id),
    channelIds: channelIds.filter((id) =>
      used.some((route) => route.everyChannel || route.channelIds.includes(id)),
    ),
  }
}

function matches(route: AlertRoute, { kind, severity, clusterId }: RoutedAlert): boolean {
  return isIn(route.severities, severity) && isIn(route.clusterIds, clusterId) && isIn(route.kinds, kind)
}

function isIn<Value>(list: readonly Value[], value: Value): boolean {
  return list.length === 0 || list.includes(value)
}
