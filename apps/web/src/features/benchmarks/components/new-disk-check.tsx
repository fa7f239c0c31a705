'use client'
import { Button, Dialog, SkeletonRows } from '@frostline/ui'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { late } from '@/navigation/late.tsx'

const DiskCheckForm = late(
  async () => (await import('./disk-check-form.tsx')).DiskCheckForm,
  <SkeletonRows count={4} />,
)

/** A disk of a node, and the start of its check. */
export function NewDiskCheck({ cluster }: { cluster: string }) {
  const [open, setOpen] = useState(false)
  if (!useRoleAllows('operator')) return null
  return (
    <Dialog
      title="Check a disk"
      description="Writes, reads, merges, mutates, moves, detaches, attaches and drops a scratch table. Takes a few seconds and a few MiB."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<ShieldCheck aria-hidden />}>Check a disk</Button>}
    >
      <DiskCheckForm cluster={cluster} onClose={() => setOpen(false)} />
    </Dialog>
  )
}
