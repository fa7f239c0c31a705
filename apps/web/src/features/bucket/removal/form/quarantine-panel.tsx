'use client'
import {
  Button,
  Checkbox,
  ConfirmDialog,
  formatBytes,
  formatCountOf,
  Panel,
  RadioGroup,
  SelectField,
} from '@frostline/ui'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { routes } from '@/navigation/routes.ts'
import type { RouterInputs } from '@/trpc/router-outputs.ts'
import type { AuditDetail } from '../../bucket-audit.ts'
import { useRemovalActions } from '../hooks/use-removals.ts'
import type { RemovalPreview } from '../removal.ts'
import { readWait, type Wait, waits } from './removal-draft.ts'

interface QuarantinePanelProps {
  audit: AuditDetail
  choice: RouterInputs['orphanRemovals']['preview']['choice']
  preview: RemovalPreview
}

/** How they are removed, when they are deleted, and confirmations that only a person can give. */
export function QuarantinePanel({ audit, choice, preview }: QuarantinePanelProps) {
  const { objects, bytes, obstacles, noTags } = preview
  const router = useRouter()
  const { start } = useRemovalActions()
  const [way, setWay] = useState<'tag' | 'copy'>('copy')
  const [wait, setWait] = useState<Wait>('168')
  const [attested, setAttested] = useState(false)
  const what = `${formatCountOf(objects, 'object')} of ${formatBytes(bytes)}`
  const refused = obstacles.length > 0 || objects === 0n || !attested
  async function begin() {
    const { id } = await start.mutateAsync({
      ...{ auditId: audit.id, choice, way, waitHours: readWait(wait), attested: true },
      ...{ expectedObjects: Number(objects), expectedBytes: String(bytes) },
    })
    router.push(routes.orphanRemoval(audit.clusterSlug, id))
  }
  return (
    <Panel title="Quarantine">
      <div className="flex max-w-2xl flex-col gap-5">
        <RadioGroup
          label="Quarantine"
          value={way}
          onValueChange={setWay}
          options={[
            {
              value: 'copy',
              label: 'Copy to a quarantine prefix',
              description:
                'Copies the object within the store, then deletes it at its key. If something still needs it, reads fail at once and you can restore it. Up to 5 GiB per object.',
            },
            {
              value: 'tag',
              label: 'Object tag',
              description: noTags
                ? `Not supported by this store: ${noTags}`
                : 'Tags the object in place. A bucket policy can deny reads of tagged objects. Without such a policy, nothing changes for readers.',
              disabled: noTags !== null,
            },
          ]}
        />
        <SelectField
          label="Permanent deletion"
          hint="A second admin can approve it earlier. Stale uploads have no quarantine and are aborted then."
          value={wait}
          options={waits}
          onValueChange={setWait}
        />
        <Checkbox checked={attested} onCheckedChange={setAttested}>
          All replicas that use this bucket are registered here, and nothing else needs objects below these
          prefixes: no BACKUP to a disk, no metadata copies of a backup tool, no other console.
        </Checkbox>
        <div>
          <ConfirmDialog
            danger
            title={`Move ${what} to quarantine?`}
            description={
              way === 'copy'
                ? `Each object is checked on all replicas again, copied below frostline-quarantine/, and deleted at its key. You can restore all of it until it is deleted permanently, ${waits.find(({ value }) => value === wait)?.label}.`
                : `Each object is checked on all replicas again and tagged. You can remove the tags until the objects are deleted permanently, ${waits.find(({ value }) => value === wait)?.label}.`
            }
            confirmLabel="Start removal"
            cancelLabel="Cancel"
            onConfirm={begin}
            trigger={
              <Button
                variant="danger"
                icon={<Trash2 aria-hidden />}
                disabled={refused}
                busy={start.isPending}
              >
                Move to quarantine
              </Button>
            }
          >
            <ExpectedApproval {...{ cluster: audit.clusterSlug, bytes }} kind="orphan-removal" />
          </ConfirmDialog>
        </div>
      </div>
    </Panel>
  )
}
