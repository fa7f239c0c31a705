'use client'
import { Panel, RadioGroup, SelectField, TextField } from '@frostline/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { TableChoice } from '@/features/tier-schedules/form/table-choice.tsx'
import { useMovableTables } from '@/features/tier-schedules/hooks/use-movable-tables.ts'
import { bind } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { BatchPlan } from './batch-plan.tsx'
import { tableKey, useBatchRequest } from './use-batch-request.ts'

/** Select tables, an age and a volume; see the effect on each; start them as one. */
export function BatchPlannerPage({ cluster }: { cluster: string }) {
  const trpc = useTRPC()
  const { state, setState, tables, request } = useBatchRequest(cluster)
  const { query, movable, fixedCount, sharedVolumes } = useMovableTables(cluster)
  const preview = useQuery({
    ...trpc.tierBatches.preview.queryOptions(
      request ?? {
        cluster,
        pattern: '-',
        targetVolume: '-',
        goal: { kind: 'older-than', before: '2000-01-01T00:00:00Z' },
      },
    ),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const form = bind({ draft: state, change: setState })
  const volumes = sharedVolumes(tables.length > 0 ? tables : movable)
  return (
    <>
      <PageHeader
        title="Move several tables"
        description="One plan for several tables. The tables run one after the other, so a node works on one table at a time."
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel
          title="1. Tables"
          minHeightPx={320}
          {...panelFromQuery(query, { task: 'read the tables and their policies' })}
        >
          <div className="flex flex-col gap-4">
            <TableChoice
              movable={movable}
              fixedCount={fixedCount}
              chosen={tables}
              error={undefined}
              onChange={(next) => setState({ tables: new Set(next.map(tableKey)) })}
            />
            <TextField
              {...form.field('pattern')}
              mono
              optional
              label="Table name pattern"
              hint="Matches database.table. * matches any characters, as in logs.*_local."
            />
          </div>
        </Panel>
        <Panel title="2. Partitions and target">
          <div className="flex flex-col gap-4">
            <RadioGroup
              {...form.field('way')}
              label="Which partitions"
              options={[
                {
                  value: 'older',
                  label: 'Older than a day',
                  description: 'Partitions whose newest row is before this day.',
                },
                {
                  value: 'newer',
                  label: 'From a day on',
                  description: 'To move back: partitions with a row of that day or later.',
                },
              ]}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField {...form.field('day')} type="date" label="Day" hint="In UTC." />
              <SelectField
                {...form.field('to')}
                label="To volume"
                hint="Volumes that all selected tables have."
                options={volumes}
                disabled={volumes.length === 0}
              />
            </div>
          </div>
        </Panel>
      </div>
      <BatchPlan
        cluster={cluster}
        request={request}
        preview={preview}
        onLeaveOut={(at) =>
          setState({ tables: new Set(tables.map(tableKey).filter((key) => key !== tableKey(at))) })
        }
        chosen={tables}
      />
    </>
  )
}
