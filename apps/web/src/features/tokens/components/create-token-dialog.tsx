'use client'
import { Dialog } from '@frostline/ui'
import { CreateTokenForm } from './create-token-form.tsx'
import type { IssuedToken } from './new-token.tsx'

interface CreateTokenDialogProps {
  open: boolean
  onClose: () => void
  onIssued: (issued: IssuedToken) => void
}

export function CreateTokenDialog({ open, onClose, onIssued }: CreateTokenDialogProps) {
  return (
    <Dialog
      title="Create token"
      description="One for each program, with the least role it needs. It can be revoked at any time."
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      <CreateTokenForm onClose={onClose} onIssued={onIssued} />
    </Dialog>
  )
}
