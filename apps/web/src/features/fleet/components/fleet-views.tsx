'use client'
import { Badge, Button, CheckboxField, ConfirmDialog, Select, showToast, TextField } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useRoleAllows } from '@/auth/use-person.ts'
import { requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import type { FleetView } from '../fleet.ts'
import { differs, type FleetState, fromFilter, toFilter } from '../fleet-filters.ts'

interface FleetViewsProps {
  state: FleetState
  onChange: (patch: Partial<FleetState>, options?: { history: 'push' }) => void
}

/** As a Select value, which cannot be empty. */
const noView = 'none'
const name = requiredText('Enter a name.').pipe(z.string().max(100, 'At most 100 characters.'))
const saveForm = z.object({ name, shared: z.boolean() })
const renameForm = z.object({ name })

/** Saved filters: to choose, save, change, share and delete. */
export function FleetViews({ state, onChange }: FleetViewsProps) {
  const trpc = useTRPC()
  const operator = useRoleAllows('operator', 'everything')
  const views = useQuery(trpc.fleet.views.queryOptions()).data?.views ?? []
  const chosen = views.find(({ id }) => id === state.view)
  const refresh = useRefetch(trpc.fleet.views.queryKey())
  const save = useMutation(trpc.fleet.saveView.mutationOptions(refresh))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="View"
        className="w-52"
        value={chosen?.id ?? noView}
        onValueChange={(id) => {
          const view = views.find((each) => each.id === id)
          onChange(view ? { ...fromFilter(view.filter), view: id } : { view: '' }, { history: 'push' })
        }}
        options={[
          { value: noView, label: views.length === 0 ? 'No saved views' : 'No view' },
          ...views.map((view) => ({ value: view.id, label: view.name, description: describeOwner(view) })),
        ]}
      />
      {chosen ? <ChosenView view={chosen} state={state} onGone={() => onChange({ view: '' })} /> : null}
      <FormDialog
        title="Save view"
        description="Keeps the filter and the order of the list."
        trigger={<Button variant="ghost">Save view</Button>}
        schema={saveForm}
        initial={() => ({ name: '', shared: false })}
        shownLate={['name']}
        submit="Save view"
        task="save the view"
        save={async ({ name, shared }) => {
          const { id } = await save.mutateAsync({ name, shared, filter: toFilter(state) })
          onChange({ view: id })
        }}
      >
        {(form) => (
          <>
            <TextField {...form.field('name')} label="Name" maxLength={100} />
            {operator ? <CheckboxField {...form.field('shared')} label="Share with everybody" /> : null}
          </>
        )}
      </FormDialog>
    </div>
  )
}

function describeOwner({ mine, shared, owner }: FleetView): string {
  if (mine) return shared ? 'Yours, shared with everybody' : 'Yours'
  return `Shared by ${owner}`
}

/** Its owner changes it. Operators change every shared view, and share their own. */
function ChosenView({ view, state, onGone }: { view: FleetView; state: FleetState; onGone: () => void }) {
  const trpc = useTRPC()
  const operator = useRoleAllows('operator', 'everything')
  const refresh = useRefetch(trpc.fleet.views.queryKey())
  const change = useMutation(trpc.fleet.changeView.mutationOptions(refresh))
  const remove = useMutation(trpc.fleet.deleteView.mutationOptions(refresh))
  const changed = differs(state, view.filter)
  const { id } = view
  const act = (patch: { shared: boolean } | { filter: ReturnType<typeof toFilter> }, done: string) =>
    change.mutateAsync({ id, ...patch }).then(
      () => showToast({ tone: 'success', title: `${done} ${view.name}` }),
      (error: unknown) => showFailure(error, `change ${view.name}`),
    )
  if (!view.mine && !operator) return changed ? <Badge>changed</Badge> : null
  return (
    <>
      {changed ? (
        <Button busy={change.isPending} onClick={() => void act({ filter: toFilter(state) }, 'Updated')}>
          Update view
        </Button>
      ) : null}
      <FormDialog
        title={`Rename ${view.name}`}
        trigger={<Button variant="ghost">Rename</Button>}
        schema={renameForm}
        initial={() => ({ name: view.name })}
        submit="Rename"
        task="rename the view"
        save={(given) => change.mutateAsync({ id, ...given })}
      >
        {(form) => <TextField {...form.field('name')} label="Name" maxLength={100} />}
      </FormDialog>
      {operator || view.shared ? (
        <Button
          variant="ghost"
          busy={change.isPending}
          onClick={() => void act({ shared: !view.shared }, view.shared ? 'Stopped sharing' : 'Shared')}
        >
          {view.shared ? 'Stop sharing' : 'Share'}
        </Button>
      ) : null}
      <ConfirmDialog
        title={`Delete the view ${view.name}?`}
        description={view.shared ? 'Nobody sees it any more.' : 'Only you see it.'}
        confirmLabel="Delete view"
        onConfirm={async () => {
          await remove.mutateAsync({ id })
          onGone()
        }}
        trigger={<Button variant="ghost">Delete</Button>}
      />
    </>
  )
}
