'use client'
import { Button, Field, Input, Select, Textarea } from '@frostline/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useNodes } from '@/features/nodes/hooks/use-nodes.ts'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import type { TargetDraft } from './replay-draft.ts'
import type { ReplayFieldsProps } from './replay-form.tsx'

/** One or two ways to run them: another cluster, another path through the caches, other settings, another database. */
export function TargetFields({ draft, change, faults, cluster }: ReplayFieldsProps & { cluster: string }) {
  const [a, b] = draft.targets
  const fieldsOf = (index: number, target: TargetDraft) => (
    <OneTarget
      letter={index === 0 ? 'A' : 'B'}
      target={target}
      fault={faults[`settings ${index}`]}
      change={(patch) => {
        const next = { ...target, ...patch }
        change({ targets: index === 0 ? [next, ...(b ? [b] : [])] : [a, next] })
      }}
    />
  )
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {fieldsOf(0, a)}
      {b ? (
        <>
          {fieldsOf(1, b)}
          <Button
            className="self-start"
            icon={<Trash2 aria-hidden />}
            onClick={() => change({ targets: [a] })}
          >
            Without B
          </Button>
        </>
      ) : (
        <Button
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => change({ targets: [a, { ...a, cluster }] })}
        >
          Compare with another
        </Button>
      )}
    </div>
  )
}

interface OneTargetProps {
  letter: 'A' | 'B'
  target: TargetDraft
  fault: string | undefined
  change: (patch: Partial<TargetDraft>) => void
}

/** A select has no empty value. */
const asLoggedValue = '*'

const asLogged = {
  value: asLoggedValue,
  label: 'As logged',
  description: 'The node of the shard and replica that logged the query.',
}

function OneTarget({ letter, target, fault, change }: OneTargetProps) {
  const clusters = useClusters().data ?? []
  const nodes = useNodes(target.cluster).data?.data.byNode ?? []
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium text-sm">{letter}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={`Cluster of ${letter}`}>
          <Select
            value={target.cluster}
            options={clusters.map(({ slug, name }) => ({ value: slug, label: name }))}
            onValueChange={(cluster) => change({ cluster, node: '' })}
          />
        </Field>
        <Field label={`Node of ${letter}`}>
          <Select
            value={target.node === '' ? asLoggedValue : target.node}
            options={[asLogged, ...nodes.map(({ name }) => ({ value: name, label: name }))]}
            onValueChange={(node) => change({ node: node === asLoggedValue ? '' : node })}
          />
        </Field>
        <Field label={`Caches of ${letter}`} hint="Filesystem caches before object storage.">
          <Select
            value={target.caches}
            options={[
              { value: 'as-server', label: 'Server default' },
              { value: 'use', label: 'Through the caches' },
              { value: 'bypass', label: 'Bypass caches' },
            ]}
            onValueChange={(caches) => change({ caches })}
          />
        </Field>
        <Field
          label={`Database of ${letter}`}
          optional
          hint="Database for table names without a database, such as copies on another policy."
        >
          <Input
            mono
            autoComplete="off"
            value={target.database}
            onValueChange={(database) => change({ database })}
          />
        </Field>
      </div>
      <Field
        label={`Settings of ${letter}`}
        optional
        hint="One per line: max_block_size = 8192"
        error={fault}
      >
        <Textarea
          mono
          rows={2}
          spellCheck={false}
          value={target.settings}
          onValueChange={(settings) => change({ settings })}
        />
      </Field>
    </fieldset>
  )
}
