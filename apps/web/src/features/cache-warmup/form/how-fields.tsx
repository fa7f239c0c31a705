'use client'
import { Checkbox, Field, Input, RadioGroup, Select, Textarea } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { keptNodes } from './warmup-draft.ts'
import type { FieldsProps } from './warmup-form.tsx'

interface HowFieldsProps extends FieldsProps {
  /** That have the table behind a cache. */
  nodes: readonly string[]
  /** That could not be looked at. */
  away: readonly string[]
  /** A shard has several of them. */
  hasReplicas: boolean
}

/** Pace, nodes, and for admins a condition and a query to measure by. */
export function HowFields({ draft, change, faults, nodes, away, hasReplicas }: HowFieldsProps) {
  const admin = useRoleAllows('admin')
  const toggle = (node: string, checked: boolean) => {
    const next = new Set(draft.unchosenNodes)
    if (checked) next.delete(node)
    else next.add(node)
    change({ unchosenNodes: next })
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Rate limit per node, MiB/s"
          optional
          hint="For reads from the store. Leave empty for no limit. You can change it while it runs."
          error={faults.mebibytesPerSecond}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={draft.mebibytesPerSecond}
            onValueChange={(mebibytesPerSecond) => change({ mebibytesPerSecond })}
          />
        </Field>
        <Field
          label="Threads per node"
          hint="For the one running statement. Leave cores for queries."
          error={faults.threads}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.threads}
            onValueChange={(threads) => change({ threads })}
          />
        </Field>
      </div>
      {nodes.length + away.length > 1 ? (
        <RadioGroup
          label="Caches"
          value={draft.replicas}
          onValueChange={(replicas) => change({ replicas })}
          options={[
            {
              value: 'all',
              label: hasReplicas ? 'All replicas' : 'All nodes',
              description: hasReplicas
                ? 'Each replica has its own cache and fetches the data separately.'
                : 'Each node has its own part of the table.',
            },
            ...(hasReplicas
              ? [
                  {
                    value: 'one' as const,
                    label: 'One replica of each shard',
                    description:
                      'The replica with the least to fetch. Queries on other replicas stay cold. See load_balancing.',
                  },
                ]
              : []),
            { value: 'chosen', label: 'Specific nodes' },
          ]}
        />
      ) : null}
      {draft.replicas === 'chosen' ? (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium text-sm">Nodes</legend>
          {nodes.map((node) => (
            <Checkbox
              key={node}
              checked={!draft.unchosenNodes.has(node)}
              onCheckedChange={(checked) => toggle(node, checked)}
            >
              <span className="font-mono text-xs">{node}</span>
            </Checkbox>
          ))}
          {faults.nodes ? <p className="text-danger-ink text-xs">{faults.nodes}</p> : null}
        </fieldset>
      ) : null}
      {admin ? (
        <>
          <Field
            label="Condition"
            optional
            hint="The text after WHERE. Only granules that may match are read. Bytes are then an upper bound."
            error={faults.where}
          >
            <Textarea
              mono
              rows={2}
              spellCheck={false}
              value={draft.where}
              onValueChange={(where) => change({ where })}
            />
          </Field>
          <Field
            label="Measured query"
            optional
            hint="One SELECT. It runs before and after, its rows are discarded, and its time and bytes are compared."
            error={faults.query}
          >
            <Textarea
              mono
              rows={3}
              spellCheck={false}
              value={draft.query}
              onValueChange={(query) => change({ query })}
            />
          </Field>
          {draft.query.trim() !== '' && nodes.length > 1 && draft.replicas !== 'one' ? (
            <Field label="Measured on" hint="The node that runs the query.">
              <Select
                value={draft.queryNode ?? keptNodes(draft, nodes)[0] ?? null}
                onValueChange={(queryNode) => change({ queryNode })}
                options={nodes.map((node) => ({ value: node, label: node }))}
              />
            </Field>
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
