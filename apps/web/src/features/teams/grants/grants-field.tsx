'use client'
import { type Bound, Button, IconButton, SelectField, TextField } from '@frostline/ui'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { roles } from '@/auth/use-person.ts'
import { useCustomRoles } from '@/features/custom-roles/use-custom-roles.ts'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { useTRPC } from '@/trpc/context.ts'
import { countMatches, everyCluster, type GrantDraft, newGrant } from './grant-form.ts'

interface GrantsFieldProps extends Bound<GrantDraft[]> {
  /** Name of the field in its form: faults are listed below it. */
  name: string
  faults: Readonly<Record<string, string>>
  hint: string
}

const scopes = [
  { value: 'tables', label: 'Tables' },
  { value: 'sources', label: 'Sources' },
  { value: 'everything', label: 'Everything' },
] as const

/** A list of grants: a role on tables, on sources or on everything. */
export function GrantsField({ name, value, onValueChange, faults, hint }: GrantsFieldProps) {
  const clusters = useClusters().data ?? []
  const customRoles = useCustomRoles().data ?? []
  const change = (index: number, patch: Partial<GrantDraft>) =>
    onValueChange(value.map((grant, at) => (at === index ? { ...grant, ...patch } : grant)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-xs">Grants</legend>
      <p className="text-ink-3 text-xs">{hint}</p>
      {value.map((grant, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grants have no other identity than their place
        <fieldset key={index} className="flex min-w-0 flex-col gap-2 rounded-md border p-3">
          <legend className="px-1 text-ink-3 text-xs">Grant {index + 1}</legend>
          <div className="flex items-start gap-2">
            <SelectField
              className="flex-1"
              label="Role"
              value={grant.role}
              options={[...roles, ...customRoles.map((role) => role.name)]}
              onValueChange={(role) => change(index, { role })}
            />
            <SelectField
              className="flex-1"
              label="On"
              value={grant.on}
              options={scopes}
              error={faults[`${name}.${index}.on`]}
              onValueChange={(on) => change(index, { on })}
            />
            <span className="flex pt-6">
              <IconButton
                label={`Remove grant ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => onValueChange(value.filter((_, at) => at !== index))}
              />
            </span>
          </div>
          {grant.on === 'tables' ? (
            <div className="grid gap-2 sm:grid-cols-3">
              <SelectField
                label="Cluster"
                value={grant.cluster}
                options={[
                  { value: everyCluster, label: 'All clusters' },
                  ...clusters.map((cluster) => ({ value: cluster.slug, label: cluster.name })),
                ]}
                onValueChange={(cluster) => change(index, { cluster })}
              />
              <PatternField {...{ name, index, grant, faults, change }} of="database" label="Database" />
              <PatternField {...{ name, index, grant, faults, change }} of="table" label="Table" />
            </div>
          ) : null}
          {grant.on === 'sources' ? (
            <PatternField {...{ name, index, grant, faults, change }} of="source" label="Source" />
          ) : null}
          <Matches grant={grant} clusters={clusters.map(({ slug }) => slug)} />
        </fieldset>
      ))}
      <Button
        size="sm"
        className="self-start"
        icon={<Plus aria-hidden />}
        onClick={() => onValueChange([...value, newGrant(clusters[0]?.slug ?? null)])}
      >
        Add grant
      </Button>
    </fieldset>
  )
}

interface PatternFieldProps {
  name: string
  index: number
  grant: GrantDraft
  faults: Readonly<Record<string, string>>
  change: (index: number, patch: Partial<GrantDraft>) => void
  of: 'database' | 'table' | 'source'
  label: string
}

function PatternField({ name, index, grant, faults, change, of, label }: PatternFieldProps) {
  return (
    <TextField
      label={label}
      mono
      maxLength={255}
      value={grant[of]}
      onValueChange={(text) => change(index, { [of]: text })}
      error={faults[`${name}.${index}.${of}`]}
    />
  )
}

/** What the grant gives now, so that a wrong prefix is seen before it is saved. */
function Matches({ grant, clusters }: { grant: GrantDraft; clusters: readonly string[] }) {
  const trpc = useTRPC()
  const asked = grant.on !== 'tables' ? [] : grant.cluster === everyCluster ? clusters : [grant.cluster]
  const tables = useQueries({
    queries: asked.map((cluster) => trpc.tables.names.queryOptions({ cluster }, { staleTime: 60_000 })),
  })
  const sources = useQuery(
    trpc.sources.list.queryOptions(undefined, { enabled: grant.on === 'sources', staleTime: 60_000 }),
  )
  const text = countMatches(grant, {
    tables: tables.map(({ data }) => data),
    sources: sources.data?.sources.map(({ name }) => name),
  })
  return <p className="min-h-4 text-ink-3 text-xs">{text}</p>
}
