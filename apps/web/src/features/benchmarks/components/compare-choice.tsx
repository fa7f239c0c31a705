'use client'
import { formatExactTime, Select } from '@frostline/ui'
import { useBenchmarks } from '../hooks/use-benchmarks.ts'

type Listed = NonNullable<ReturnType<typeof useBenchmarks>['data']>['pages'][number]['benchmarks'][number]

interface CompareChoiceProps {
  bench: { id: string; clusterSlug: string; kind: Listed['kind'] }
  /** Empty: none selected. */
  otherId: string
  onCompare: (id: string) => void
  /** Others that are worth comparing. Omitted: all. */
  fits?: (other: Listed) => boolean
}

/** Selects another benchmark of the same kind to compare with; nothing if there is none. */
export function CompareChoice({ bench, otherId, onCompare, fits = () => true }: CompareChoiceProps) {
  const others = useBenchmarks(bench.clusterSlug, bench.kind)
  const options = (others.data?.pages.flatMap((page) => page.benchmarks) ?? []).filter(
    (other) => other.id !== bench.id && fits(other),
  )
  if (options.length === 0) return null
  return (
    <Select
      label="Compare with"
      size="sm"
      className="max-w-80"
      value={otherId === '' ? null : otherId}
      placeholder="Compare with…"
      options={options.map((other) => ({ value: other.id, label: nameBenchmark(other) }))}
      onValueChange={onCompare}
    />
  )
}

/** Readable name: what, where and when. A replay has no single node. */
export function nameBenchmark({
  subject,
  nodeName,
  createdAt,
}: Pick<Listed, 'subject' | 'nodeName' | 'createdAt'>): string {
  return `${subject}${nodeName ? ` on ${nodeName}` : ''}, ${formatExactTime(createdAt)}`
}
