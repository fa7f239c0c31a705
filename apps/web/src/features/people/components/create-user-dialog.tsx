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
      description="There is no self-registration. The user signs in with this email address and password."
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      <CreateUserForm onClose={onClose} onIssued={onIssued} />
    </Dialog>
  )
}
