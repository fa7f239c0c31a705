import { formatBytes, Stat } from '@frostline/ui'
import type { TtlForecast } from '../table-ttl.ts'

type Nodes = TtlForecast['data']['nodes']

/**
 * When local disks are full: by this table alone, and by all tables as measured for the alert. `complete`: every node
 * was read.
 */
export function FullDayStats({ nodes, complete }: { nodes: Nodes; complete: boolean }) {
  const alone = first(nodes)
  const disks = nodes.flatMap(({ node, disks }) => disks.map((disk) => ({ ...disk, node })))
  const together = first(disks)
  const measured = disks.filter(({ bytesPerDay }) => bytesPerDay !== null)
  return (
    <>
      <Stat
        label="Disks full, this table"
        value={alone ? day(alone.fullAt) : '—'}
        note={
          alone
            ? `first on ${alone.node}, if other tables do not grow`
            : complete
              ? 'not within a year, by this table alone'
              : 'not within a year on the nodes that responded'
        }
      />
      <Stat
        label="Disks full, all tables"
        value={together ? day(together.fullAt) : '—'}
        note={
          together
            ? `${together.disk} of ${together.node}, growing ${formatBytes(Math.round(together.bytesPerDay ?? 0))} a day`
            : measured.length === 0
              ? 'unknown: needs six hours of measurements by a worker'
              : measured.length < disks.length
                ? `${measured.length} of ${disks.length} disks measured, none fills up`
                : complete
                  ? 'no disk fills up at the measured growth'
                  : 'no disk fills up on the nodes that responded'
        }
      />
    </>
  )
}

function first<Each extends { fullAt: Date | null }>(
  all: readonly Each[],
): (Each & { fullAt: Date }) | undefined {
  return all
    .flatMap((each) => (each.fullAt ? [{ ...each, fullAt: each.fullAt }] : []))
    .sort((a, b) => a.fullAt.getTime() - b.fullAt.getTime())[0]
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
