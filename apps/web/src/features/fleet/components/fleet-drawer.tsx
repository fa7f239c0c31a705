'use client'
import { oddityTitles } from '@frostline/domain'
import { Bytes, buttonClasses, Drawer, formatCountOf, KeyValueList, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { type FleetTable, mendOf } from '../fleet.ts'

interface FleetDrawerProps {
  /** Undefined: closed. */
  row: FleetTable | undefined
  onClose: () => void
}

/** What is odd about a table, each with its figures and the page where it is mended. */
export function FleetDrawer({ row, onClose }: FleetDrawerProps) {
  return (
    <Drawer
      title={row ? `${row.database}.${row.table}` : 'Table'}
      description={row ? `On ${row.clusterName}` : undefined}
      open={row !== undefined}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      {row ? (
        <div className="flex flex-col gap-6 p-5">
          <ul aria-label="Oddities" className="flex flex-col gap-4">
            {row.oddities.map(({ kind, sentence }) => {
              const { label, href } = mendOf(kind, row)
              return (
                <li key={kind} className="flex flex-col items-start gap-1.5">
                  <h3 className="font-medium text-sm">{oddityTitles[kind]}</h3>
                  <p className="break-words text-ink-2 text-sm">{sentence}</p>
                  <Link href={href} className={buttonClasses('secondary', 'sm')}>
                    {label}
                  </Link>
                </li>
              )
            })}
            {row.oddities.length === 0 ? <li className="text-ink-2 text-sm">Nothing is odd.</li> : null}
          </ul>
          <KeyValueList
            labelWidth="8rem"
            items={[
              { key: 'TTL', value: row.ttl === null ? 'nodes differ' : row.ttl || 'none', mono: true },
              { key: 'Partition key', value: row.partitionKey || 'none', mono: true },
              { key: 'Storage policy', value: row.storagePolicy ?? 'none', mono: true },
              {
                key: 'Parts',
                value: `${formatCountOf(row.parts, 'part')} in ${formatCountOf(row.partitions, 'partition')}`,
              },
              { key: 'Hot', value: <Bytes value={row.tiers.hot.bytes} /> },
              { key: 'Cold', value: <Bytes value={row.tiers.cold.bytes} /> },
              { key: 'Next due', value: row.nextDue ? <RelativeTime at={row.nextDue.at} /> : 'nothing' },
            ]}
          />
        </div>
      ) : null}
    </Drawer>
  )
}
