'use client'
import { Button, CheckboxField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { z } from 'zod'
import { FormDialog } from '@/form/form-frame.tsx'
import { saveFile } from '@/navigation/save-file.ts'
import { useTRPC } from '@/trpc/context.ts'
import { type IncidentData, useFrozenId } from '../hooks/use-incident.ts'
import { IncidentContents } from './incident-contents.tsx'

const exportForm = z.object({ messages: z.boolean(), people: z.boolean() })

/** Saves one file that opens in another Frostline. */
export function ExportDialog({ cluster, data }: { cluster: string; data: IncidentData }) {
  const trpc = useTRPC()
  const { frozen } = useFrozenId()
  const range = { cluster, from: data.from, to: data.to }
  const save = useMutation(trpc.incidents.export.mutationOptions())
  return (
    <FormDialog
      title="Export as a file"
      description="One file, which opens on the Incident page of any Frostline."
      trigger={
        <Button size="sm" icon={<FileArchive aria-hidden />}>
          Export
        </Button>
      }
      schema={exportForm}
      initial={() => ({ messages: false, people: false })}
      submit="Export"
      task="export the incident"
      save={async (shown) => {
        const file = await save.mutateAsync({ ...range, ...shown, ...(frozen === '' ? {} : { id: frozen }) })
        const bytes = Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0))
        saveFile(file.name, bytes, 'application/gzip')
      }}
    >
      {(form) => (
        <>
          <CheckboxField
            {...form.field('messages')}
            label="Error messages and statements as shown on the page"
            hint="They may have values of your data. Otherwise literals are replaced."
          />
          <CheckboxField {...form.field('people')} label="Names of people and accounts" />
          {frozen === '' ? (
            <IncidentContents {...range} {...form.draft} />
          ) : (
            <p className="text-ink-2 text-sm">
              It has what this frozen incident has. Names of nodes, databases and tables are part of it.
            </p>
          )}
        </>
      )}
    </FormDialog>
  )
}
