'use client'
import { ChecksField, RadioGroup, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { listZones, viewerZone } from '@/features/schedules/zoned-time.ts'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { WindowFields } from '@/features/time-window/window-fields.tsx'
import { FormEnd, FormFrame } from '@/form/form-frame.tsx'
import { type Fields, useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { Maintenance } from '../alert.ts'
import { useAfterSave } from '../hooks/use-after-save.ts'
import { draftOfMaintenance, type MaintenanceDraft, maintenanceForm } from '../maintenance-draft.ts'
import { ClustersField, RulesField } from './condition-fields.tsx'

/** A new or existing window. */
export function MaintenanceForm({ window, onDone }: { window: Maintenance | null; onDone: () => void }) {
  const trpc = useTRPC()
  const form = useForm(maintenanceForm, () => draftOfMaintenance(window, new Date(), viewerZone()))
  const after = useAfterSave(onDone)
  const create = useMutation(trpc.alerts.createMaintenance.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateMaintenance.mutationOptions(after))
  const save = window ? update : create
  return (
    <FormFrame
      form={form}
      onSubmit={(given) => (window ? update.mutate({ id: window.id, ...given }) : create.mutate(given))}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="What is done, such as “Kernel update”."
        maxLength={200}
      />
      <RadioGroup
        {...form.field('repeats')}
        label="When"
        options={[
          { value: 'once', label: 'Once' },
          { value: 'weekly', label: 'Every week' },
        ]}
      />
      {form.draft.repeats === 'once' ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField {...form.field('startsAt')} type="datetime-local" label="From (UTC)" />
          <TextField {...form.field('endsAt')} type="datetime-local" label="To (UTC)" />
        </div>
      ) : (
        <WeeklyFields form={form} />
      )}
      <ClustersField form={form} />
      <NodesField form={form} />
      <RulesField form={form} />
      <FormEnd
        submit={window ? 'Save window' : 'Add window'}
        busy={save.isPending}
        cancel={onDone}
        error={save.error}
        task={window ? `change ${window.name}` : 'add the maintenance window'}
      />
    </FormFrame>
  )
}

function WeeklyFields({ form }: { form: Fields<MaintenanceDraft> }) {
  const zones = useId()
  return (
    <>
      <TextField {...form.field('timeZone')} label="Time zone" list={zones} />
      <datalist id={zones}>
        {listZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <WindowFields form={form} legend="Hours" hint="Messages are held back within these hours." />
    </>
  )
}

/** Names of nodes are unique within a cluster only. */
function NodesField({ form }: { form: Fields<MaintenanceDraft> }) {
  const [clusterId, ...others] = form.draft.clusterIds
  const cluster = useClusters().data?.find(({ id }) => id === clusterId)
  if (!cluster || others.length > 0) return null
  return (
    <ChecksField
      {...form.field('nodes')}
      legend={`Nodes (${form.draft.nodes.size === 0 ? 'all' : form.draft.nodes.size})`}
      options={cluster.nodes.map(({ name }) => ({ value: name, label: name }))}
      className="max-h-32 overflow-y-auto sm:grid sm:grid-cols-2"
    />
  )
}
