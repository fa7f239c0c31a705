'use client'
import { Panel } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { CustomRulesPanel } from './custom-rules-panel.tsx'
import { RuleForm } from './rule-form.tsx'

/** The rules, for all clusters; an admin can change them. */
export function RulesTab() {
  const trpc = useTRPC()
  const admin = useRoleAllows('admin', 'everything')
  const query = useQuery(trpc.alerts.rules.queryOptions())
  return (
    <div className="flex flex-col gap-4">
      <CustomRulesPanel />
      <Panel
        title="Built-in rules"
        description="Rules apply to all clusters. Changes take effect at the next evaluation."
        minHeightPx={240}
        {...panelFromQuery(query, { task: 'read the rules' })}
      >
        <ul className="flex flex-col divide-y">
          {query.data?.rules.map((rule) => (
            <li key={rule.kind} className="py-4 first:pt-0 last:pb-0">
              <RuleForm key={`${rule.kind} ${rule.changedAt?.getTime()}`} rule={rule} editable={admin} />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
