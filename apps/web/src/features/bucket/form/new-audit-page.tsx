'use client'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { AuditForm } from './audit-form.tsx'

export function NewAuditPage({ cluster }: { cluster: string }) {
  return (
    <NeedsRole needed="operator" title="Audit a bucket" task="Auditing a bucket">
      <PageHeader
        title="Audit a bucket"
        description="Lists the bucket, reads from all replicas which objects they need, and compares. Nothing is changed."
      />
      <AuditForm cluster={cluster} />
    </NeedsRole>
  )
}
