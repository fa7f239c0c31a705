'use client'
import { Bytes, Count, formatDuration, Panel, Stat, StatRow, useNow } from '@frostline/ui'
import type { LedgerPanel } from '@/trpc/panel-from-query.ts'
import { type AuditDetail, isActiveAudit, phaseWords } from '../bucket-audit.ts'

/** How far it is: what was listed, what the replicas have told. */
export function AuditProgress({ audit, panel }: { audit: AuditDetail; panel: LedgerPanel }) {
  const now = useNow()
  const active = isActiveAudit(audit)
  const { nodes, startedAt, finishedAt, findings } = audit
  const end = finishedAt ?? (active ? now : null)
  const read = nodes.filter(({ status }) => status === 'read').length
  const concluded = audit.status === 'completed' && audit.obstacle === null
  return (
    <Panel title="Progress" {...panel}>
      <div className="flex flex-col gap-4">
        <p role="status" className="text-sm">
          {audit.status === 'queued' ? 'Waits for a worker' : active ? phaseWords[audit.phase] : 'Finished'}.
          {audit.waitReason ? ` ${audit.waitReason}` : ''}
        </p>
        <StatRow>
          <Stat label="Objects" value={<Count value={audit.objects} />} note="listed in the bucket" />
          <Stat label="Size" value={<Bytes value={audit.objectBytes} />} note="of these" />
          <Stat
            label="Replicas"
            value={`${read}/${nodes.length}`}
            note={nodes.some(({ pass }) => pass === 2) ? 'read twice' : 'read'}
          />
          <Stat
            label="Orphans"
            value={concluded ? <Count value={findings.orphans.count} /> : '—'}
            note={
              concluded ? <Bytes value={findings.orphans.bytes} /> : active ? 'known at the end' : 'unknown'
            }
          />
          <Stat
            label="Missing"
            value={audit.status === 'completed' ? <Count value={findings.missing.count} /> : '—'}
            note="not in the bucket"
          />
          <Stat
            label="Took"
            value={startedAt && end ? formatDuration(end.getTime() - startedAt.getTime()) : '—'}
          />
        </StatRow>
      </div>
    </Panel>
  )
}
