'use client'
import { Button, Field, Input, SelectField, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { FileInput } from 'lucide-react'
import { z } from 'zod'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import { useFrozenId } from '../hooks/use-incident.ts'
import { readBase64 } from '../read-base64.ts'
import { keptDays } from './freeze-dialog.tsx'

const maxBytes = 524_288
const importForm = z.object({
  file: z
    .instanceof(File, { error: 'Choose a file.' })
    .nullable()
    .refine((file) => file !== null, 'Choose a file.')
    .refine((file) => file === null || file.size <= maxBytes, 'The file is larger than 512 KiB.'),
  days: z.enum(['7', '30', '90', '365']),
})

/** Opens the file of another Frostline on this page. */
export function ImportDialog({ cluster }: { cluster: string }) {
  const trpc = useTRPC()
  const refetch = useRefetch(trpc.incidents.listFrozen.queryKey())
  const { open } = useFrozenId()
  const send = useMutation(trpc.incidents.import.mutationOptions(refetch))
  return (
    <FormDialog
      title="Import an incident"
      description="Opens a file that Export of another Frostline has saved. It is marked as imported, and changes nothing on a cluster."
      trigger={
        <Button size="sm" icon={<FileInput aria-hidden />}>
          Import
        </Button>
      }
      schema={importForm}
      initial={() => ({ file: null, days: '30' as const })}
      submit="Import"
      task="import the file"
      save={async ({ file, days }) => {
        if (file === null) return
        const { id } = await send.mutateAsync({
          ...{ cluster, content: await readBase64(file), days: Number(days) },
        })
        open(id)
        showToast({ tone: 'success', title: 'Incident imported' })
      }}
    >
      {(form) => (
        <>
          <Field label="File" hint="incident-….frostline-incident.gz" error={form.field('file').error}>
            <Input
              type="file"
              accept=".gz,application/gzip"
              onInput={(event) => form.change({ file: event.currentTarget.files?.[0] ?? null })}
            />
          </Field>
          <SelectField {...form.field('days')} label="Keep for" options={keptDays} />
        </>
      )}
    </FormDialog>
  )
}
