'use client'
import { Dialog } from '@frostline/ui'
import { type ReactNode, useState } from 'react'
import { useVisit } from '@/navigation/use-visit.ts'

interface EditDialogProps<Item> {
  /** What is edited, such as a new one; null: closed. */
  item: Item | null
  titleOf: (item: Item) => string
  onClose: () => void
  children: (item: Item) => ReactNode
}

/** The form of the item that a person edits. Its fields are empty on the next visit of the page. */
export function EditDialog<Item>({ item, titleOf, onClose, children }: EditDialogProps<Item>) {
  const visit = useVisit()
  // The title stays while the dialog fades out.
  const [last, setLast] = useState(item)
  if (item !== null && item !== last) setLast(item)
  return (
    <Dialog
      key={visit}
      title={last === null ? '' : titleOf(last)}
      open={item !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
    >
      {item === null ? null : children(item)}
    </Dialog>
  )
}
