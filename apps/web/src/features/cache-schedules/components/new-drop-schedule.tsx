'use client'
import { Button, SelectField } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useCaches } from '@/features/cache/hooks/use-caches.ts'
import { useTRPC } from '@/trpc/context.ts'
import { placeholderFromQuery } from '@/trpc/panel-from-query.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** The whole cache, as a Select value, which cannot be empty. No table has this name. */
const whole = '*'

/** A scheduled drop. Warm-ups are scheduled from their form. */
export function NewDropSchedule({ cluster }: { cluster: string }) {
  const trpc = useTRPC()
  const caches = useCaches(cluster)
  const tables = useQuery(
    trpc.tables.list.queryOptions({
      cluster,
      family: 'merge-tree',
      sort: 'bytes',
      direction: 'desc',
      limit: 1_000,
    }),
  )
  const names = [
    ...new Set(caches.data?.data.byNode.flatMap(({ seen }) => seen?.caches?.map(({ name }) => name) ?? [])),
  ]
  const [picked, setPicked] = useState<string | null>(null)
  const [tableKey, setTableKey] = useState(whole)
  const cache = picked ?? names[0]
  const options = (tables.data?.data.tables ?? []).map(({ database, table }) => ({
    value: JSON.stringify([database, table]),
    label: `${database}.${table}`,
    ref: { database, table },
  }))
  const table = options.find(({ value }) => value === tableKey)?.ref ?? null
  return (
    <ScheduleDialog
      cluster={cluster}
      task={cache === undefined ? null : { kind: 'drop', cache, table, nodes: null }}
      trigger={<Button icon={<CalendarPlus aria-hidden />}>Schedule a drop</Button>}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Cache"
          hint="On all nodes with this cache."
          value={cache ?? null}
          options={names}
          placeholder={placeholderFromQuery(caches, 'the caches', 'No cache found')}
          onValueChange={setPicked}
        />
        <SelectField
          label="What to drop"
          hint={
            tables.error && !tables.data
              ? 'Could not read the tables. Only the whole cache can be selected.'
              : 'No data is lost. Reading it again costs requests to the store.'
          }
          value={tableKey}
          options={[
            { value: whole, label: 'All of it' },
            ...options.map(({ value, label }) => ({ value, label })),
          ]}
          onValueChange={setTableKey}
        />
      </div>
    </ScheduleDialog>
  )
}
