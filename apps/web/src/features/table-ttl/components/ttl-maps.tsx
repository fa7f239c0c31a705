import { PartitionHeatMap, Select } from '@frostline/ui'
import { useState } from 'react'
import { toHeatMap } from '@/features/tables/hooks/use-partition-map.ts'
import type { TtlPreview } from '../table-ttl.ts'

const ways = [
  { value: 'gentle', label: 'After gentle' },
  { value: 'heavy', label: 'After heavy' },
] as const

/** The partitions now, and after the moves that the TTL makes immediately. */
export function TtlMaps({ data: { maps, coverage } }: { data: TtlPreview['data'] }) {
  const [way, setWay] = useState<'gentle' | 'heavy'>('gentle')
  const partitions = (map: keyof typeof maps) => toHeatMap({ coverage, packed: maps[map] })
  return (
    <div className="grid min-w-0 gap-4 xl:grid-cols-2">
      <figure className="min-w-0">
        <figcaption className="mb-1.5 flex min-h-7 items-center text-ink-2 text-xs">Now</figcaption>
        <PartitionHeatMap label="Partitions now" partitions={partitions('now')} />
      </figure>
      <figure className="min-w-0">
        <figcaption className="mb-1.5 flex min-h-7 items-center gap-2 text-ink-2 text-xs">
          <Select
            label="Partitions shown"
            size="sm"
            className="w-32"
            value={way}
            onValueChange={setWay}
            options={ways}
          />
          by immediate moves
        </figcaption>
        <PartitionHeatMap label={`Partitions after ${way}`} partitions={partitions(way)} />
      </figure>
    </div>
  )
}
