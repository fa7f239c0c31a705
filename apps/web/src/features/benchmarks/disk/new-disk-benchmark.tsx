'use client'
import { Button, Dialog, SkeletonRows } from '@frostline/ui'
import { HardDrive } from 'lucide-react'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { late } from '@/navigation/late.tsx'

const DiskBenchmarkForm = late(
  async () => (await import('./disk-benchmark-form.tsx')).DiskBenchmarkForm,
  <SkeletonRows count={8} />,
)

/** A disk of a node, the shapes of its tables, and the start. */
export function NewDiskBenchmark({ cluster }: { cluster: string }) {
  const [open, setOpen] = useState(false)
  if (!useRoleAllows('operator')) return null
  return (
    <Dialog
      title="Measure a disk"
      description="Fills scratch tables, reads them cold and warm, and drops them. Combines each format with each number of columns and parts."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<HardDrive aria-hidden />}>Measure a disk</Button>}
    >
      <DiskBenchmarkForm cluster={cluster} onClose={() => setOpen(false)} />
    </Dialog>
  )
}
