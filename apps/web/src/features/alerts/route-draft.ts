import type { AlertKind, AlertSeverity } from '@frostline/domain'
import { z } from 'zod'
import { choice, requiredText } from '@/form/field-schemas.ts'
import type { AlertRoute } from './alert.ts'

type To = 'all' | 'some'

const targets = { to: choice<To>(), channelIds: choice<ReadonlySet<string>>() }

/** The default route has no name and no conditions. */
export const defaultRouteForm = z.object(targets).transform(targetsOf)

export const routeForm = z
  .object({
    name: requiredText('Enter a name.'),
    severities: choice<ReadonlySet<AlertSeverity>>(),
    clusterIds: choice<ReadonlySet<string>>(),
    kinds: choice<ReadonlySet<AlertKind>>(),
    continues: z.boolean(),
    ...targets,
  })
  .transform(({ name, severities, clusterIds, kinds, continues, ...draft }) => ({
    ...{ name, continues },
    severities: [...severities],
    clusterIds: [...clusterIds],
    kinds: [...kinds],
    ...targetsOf(draft),
  }))

export type TargetsDraft = z.input<typeof defaultRouteForm>
export type RouteDraft = z.input<typeof routeForm>

function targetsOf({ to, channelIds }: { to: To; channelIds: ReadonlySet<string> }) {
  return { everyChannel: to === 'all', channelIds: to === 'all' ? [] : [...channelIds] }
}

/** For an existing route, or for a new one. */
export function draftOfRoute(route: AlertRoute | null): RouteDraft {
  return {
    name: route?.name ?? '',
    severities: new Set(route?.severities),
    clusterIds: new Set(route?.clusterIds),
    kinds: new Set(route?.kinds),
    continues: route?.continues ?? false,
    to: route?.everyChannel ? 'all' : 'some',
    channelIds: new Set(route?.channelIds),
  }
}
