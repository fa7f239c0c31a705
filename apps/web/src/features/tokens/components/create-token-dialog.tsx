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
      description="Create one token per program, with the least role it needs. You can revoke it at any time."
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      <CreateTokenForm onClose={onClose} onIssued={onIssued} />
    </Dialog>
  )
}
