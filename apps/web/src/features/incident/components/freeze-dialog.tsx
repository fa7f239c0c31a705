'use client'
import { Button, SelectField, showToast, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Snowflake } from 'lucide-react'
import { z } from 'zod'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import { type IncidentData, useFrozenId } from '../hooks/use-incident.ts'
import { IncidentContents } from './incident-contents.tsx'

const freezeForm = z.object({ title: z.string().trim().max(200), days: z.enum(['7', '30', '90', '365']) })
export const keptDays = [
  { value: '7' as const, label: '7 days' },
  { value: '30' as const, label: '30 days' },
  { value: '90' as const, label: '90 days' },
  { value: '365' as const, label: '1 year' },
]

/** Keeps the data of the range behind a link, which shows the same when the logs of the nodes are gone. */
export function FreezeDialog({ cluster, data }: { cluster: string; data: IncidentData }) {
  const trpc = useTRPC()
  const refetch = useRefetch(trpc.incidents.listFrozen.queryKey())
  const { open } = useFrozenId()
  const range = { cluster, from: data.from, to: data.to }
  const freeze = useMutation(trpc.incidents.freeze.mutationOptions(refetch))
  return (
    <FormDialog
      title="Freeze this incident"
      description="Keeps the data of the page behind a link. Everybody who may see this page can open it."
      trigger={
        <Button size="sm" icon={<Snowflake aria-hidden />}>
          Freeze
        </Button>
      }
      schema={freezeForm}
      initial={() => ({ title: '', days: '30' as const })}
      submit="Freeze"
      task="freeze the incident"
      save={async ({ title, days }) => {
        const { id } = await freeze.mutateAsync({ ...range, title, days: Number(days) })
        open(id)
        showToast({
          tone: 'success',
          title: 'Incident frozen',
          description: 'The address of this page is its link.',
        })
      }}
    >
      {(form) => (
        <>
          <TextField {...form.field('title')} label="Title" optional maxLength={200} />
          <SelectField {...form.field('days')} label="Keep for" options={keptDays} />
          <IncidentContents {...range} messages people />
        </>
      )}
    </FormDialog>
  )
}
