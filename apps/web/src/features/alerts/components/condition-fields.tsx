'use client'
import { type AlertKind, alertKindNames, alertKinds } from '@frostline/domain'
import { ChecksField } from '@frostline/ui'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import type { Fields } from '@/form/use-form.ts'

const rules = alertKindNames.map((value) => ({ value, label: alertKinds[value].title }))

/** Rules as checkboxes. None means all. */
export function RulesField({ form }: { form: Fields<{ kinds: ReadonlySet<AlertKind> }> }) {
  return (
    <ChecksField
      {...form.field('kinds')}
      legend={`Rules (${form.draft.kinds.size === 0 ? 'all' : form.draft.kinds.size})`}
      options={rules}
      className="max-h-44 overflow-y-auto rounded-md border p-3 sm:grid sm:grid-cols-2"
    />
  )
}

/** Clusters as checkboxes. None means all. */
export function ClustersField({ form }: { form: Fields<{ clusterIds: ReadonlySet<string> }> }) {
  const clusters = useClusters().data ?? []
  const chosen = form.draft.clusterIds
  return (
    <ChecksField
      {...form.field('clusterIds')}
      legend={`Clusters (${chosen.size === 0 ? 'all' : chosen.size})`}
      options={[
        ...clusters.map(({ id, name }) => ({ value: id, label: name })),
        ...[...chosen]
          .filter((id) => !clusters.some((cluster) => cluster.id === id))
          .map((id) => ({ value: id, label: 'A removed cluster' })),
      ]}
      className="max-h-32 overflow-y-auto"
    />
  )
}
