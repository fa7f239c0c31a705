'use client'
import { Button, Dialog, ErrorState } from '@frostline/ui'
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import { reportError } from '@/trpc/report-error.ts'
import { findSettingsFaults, type SettingsDraft } from './settings-draft.ts'
import { SettingsFields } from './settings-fields.tsx'

interface SettingsDialogProps {
  title: string
  description: string
  trigger: ReactElement
  initial: () => SettingsDraft
  saveLabel: string
  /** Completes "Could not …". */
  task: string
  saving: { isPending: boolean; error: unknown; reset: () => void }
  save: (draft: SettingsDraft) => Promise<unknown>
  children?: ReactNode
}

/** Settings in a dialog; what is wrong is said after the first try to save, and a refusal stands above the buttons. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { title, description, trigger, initial, saveLabel, task, saving, save, children } = props
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState(false)
  const found = findSettingsFaults(draft)
  const show = (next: boolean) => {
    if (next) {
      setDraft(initial())
      setTried(false)
      saving.reset()
    }
    setOpen(next)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(found).length > 0) {
      focusFirstFault(event.currentTarget)
      return
    }
    const saved = await save(draft).then(
      () => true,
      () => false,
    )
    if (saved) setOpen(false)
  }
  return (
    <Dialog title={title} description={description} trigger={trigger} open={open} onOpenChange={show}>
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <SettingsFields
          draft={draft}
          faults={tried ? found : {}}
          change={(patch) => setDraft((before) => ({ ...before, ...patch }))}
        >
          {children}
        </SettingsFields>
        {saving.error ? (
          <ErrorState error={reportError(saving.error, task)} className="rounded-md bg-danger-soft" />
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => show(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={saving.isPending}>
            {saveLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
