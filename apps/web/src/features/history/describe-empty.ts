import type { EmptyStateProps } from '@frostline/ui'

interface History {
  observedAt: Date | null
  points: readonly { figures: object | null }[]
}

/** Null when there is something to show. */
export function describeEmpty({ observedAt, points }: History): EmptyStateProps | null {
  if (points.some(({ figures }) => figures)) return null
  return observedAt === null
    ? {
        title: 'No samples yet',
        children:
          'A worker samples the cluster once a minute. The first sample comes within a minute, the first rates a minute later.',
      }
    : {
        title: 'No samples in this time range',
        children: 'Choose a longer time range, or one that ends later.',
      }
}
