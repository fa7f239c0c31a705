'use client'
import { Button, formatRelativeTime, NumberField, Panel, SelectField, useNow } from '@frostline/ui'
import type { Fields } from '@/form/use-form.ts'
import type { TableCostDetail } from '../costs.ts'
import type { Assumptions } from './assumptions.ts'

interface Props {
  form: Fields<Assumptions>
  cost: TableCostDetail | undefined
  onColdDisk: (disk: string) => void
  /** The reads known from query_log are in `cost`. */
  counted: boolean
  counting: boolean
  onCount: () => void
}

/** Assumptions that cannot be measured before the move: how much of it queries will read from the store. */
export function AssumptionFields({ form, cost, onColdDisk, ...count }: Props) {
  const look = { decimal: true, inputClassName: 'text-right' }
  return (
    <Panel
      title="Assumptions"
      description="A query sends at least one GET per file, and more for large files."
      actions={
        <Button size="sm" busy={count.counting} disabled={count.counted} onClick={count.onCount}>
          Count reads from query_log
        </Button>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
        <NumberField
          {...form.field('readsPerDay')}
          {...look}
          label="Queries per day"
          optional
          hint={<Counted cost={cost} counted={count.counted} />}
        />
        <NumberField
          {...form.field('sharePercent')}
          {...look}
          label="Share read per query, %"
          hint="Share of a partition that one query reads."
        />
        <NumberField
          {...form.field('cachedPercent')}
          {...look}
          label="Served from a cache, %"
          hint="Share of reads served from a cache, at no cost."
        />
        <NumberField
          {...form.field('mibPerGet')}
          {...look}
          label="MiB per GET"
          hint="About 1, or 1 to 6 through a cache."
        />
        <SelectField
          label="Cold disk"
          hint="Its prices are used."
          value={cost?.coldDisk ?? null}
          options={cost?.coldDisks ?? []}
          onValueChange={onColdDisk}
          disabled={(cost?.coldDisks.length ?? 0) === 0}
          placeholder={cost ? 'None in its policy' : 'Reading…'}
        />
      </div>
    </Panel>
  )
}

function Counted({ cost, counted }: Pick<Props, 'cost' | 'counted'>) {
  const now = useNow()
  if (!cost || !counted) return 'Per partition and replica. Or count the last 7 days.'
  if (cost.readsSince === null)
    return `Not counted: ${cost.nodesWithoutReads.join(', ') || 'a node'} has no query_log. Enter it.`
  const since = now ? formatRelativeTime(cost.readsSince, now) : cost.readsSince.toISOString()
  return `Leave empty to use query_log since ${since}. At least an hour is needed.`
}
