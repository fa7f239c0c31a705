'use client'
import { showToast, TextField } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { draftOfGrant, grantsForm } from '../grants/grant-form.ts'
import { GrantsField } from '../grants/grants-field.tsx'
import type { Team } from '../team.ts'

const teamForm = z.object({
  name: requiredText('Enter a name.'),
  groups: z.string().transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
  grants: grantsForm,
})

/** Creates a team, or changes one. */
export function TeamForm({ team, trigger }: { team?: Team; trigger: ReactElement }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.teams.pathKey() })
  const create = useMutation(trpc.teams.create.mutationOptions({ onSettled }))
  const update = useMutation(trpc.teams.update.mutationOptions({ onSettled }))
  return (
    <FormDialog
      size="lg"
      title={team ? `Edit ${team.name}` : 'Create team'}
      description="Members may do what the grants say, in addition to the role of their account."
      trigger={trigger}
      schema={teamForm}
      initial={(): z.input<typeof teamForm> => ({
        name: team?.name ?? '',
        groups: team?.groups.join('\n') ?? '',
        grants: team?.grants.map(draftOfGrant) ?? [],
      })}
      submit={team ? 'Save' : 'Create team'}
      task={team ? 'save the team' : 'create the team'}
      save={async (given) => {
        const saved = team
          ? await update.mutateAsync({ ...given, id: team.id })
          : await create.mutateAsync(given)
        showToast({ tone: 'success', title: team ? `Saved ${saved.name}` : `Created ${saved.name}` })
      }}
    >
      {(form) => (
        <>
          <TextField {...form.field('name')} label="Name" maxLength={100} />
          <GrantsField
            {...form.field('grants')}
            name="grants"
            faults={form.faults}
            hint="Names are exact, or a prefix that ends with *, as in a_*. Only * matches all."
          />
          <TextField
            {...form.field('groups')}
            label="Groups"
            hint="Groups of sign-in providers, one per line. Their people join when they sign in, and leave when they are no longer in one."
            rows={3}
            mono
            optional
          />
        </>
      )}
    </FormDialog>
  )
}
