'use client'
import { Dialog } from '@frostline/ui'
import type { IssuedPassword } from '../issued-password.ts'
import { CreateUserForm } from './create-user-form.tsx'

interface CreateUserDialogProps {
  open: boolean
  onClose: () => void
  onIssued: (issued: IssuedPassword) => void
}

export function CreateUserDialog({ open, onClose, onIssued }: CreateUserDialogProps) {
  return (
    <Dialog
      title="Create user"
      description="Nobody signs up by themselves. The person signs in with the address and the password from here."
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      <CreateUserForm onClose={onClose} onIssued={onIssued} />
    </Dialog>
  )
}
