'use client'
import { Button, NumberField, RadioGroup, SelectField, TextField } from '@frostline/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useNodes } from '@/features/nodes/hooks/use-nodes.ts'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { type Fields, nested } from '@/form/use-form.ts'
import type { PlanFields, TargetDraft } from './replay-draft.ts'

/** One or two ways to run them: another cluster, another path through the caches, other settings, another database. */
export function TargetFields({ form, cluster }: { form: PlanFields; cluster: string }) {
  const { targets } = form.draft
  const [a] = targets
  const setTargets = (next: TargetDraft[]) => form.change({ targets: next })
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {(['A', 'B'] as const).slice(0, targets.length).map((letter, index) => (
        <OneTarget key={letter} form={nested(nested(form, 'targets'), index)} letter={letter} />
      ))}
      {a && targets.length > 1 ? (
        <Button className="self-start" icon={<Trash2 aria-hidden />} onClick={() => setTargets([a])}>
          Without B
        </Button>
      ) : a ? (
        <Button
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => setTargets([a, { ...a, cluster }])}
        >
          Compare with another
        </Button>
      ) : null}
    </div>
  )
}

/** A select has no empty value. */
const asLoggedValue = '*'

const asLogged = {
  value: asLoggedValue,
  label: 'As logged',
  description: 'The node of the shard and replica that logged the query.',
}

function OneTarget({ form, letter }: { form: Fields<TargetDraft>; letter: 'A' | 'B' }) {
  const clusters = useClusters().data ?? []
  const nodes = useNodes(form.draft.cluster).data?.data.byNode ?? []
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium text-sm">{letter}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          {...form.field('cluster')}
          label={`Cluster of ${letter}`}
          options={clusters.map(({ slug, name }) => ({ value: slug, label: name }))}
          onValueChange={(cluster) => form.change({ cluster, node: '' })}
        />
        <SelectField
          label={`Node of ${letter}`}
          value={form.draft.node === '' ? asLoggedValue : form.draft.node}
          options={[asLogged, ...nodes.map(({ name }) => name)]}
          onValueChange={(node) => form.change({ node: node === asLoggedValue ? '' : node })}
        />
        <SelectField
          {...form.field('caches')}
          label={`Caches of ${letter}`}
          hint="Filesystem caches before object storage."
          options={[
            { value: 'as-server', label: 'Server default' },
            { value: 'use', label: 'Through the caches' },
            { value: 'bypass', label: 'Bypass caches' },
          ]}
        />
        <TextField
          {...form.field('database')}
          optional
          mono
          label={`Database of ${letter}`}
          hint="Database for table names without a database, such as copies on another policy."
        />
      </div>
      <TextField
        {...form.field('settings')}
        optional
        mono
        rows={2}
        label={`Settings of ${letter}`}
        hint="One per line: max_block_size = 8192"
      />
    </fieldset>
  )
}

/** How fast, in which order, and what ends it. */
export function PaceFields({ form }: { form: PlanFields }) {
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        {...form.field('order')}
        label="Order"
        options={[
          { value: 'as-logged', label: 'As logged' },
          {
            value: 'shuffled',
            label: 'Shuffled',
            description: 'By the seed, different in each round, equal for both targets.',
          },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField {...form.field('concurrency')} label="Concurrency" />
        <NumberField {...form.field('rounds')} label="Rounds" hint="Passes over all queries per target." />
        <NumberField {...form.field('maxSeconds')} label="Max query time, seconds" />
        <NumberField {...form.field('maxMemoryMib')} label="Max memory per query, MiB" />
        <NumberField
          {...form.field('threads')}
          optional
          label="Threads"
          hint="Leave empty for the server default."
        />
        <NumberField
          {...form.field('maxMinutes')}
          label="Max pass time, minutes"
          hint="The replay ends after that."
        />
        <NumberField
          {...form.field('maxFailedPercent')}
          label="Max failures, %"
          hint="Of finished queries, checked from 20 queries on."
        />
      </div>
      <p className="text-ink-3 text-xs">
        The targets alternate in going first, because the second one may find data in memory or in a shared
        cache.
      </p>
    </div>
  )
}
