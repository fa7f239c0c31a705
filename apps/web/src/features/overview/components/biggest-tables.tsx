import {
  AtLeast,
  Bytes,
  buttonClasses,
  formatPercent,
  Panel,
  type PanelProps,
  shareOf,
  TierBar,
} from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { Overview } from '../hooks/use-overview.ts'

type Props = Omit<PanelProps, 'title' | 'children'> & { cluster: string; overview: Overview | undefined }

/** Each bar is relative to the biggest table. */
export function BiggestTables({ cluster, overview, ...panel }: Props) {
  const tables = overview?.biggestTables ?? []
  const complete = overview?.coverage.complete ?? true
  const biggest = tables[0]?.totalBytes ?? 0n
  return (
    <Panel
      title="Biggest tables"
      flush
      minHeightPx={300}
      actions={
        <Link href={routes.tables(cluster)} className={buttonClasses('ghost', 'sm')}>
          All tables
        </Link>
      }
      {...panel}
    >
      <ol aria-label="Biggest tables" className="divide-y">
        {tables.map((row) => (
          <li
            key={JSON.stringify([row.database, row.table])}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2"
          >
            <Link
              href={routes.table(cluster, row.database, row.table)}
              className="truncate font-mono text-xs hover:underline"
              title={`${row.database}.${row.table}`}
            >
              <span className="text-ink-3">{row.database}.</span>
              {row.table}
            </Link>
            <span className="text-right text-xs">
              {complete ? (
                <span className="mr-2 text-ink-3">
                  {formatPercent(shareOf(row.tiers.cold.bytes, row.totalBytes))} cold
                </span>
              ) : null}
              <AtLeast complete={complete}>
                <Bytes value={row.totalBytes} className="font-medium" />
              </AtLeast>
            </span>
            <TierBar
              className="col-span-2"
              label={`Tiers of ${row.database}.${row.table}`}
              scaleBytes={biggest}
              amounts={[
                { tier: 'hot', sizeBytes: row.tiers.hot.bytes },
                { tier: 'cold', sizeBytes: row.tiers.cold.bytes },
                ...(row.tiers.unknown.bytes > 0n
                  ? [{ tier: 'unknown' as const, sizeBytes: row.tiers.unknown.bytes }]
                  : []),
              ]}
            />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
