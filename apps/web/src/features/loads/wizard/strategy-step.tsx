'use client'

import {
  formatBytes,
  formatCountOf,
  NumberField,
  Panel,
  RadioGroup,
  SelectField,
  Switch,
  TextField,
} from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { duplicateChoices } from '../duplicate-choices.ts'
import { type LoadPlan, type StrategyKind, strategyNames } from '../load.ts'
import { LostReplicaField } from '../lost-replica-rule.tsx'
import { describeQuorum } from '../quorum-words.ts'
import { BadRowsFields } from './bad-rows-fields.tsx'
import type { Draft } from './draft.ts'
import { TrialPanel } from './trial-panel.tsx'
import { type StepProps, useLoadPreview } from './use-draft.ts'

/** The strategy: recommended with its reason, and the alternatives. */
export function StrategyStep({ state: { draft, change, field }, resolving }: StepProps) {
  const preview = useLoadPreview(resolving.input)
  const plan = preview.data
  const nodes = resolving.target.data?.replicas.map(({ name }) => name) ?? []
  return (
    <>
      <Panel title="Strategy" minHeightPx={200} {...panelFromQuery(preview, { task: 'plan the load' })}>
        {plan ? (
          <>
            <RadioGroup
              label="Strategy"
              value={plan.strategy.chosen}
              onValueChange={field('strategy').onValueChange}
              options={optionsOf(plan.strategy)}
            />
            <p className="mt-4 text-ink-2 text-sm">
              {formatCountOf(plan.totals.objects, 'object')}, {formatBytes(plan.totals.sizeBytes)}, in{' '}
              {formatCountOf(plan.batches, 'batch', 'batches')}, onto {plan.landingNodes.join(', ')}. Each
              node reads with {formatCountOf(plan.tuning.maxThreads ?? 1, 'thread')} and writes with{' '}
              {plan.tuning.maxInsertThreads ?? 1}, from its cores.
            </p>
          </>
        ) : null}
      </Panel>
      <Panel title="Options">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label={plan?.strategy.chosen === 'single-node' ? 'Node' : 'Initiating node'}
            {...field('node')}
            value={draft.node ?? nodes[0] ?? null}
            options={nodes}
          />
          <NumberField
            label="Max objects per batch"
            hint="Objects of a batch are loaded together. A failure affects the whole batch."
            defaultValue={String(draft.batch.maxObjects)}
            onValueChange={(text) => {
              if (/^[1-9]\d{0,3}$/.test(text)) change({ batch: { ...draft.batch, maxObjects: Number(text) } })
            }}
          />
          <NumberField
            label="Max GiB per batch"
            defaultValue={String(draft.batch.maxGib)}
            onValueChange={(text) => {
              if (/^[1-9]\d{0,4}$/.test(text)) change({ batch: { ...draft.batch, maxGib: Number(text) } })
            }}
          />
        </div>
      </Panel>
      <Panel
        title="Bad rows"
        description="Rows of text formats that do not fit the source columns. A date such as 2024-13-45 is not a bad row for the server. The preview shows the resulting value."
      >
        <BadRowsFields rule={draft.badRows} target={draft} onChange={(badRows) => change({ badRows })} />
      </Panel>
      {/^(Replicated|Shared)/.test(resolving.target.data?.landing.engine ?? '') ? (
        <Panel
          title="Duplicate content"
          description="A replicated table skips parts with the same content as parts attached within its deduplication window."
        >
          <SelectField
            label="If the table skips content"
            hint={duplicateChoices.find(({ value }) => value === draft.duplicates)?.meaning}
            {...field('duplicates')}
            options={duplicateChoices.map(({ value, label }) => ({ value, label }))}
          />
        </Panel>
      ) : null}
      {/^Replicated/.test(resolving.target.data?.landing.engine ?? '') ? (
        <Panel
          title="Lost replicas"
          description="Rows of a shard are staged on one of its replicas. Another replica takes over if it is lost."
        >
          <LostReplicaField rule={draft.lostReplica} onChange={(lostReplica) => change({ lostReplica })} />
        </Panel>
      ) : null}
      {plan?.quorum ? (
        <Panel
          title="Quorum"
          description="A batch is complete when this many replicas of its shard have its parts. Until then the load waits, for example while a replica is away."
        >
          <SelectField
            label="Replicas per batch"
            value={String(draft.quorum ?? 'account')}
            options={[
              { value: 'account', label: 'insert_quorum of the ClickHouse user' },
              ...Array.from({ length: plan.quorum.most }, (_, index) => ({
                value: String(index + 1),
                label: describeQuorum(index + 1, plan.quorum?.most),
              })),
            ]}
            onValueChange={(value) => change({ quorum: value === 'account' ? null : Number(value) })}
          />
        </Panel>
      ) : null}
      <TuningPanel tuning={draft.tuning} plan={plan} onChange={field('tuning').onValueChange} />
      {resolving.input ? <TrialPanel input={resolving.input} /> : null}
    </>
  )
}

