'use client'
import { EmptyState } from '@frostline/ui'
import { PackageSearch } from 'lucide-react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { useAudit } from '../../hooks/use-audits.ts'
import { RemovalForm } from './removal-form.tsx'

const title = 'Remove orphans'

export function NewRemovalPage({ auditId }: { auditId: string }) {
  return (
    <NeedsRole needed="admin" title={title} task="Removing objects from a bucket">
      <RemovalOfAudit auditId={auditId} />
    </NeedsRole>
  )
}

function RemovalOfAudit({ auditId }: { auditId: string }) {
  const query = useAudit(auditId)
  const audit = query.data
  if (!audit) return <PageWithoutData title={title} task="read the audit" query={query} />
  return (
    <>
      <PageHeader
        title={
          <>
            Remove orphans from <span className="font-mono">{audit.bucket}</span>
          </>
        }
        description="Objects go to quarantine first and can be restored. They are deleted permanently only after approval by a second person, or after a waiting period. Each object is checked on all replicas before each step."
      />
      {audit.status === 'completed' && audit.obstacle === null ? (
        <RemovalForm audit={audit} />
      ) : (
        <EmptyState icon={<PackageSearch />} title="The audit has no conclusion" className="py-16">
          {audit.obstacle ??
            'Only findings of a finished audit can be removed. The audit may still be running.'}
        </EmptyState>
      )}
    </>
  )
}
