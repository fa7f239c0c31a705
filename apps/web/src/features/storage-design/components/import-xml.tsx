'use client'
import { readStorageXml, type StorageDraft } from '@frostline/domain'
import { Button, Dialog, Field, Textarea } from '@frostline/ui'
import { FileInput } from 'lucide-react'
import { useState } from 'react'

/** Goes on from a configuration that somebody wrote: it takes the place of what is in the designer. */
export function ImportXml({ onImport }: { onImport: (draft: StorageDraft) => void }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const read = () => {
    const result = readStorageXml(text)
    if (result.kind === 'fault') return setFault(result.text)
    onImport(result.draft)
    setText('')
    setOpen(false)
  }
  return (
    <Dialog
      title="Import a configuration"
      description="Its disks and policies replace those in the designer. The file is not sent anywhere."
      size="lg"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="ghost" icon={<FileInput aria-hidden />}>
          Read XML
        </Button>
      }
      footer={
        <Button variant="primary" onClick={read}>
          Import
        </Button>
      }
    >
      <Field
        label="Configuration"
        error={fault}
        hint="A file with <storage_configuration>. Other sections are ignored."
      >
        <Textarea mono rows={14} value={text} onValueChange={setText} spellCheck={false} />
      </Field>
    </Dialog>
  )
}
