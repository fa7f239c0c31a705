'use client'
import { ChecksField, NumberField, RadioGroup, SelectField, TextField } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { keptNodes, type WarmupForm } from './warmup-draft.ts'

interface HowFieldsProps {
  form: WarmupForm
  /** Unreachable nodes. */
  away: readonly string[]
  /** Whether a shard has several. */
  hasReplicas: boolean
}

/** Pace, nodes, and for admins a condition and a measured query. */
export function HowFields({ form, away, hasReplicas }: HowFieldsProps) {
  const admin = useRoleAllows('admin')
  const { replicas, nodes, query, queryNode } = form.draft
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          {...form.field('mebibytesPerSecond')}
          decimal
          optional
          label="Rate limit per node, MiB/s"
          hint="For reads from the store. Leave empty for no limit. You can change it while it runs."
        />
        <NumberField
          {...form.field('threads')}
          label="Threads per node"
          hint="For the one running statement. Leave cores for queries."
        />
      </div>
      {nodes.length + away.length > 1 ? (
        <RadioGroup
          {...form.field('replicas')}
          label="Caches"
          options={[
            {
              value: 'all',
              label: hasReplicas ? 'All replicas' : 'All nodes',
              description: hasReplicas
                ? 'Each replica has its own cache and fetches the data separately.'
                : 'Each node has its own part of the table.',
            },
            ...(hasReplicas ? [oneReplica] : []),
            { value: 'chosen', label: 'Specific nodes' },
          ]}
        />
      ) : null}
      {replicas === 'chosen' ? (
        <ChecksField
          {...form.field('unchosenNodes')}
          inverted
          legend="Nodes"
          options={nodes.map((value) => ({
            value,
            label: <span className="font-mono text-xs">{value}</span>,
          }))}
        />
      ) : null}
      {admin ? (
        <>
          <TextField
            {...form.field('where')}
            mono
            optional
            rows={2}
            label="Condition"
            hint="The text after WHERE. Only granules that may match are read. Bytes are then an upper bound."
          />
          <TextField
            {...form.field('query')}
            mono
            optional
            rows={3}
            label="Measured query"
            hint="One SELECT. It runs before and after, its rows are discarded, and its time and bytes are compared."
          />
          {query.trim() !== '' && nodes.length > 1 && replicas !== 'one' ? (
            <SelectField
              {...form.field('queryNode')}
              value={queryNode ?? keptNodes(form.draft)[0] ?? null}
              label="Measured on"
              hint="The node that runs the query."
              options={nodes}
            />
          ) : null}
        </>
      ) : (
        <p className="text-ink-3 text-xs">
          Only admins can add a condition or a measured query, because SQL can read everything that the
          ClickHouse user can.
        </p>
      )}
    </div>
  )
}

const oneReplica = {
  value: 'one',
  label: 'One replica of each shard',
  description:
    'The replica with the least to fetch. Queries on other replicas stay cold. See load_balancing.',
} as const
