'use client'
import type { BadRowsRule } from '@frostline/domain'
import { Field, formatBytes, formatCountOf, Input, Panel, RadioGroup, Select } from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type LoadPlan, type StrategyKind, strategyNames } from '../load.ts'
import { TrialPanel } from './trial-panel.tsx'
import { TuningPanel } from './tuning-panel.tsx'
import { useLoadPreview } from './use-resolved.ts'
import type { StepProps } from './wizard-page.tsx'

/** How the rows go: recommended with its reason, and what else could be. */
export function StrategyStep({ state: { draft, change }, resolving }: StepProps) {
  const preview = useLoadPreview(resolving.input)
  const plan = preview.data
  const nodes = resolving.target.data?.replicas.map(({ name }) => name) ?? []
  const bad = draft.badRows
  const setLimit = (text: string) => {
    if (bad.kind !== 'fail' && /^[1-9]\d{0,8}$/.test(text))
      change({ badRows: { ...bad, mostRowsPerObject: Number(text) } })
  }
  return (
    <>
      <Panel title="Strategy" minHeightPx={200} {...panelFromQuery(preview, { task: 'plan the load' })}>
        {plan ? (
          <>
            <RadioGroup
              label="How the rows reach the table"
              value={plan.strategy.chosen}
              onValueChange={(strategy) => change({ strategy })}
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
          <Field
            label={plan?.strategy.chosen === 'single-node' ? 'Node that reads and keeps' : 'Node that begins'}
          >
            <Select
              value={draft.node ?? nodes[0] ?? null}
              options={nodes.map((value) => ({ value, label: value }))}
              onValueChange={(node) => change({ node })}
            />
          </Field>
          <Field label="Most objects a batch" hint="What arrives together, and what a failure costs.">
            <Input
              inputMode="numeric"
              defaultValue={String(draft.batch.mostObjects)}
              onValueChange={(text) => {
                if (/^[1-9]\d{0,3}$/.test(text))
                  change({ batch: { ...draft.batch, mostObjects: Number(text) } })
              }}
            />
          </Field>
          <Field label="Most GiB a batch">
            <Input
              inputMode="numeric"
              defaultValue={String(draft.batch.mostGib)}
              onValueChange={(text) => {
                if (/^[1-9]\d{0,4}$/.test(text)) change({ batch: { ...draft.batch, mostGib: Number(text) } })
              }}
            />
          </Field>
          <Field label="Bad rows">
            <Select
              value={bad.kind === 'fail' ? 'fail' : 'skip'}
              options={badRowChoices}
              onValueChange={(kind) => change({ badRows: toRule(kind) })}
            />
          </Field>
          {bad.kind === 'fail' ? null : (
            <Field label="Most bad rows an object" hint="An object with more fails.">
              <Input
                inputMode="numeric"
                defaultValue={String(bad.mostRowsPerObject)}
                onValueChange={setLimit}
              />
            </Field>
          )}
        </div>
      </Panel>
      <TuningPanel tuning={draft.tuning} plan={plan} onChange={(tuning) => change({ tuning })} />
      {resolving.input ? <TrialPanel input={resolving.input} /> : null}
    </>
  )
}

const badRowChoices = [
  { value: 'fail', label: 'Fail the batch of their object' },
  { value: 'skip', label: 'Leave them out, up to a limit' },
] as const

function toRule(kind: (typeof badRowChoices)[number]['value']): BadRowsRule {
  return kind === 'fail' ? { kind } : { kind, mostRowsPerObject: 1_000 }
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
