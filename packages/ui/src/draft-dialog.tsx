'use client'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

interface DraftFields<Draft> {
  draft: Draft
  change: (next: Draft) => void
  /** Whether the person has tried to save: before that, nothing is called wrong. */
  tried: boolean
}

export interface DraftDialogProps<Draft> extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  trigger: ReactElement
  /** What each opening begins with. */
  initial: () => Draft
  saveLabel: string
  cancelLabel?: string
  /** Null: the draft is not complete, and the fields say why. A rejection leaves the dialog open; the caller tells why. */
  save: (draft: Draft) => Promise<unknown> | null
  children: (fields: DraftFields<Draft>) => ReactNode
}

/** Changes something in a dialog: nothing is kept of a draft that was not saved. */
export function DraftDialog<Draft>(props: DraftDialogProps<Draft>) {
  const { title, description, size, trigger, initial, saveLabel, cancelLabel = 'Keep as it is' } = props
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const show = (next: boolean) => {
    if (next) setDraft(initial())
    setTried(false)
    setOpen(next)
  }
  const save = async () => {
    setTried(true)
    const saving = props.save(draft)
    if (saving === null) return
    setBusy(true)
    try {
      await saving
      setOpen(false)
    } catch {
      // The caller has told why; what was entered stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      {...{ title, description, size, open, trigger }}
      onOpenChange={show}
      footer={
        <>
          <Button onClick={() => show(false)}>{cancelLabel}</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {saveLabel}
          </Button>
        </>
      }
    >
      {props.children({ draft, change: setDraft, tried })}
    </Dialog>
  )
}
