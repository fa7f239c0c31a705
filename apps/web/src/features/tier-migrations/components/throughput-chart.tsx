'use client'
import { AreaOverTime, formatByteRate, tierColors } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { isActive, type MigrationDetail } from '../status.ts'

const names = {
  copy: { label: 'Copy', color: tierColors.cold },
  'deep-check': { label: 'Deep check', color: tierColors.cache },
} as const

/** Bytes a second by phase since the start, from finished statements. Nothing before the first of them. */
export function ThroughputChart({ migration }: { migration: MigrationDetail }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.tierMigrations.throughput.queryOptions(
      { id: migration.id },
      { refetchInterval: isActive(migration) ? 10_000 : false },
    ),
  )
  const points = query.data?.points ?? []
  const total = points.reduce(
    (sum, { bytesPerSecond }) => sum + (bytesPerSecond.copy ?? 0) + (bytesPerSecond['deep-check'] ?? 0),
    0,
  )
  if (total === 0) return null
  const series = (['copy', 'deep-check'] as const)
    .filter((key) => points.some(({ bytesPerSecond }) => bytesPerSecond[key] !== undefined))
    .map((key) => ({ key, ...names[key] }))
  return (
    <section aria-label="Throughput" className="flex flex-col gap-1">
      <h3 className="font-medium text-sm">Throughput by phase</h3>
      <AreaOverTime
        label="Throughput by phase"
        heightPx={120}
        series={series}
        points={points.map(({ at, bytesPerSecond }) => ({
          at,
          values: Object.fromEntries(series.map(({ key }) => [key, bytesPerSecond[key] ?? 0])),
        }))}
        formatValue={formatByteRate}
      />
    </section>
  )
}
