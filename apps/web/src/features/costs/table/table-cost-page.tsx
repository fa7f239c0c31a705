'use client'

import { buttonClasses, formatCountOf, Stat, StatRow } from '@frostline/ui'
import Link from 'next/link'
import { useDeferredValue, useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useForm } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { Money } from '../components/money.tsx'
import type { TableCostDetail } from '../costs.ts'
import { useTableCost } from '../hooks/use-costs.ts'
import { PriceBookButton } from '../price-book/price-book-button.tsx'
import { PriceNote } from '../price-book/price-note.tsx'
import { AssumptionFields } from './assumption-fields.tsx'
import { assumptionForm, firstAssumptions, readAssumptions } from './assumptions.ts'
import { PartitionCostsPanel } from './partition-costs-panel.tsx'
import { TtlSavingPanel } from './ttl-saving-panel.tsx'

/** What the partitions of one table cost, when the cold tier pays for their move, and what another TTL would save. */
export function TableCostPage({ cluster, database, table }: ClusterTable) {
  const form = useForm(assumptionForm, () => firstAssumptions, { shownLate: [] })
  const [chosenDisk, setColdDisk] = useState<string | null>(null)
  const [countReads, setCountReads] = useState(false)
  const read = readAssumptions(useDeferredValue(form.draft))
  const query = useTableCost({
    ...{ cluster, database, table, countReads, ...read },
    ...(chosenDisk === null ? {} : { coldDisk: chosenDisk }),
  })
  const cost = query.data?.data
  const refused = query.isError && !cost
  const mayTry = useRoleAllows('admin')
  return (
    <>
      <PageHeader
        title={`${database}.${table}`}
        description="Cost of each partition on its current disk, and when a move to object storage pays off."
        actions={
          <>
            <Link href={routes.table(cluster, database, table)} className={buttonClasses()}>
              Table
            </Link>
            <Link href={routes.tableTtl(cluster, database, table)} className={buttonClasses()}>
              TTL
            </Link>
            <PriceBookButton cluster={cluster} />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <PriceNote cluster={cluster} />
        {cost ? <TableCostTotals cost={cost} /> : null}
        {refused ? null : (
          <AssumptionFields
            form={form}
            cost={cost}
            onColdDisk={setColdDisk}
            counted={countReads && !query.isPlaceholderData}
            onCount={() => setCountReads(true)}
            counting={countReads && query.isFetching}
          />
        )}
        <PartitionCostsPanel
          at={{ cluster, database, table }}
          cost={cost}
          panel={panelFromQuery(query, {
            task: `read the partitions of ${database}.${table}`,
            empty: ({ data }) =>
              data.partitions.length > 0
                ? null
                : { title: 'No partitions', children: 'The table has no data on the nodes that responded.' },
          })}
        />
        {mayTry && !refused ? <TtlSavingPanel cluster={cluster} database={database} table={table} /> : null}
      </div>
    </>
  )
}

/** What the table costs, and what moving the partitions that pay would save; unknown while nobody knows how they are read. */
function TableCostTotals({ cost }: { cost: TableCostDetail }) {
  const { currency, coverage, partitions } = cost
  const hot = partitions.filter(({ hotBytes }) => hotBytes > 0n)
  const judged = hot.flatMap(({ breakEven }) => breakEven ?? [])
  const paying = judged.filter(({ savedPerMonth }) => savedPerMonth > 0)
  const known = hot.length === 0 || judged.length > 0
  const saved = paying.reduce((sum, { savedPerMonth }) => sum + savedPerMonth, 0)
  return (
    <StatRow>
      <Stat
        label="Storage per month"
        value={<Money amount={cost.perMonth} currency={currency} complete={coverage.complete} />}
        note={cost.shared ? 'active parts, shared ones once' : 'active parts, all replicas'}
      />
      <Stat
        label="Potential savings per month"
        value={
          <Money
            amount={known ? saved : null}
            currency={currency}
            complete={coverage.complete && judged.length === hot.length}
            reason="Needs a cold disk and the number of reads."
          />
        }
        note={
          known
            ? `${formatCountOf(paying.length, 'hot partition')} would be cheaper on object storage`
            : cost.coldDisk === null
              ? 'the policy has no disk on object storage'
              : 'reads are unknown'
        }
      />
    </StatRow>
  )
}