function optionsOf({ recommended, reason, chosen, others }: LoadPlan['strategy']) {
  const options: { kind: StrategyKind; possible: boolean; reason: string }[] = [
    { kind: recommended, possible: true, reason: `Recommended. ${reason}` },
    ...others,
  ]
  return options.map(({ kind, possible, reason: why }) => ({
    value: kind,
    label: strategyNames[kind],
    description: why,
    disabled: !possible && kind !== chosen,
  }))
}

type Tuning = Draft['tuning']
type NumberKey = 'maxThreads' | 'maxInsertThreads' | 'minInsertBlockRows' | 'batchesAtOnce' | 'memoryGib'

/** Settings of the statements. Empty ones use the shown default: from the nodes' cores, or the server's. */
function TuningPanel(props: {
  tuning: Tuning
  plan: LoadPlan | undefined
  onChange: (tuning: Tuning) => void
}) {
  const { tuning, plan, onChange } = props
  const field = (key: NumberKey, most: number) => ({
    inputMode: 'numeric' as const,
    defaultValue: tuning[key] === undefined ? '' : String(tuning[key]),
    onValueChange: (text: string) => {
      const { [key]: _, ...others } = tuning
      const value = Number(text)
      if (text === '') onChange(others)
      else if (/^[1-9]\d*$/.test(text) && value <= most) onChange({ ...others, [key]: value })
    },
  })
  const chosen = plan?.tuning
  return (
    <Panel title="Tuning" description="For each statement on each node. Leave empty for the default shown.">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          {...field('maxThreads', 1_024)}
          label="Read threads"
          hint="max_threads. Default: number of cores."
          placeholder={String(chosen?.maxThreads ?? '')}
        />
        <TextField
          {...field('maxInsertThreads', 256)}
          label="Write threads"
          hint="max_insert_threads. Default: half of the cores above four. Each keeps a block in memory."
          placeholder={String(chosen?.maxInsertThreads ?? '')}
        />
        <TextField
          {...field('batchesAtOnce', 16)}
          label="Concurrent batches"
          hint="More batches overlap reads with publishing, and use more memory."
          placeholder={String(chosen?.batchesAtOnce ?? 1)}
        />
        <TextField
          {...field('minInsertBlockRows', 100_000_000)}
          label="Min rows per block"
          hint="min_insert_block_size_rows. Larger blocks make fewer parts and use more memory."
          placeholder="1048449"
        />
        <TextField
          {...field('memoryGib', 10_000)}
          label="Max memory, GiB"
          hint="max_memory_usage. A statement that needs more fails. The server does not."
          placeholder="user default"
        />
        <div className="self-center">
          <Switch
            checked={tuning.parallelParsing ?? true}
            onCheckedChange={(parallelParsing) => onChange({ ...tuning, parallelParsing })}
          >
            Parse one object with several threads
          </Switch>
        </div>
      </div>
    </Panel>
  )
}
