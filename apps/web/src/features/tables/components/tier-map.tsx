import { formatBytes, Panel, type PanelProps, TileMap, tierColors } from '@frostline/ui'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import { type toTablesInput, toTierMapInput } from '../tables-input.ts'
import { tilesOf } from '../tier-tiles.ts'

interface TierMapProps {
  input: ReturnType<typeof toTablesInput>
  /** As the page shows it before this code is loaded. */
  frame: Pick<PanelProps, 'title' | 'description' | 'minHeightPx'>
}

/** Bytes of each table by tier, as areas. The many small ones form one tile. */
export function TierMap({ input, frame }: TierMapProps) {
  const trpc = useTRPC()
  const query = useObservedQuery(trpc.tables.list.queryOptions(toTierMapInput(input)))
  const tiles = query.data ? tilesOf(query.data.data) : []
  return (
    <Panel
      {...frame}
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
