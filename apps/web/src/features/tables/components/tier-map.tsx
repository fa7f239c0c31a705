import { formatBytes, Panel, TileMap, tierColors } from '@frostline/ui'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import { type toTablesInput, toTierMapInput } from '../tables-input.ts'
import { tilesOf } from '../tier-tiles.ts'

/** Bytes of each table by tier, as areas. The many small ones form one tile. */
export function TierMap({ input }: { input: ReturnType<typeof toTablesInput> }) {
  const trpc = useTRPC()
  const query = useObservedQuery(trpc.tables.list.queryOptions(toTierMapInput(input)))
  const tiles = query.data ? tilesOf(query.data.data) : []
  return (
    <Panel
      title="Bytes by table and tier"
      description="Of the tables listed below, copies of replicas included."
      minHeightPx={252}
      {...panelFromQuery(query, {
        task: 'read the sizes of the tables',
        empty: () =>
          tiles.length > 0 ? null : { title: 'No bytes', children: 'No matching table has parts.' },
      })}
    >
      <ul aria-hidden className="mb-2 flex gap-4 text-ink-2 text-xs">
        <li className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-xs" style={{ background: tierColors.hot }} /> Hot
        </li>
        <li className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-xs" style={{ background: tierColors.cold }} /> Cold
        </li>
      </ul>
      <TileMap label="Bytes by table and tier" tiles={tiles} heightPx={190} formatValue={formatBytes} />
    </Panel>
  )
}
