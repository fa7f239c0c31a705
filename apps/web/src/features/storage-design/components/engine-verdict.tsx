'use client'
import { Button, StatusPill } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'
import type { ProposalDetail } from '../hooks/use-proposals.ts'
import { engineWords } from '../status.ts'

/** The engine's answer for each node, in its own words. */
export function EngineVerdict({ proposal }: { proposal: ProposalDetail }) {
  const trpc = useTRPC()
  const admin = useRoleAllows('admin')
  const recheck = useMutation(
    trpc.storageProposals.recheck.mutationOptions({
      onError: (error) => tellFailure(error, 'run the engine check again'),
    }),
  )
  if (!proposal.engineCheck)
    return (
      <p className="text-ink-2 text-sm">A worker is running the check. The result appears within seconds.</p>
    )
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Engine by node" className="flex flex-col gap-2 text-sm">
        {proposal.engineCheck.nodes.map(({ node, state, version, code, message }) => (
          <li key={node}>
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="font-mono text-xs">{node}</span>
              <StatusPill tone={engineWords[state].tone}>{engineWords[state].text}</StatusPill>
              {version ? <span className="text-ink-3 text-xs">version {version}</span> : null}
            </p>
            {message ? (
              <p className="break-words text-ink-2 text-xs">
                {code === null ? null : <span className="font-mono">Code {code}: </span>}
                {message}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {admin ? (
        <Button
          size="sm"
          className="self-start"
          icon={<RotateCw aria-hidden />}
          busy={recheck.isPending}
          onClick={() => recheck.mutate({ id: proposal.id })}
        >
          Check again
        </Button>
      ) : null}
    </div>
  )
}
