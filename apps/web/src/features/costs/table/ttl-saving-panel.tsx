'use client'
import { Button, buttonClasses, ErrorState, NumberField, Panel } from '@frostline/ui'
import Link from 'next/link'
import { useState } from 'react'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useTtlSaving } from '../hooks/use-costs.ts'
import { TtlSavingResult } from './ttl-saving-result.tsx'

/** Another age for the move rule, or a first such rule, and what storage would cost less, from the TTL forecast. */
export function TtlSavingPanel({ cluster, database, table }: ClusterTable) {
  const [typed, setTyped] = useState('30')
  const [asked, setAsked] = useState<number | null>(null)
  const days = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : null
  const valid = days !== null && days <= 36_500
  const query = useTtlSaving(asked === null ? null : { cluster, database, table, days: asked })
  const saving = query.data?.data
  return (
    <Panel
      title="Savings by a different TTL"
      description="Age at which rows move to object storage. This is a forecast. Nothing is changed."
      minHeightPx={140}
      {...(asked === null ? {} : panelFromQuery({ ...query, error: null }, { task: 'forecast the TTL' }))}
      state={{ kind: 'ready' }}
    >
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (valid) setAsked(days)
        }}
      >
        <NumberField
          label="Move rows after, days"
          className="w-64"
          error={valid ? undefined : 'A whole number from 0 to 36,500.'}
          value={typed}
          onValueChange={setTyped}
        />
        <Button type="submit" busy={query.isFetching} disabled={!valid}>
          Forecast savings
        </Button>
        <Link href={routes.tableTtl(cluster, database, table)} className={buttonClasses('ghost')}>
          Change the TTL
        </Link>
      </form>
      <div aria-live="polite" className="mt-4">
        {query.error ? (
          <ErrorState
            error={reportError(query.error, 'forecast the saving')}
            className="rounded-lg border bg-danger-soft"
          />
        ) : saving ? (
          <TtlSavingResult saving={saving} />
        ) : null}
      </div>
    </Panel>
  )
}
