'use client'
import { CheckboxField, ChecksField, RadioGroup, TextField } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FormEnd, FormFrame } from '@/form/form-frame.tsx'
import { type Fields, useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { type AlertRoute, channelNames } from '../alert.ts'
import { useAfterSave } from '../hooks/use-after-save.ts'
import { defaultRouteForm, draftOfRoute, routeForm, type TargetsDraft } from '../route-draft.ts'
import { ClustersField, RulesField } from './condition-fields.tsx'

/** A new or existing route. */
export function RouteForm({ route, onDone }: { route: AlertRoute | null; onDone: () => void }) {
  const trpc = useTRPC()
  const form = useForm(routeForm, () => draftOfRoute(route))
  const after = useAfterSave(onDone)
  const create = useMutation(trpc.alerts.createRoute.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateRoute.mutationOptions(after))
  const save = route ? update : create
  return (
    <FormFrame
      form={form}
      onSubmit={(given) => (route ? update.mutate({ id: route.id, ...given }) : create.mutate(given))}
    >
      <TextField {...form.field('name')} label="Name" maxLength={100} />
      <ChecksField
        {...form.field('severities')}
        legend={`Severities (${form.draft.severities.size === 0 ? 'all' : form.draft.severities.size})`}
        options={[
          { value: 'critical', label: 'Critical' },
          { value: 'warning', label: 'Warning' },
        ]}
        className="flex-row gap-4"
      />
      <ClustersField form={form} />
      <RulesField form={form} />
      <TargetFields form={form} />
      <CheckboxField
        {...form.field('continues')}
        label="Continue with the next routes"
        hint="Alerts that match are also tried with the routes below."
      />
      <FormEnd
        submit={route ? 'Save route' : 'Add route'}
        busy={save.isPending}
        cancel={onDone}
        error={save.error}
        task={route ? `change the route ${route.name}` : 'add the route'}
      />
    </FormFrame>
  )
}

/** Where alerts go that match no other route. */
export function DefaultRouteForm({ route, onDone }: { route: AlertRoute; onDone: () => void }) {
  const trpc = useTRPC()
  const form = useForm(defaultRouteForm, () => draftOfRoute(route))
  const update = useMutation(trpc.alerts.updateDefaultRoute.mutationOptions(useAfterSave(onDone)))
  return (
    <FormFrame form={form} onSubmit={(given) => update.mutate(given)}>
      <TargetFields form={form} />
      <FormEnd
        submit="Save route"
        busy={update.isPending}
        cancel={onDone}
        error={update.error}
        task="change the default route"
      />
    </FormFrame>
  )
}

function TargetFields({ form }: { form: Fields<TargetsDraft> }) {
  const trpc = useTRPC()
  const channels = useQuery(trpc.alerts.channels.queryOptions()).data?.channels ?? []
  return (
    <>
      <RadioGroup
        {...form.field('to')}
        label="Send to"
        options={[
          { value: 'all', label: 'All channels', description: 'Also those added later.' },
          { value: 'some', label: 'These channels', description: 'Choose none to notify nobody.' },
        ]}
      />
      {form.draft.to === 'some' ? (
        <ChecksField
          {...form.field('channelIds')}
          legend="Channels"
          options={channels.map(({ id, name, type, enabled }) => ({
            value: id,
            label: name,
            description: `${channelNames[type]}${enabled ? '' : ', off'}`,
          }))}
          className="max-h-44 overflow-y-auto"
        />
      ) : null}
    </>
  )
}
