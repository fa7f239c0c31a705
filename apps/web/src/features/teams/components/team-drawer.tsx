'use client'
import {
  Button,
  ConfirmDialog,
  Drawer,
  EmptyState,
  IconButton,
  KeyValueList,
  RelativeTime,
  SelectField,
  showToast,
} from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { DrawerSection } from '@/features/people/components/drawer-section.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { placeholderFromQuery } from '@/trpc/panel-from-query.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { GrantList } from '../grants/grant-list.tsx'
import type { Team } from '../team.ts'
import { TeamForm } from './team-form.tsx'

interface TeamDrawerProps {
  /** Undefined while `open`: the URL names no team. */
  team: Team | undefined
  open: boolean
  onClose: () => void
}

export function TeamDrawer({ team, open, onClose }: TeamDrawerProps) {
  return (
    <Drawer
      title={team?.name ?? 'Team'}
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      className="max-w-lg"
    >
      {team ? (
        <div className="flex flex-col gap-6 p-5">
          <KeyValueList
            labelWidth="7rem"
            items={[
              { key: 'Grants', value: <GrantList grants={team.grants} empty="None: members get nothing." /> },
              {
                key: 'Groups',
                value:
                  team.groups.length === 0 ? (
                    'none'
                  ) : (
                    <span className="font-mono">{team.groups.join(', ')}</span>
                  ),
                note: 'Their people join when they sign in through a provider.',
              },
              { key: 'Changed', value: <RelativeTime at={team.updatedAt} />, note: `By ${team.updatedBy}` },
            ]}
          />
          <TeamForm team={team} trigger={<Button className="self-start">Edit team</Button>} />
          <Members team={team} />
          <RemoveTeam team={team} onRemoved={onClose} />
        </div>
      ) : (
        <EmptyState title="Team not found" className="py-16">
          The link may be out of date. Choose a team from the list.
        </EmptyState>
      )}
    </Drawer>
  )
}

function Members({ team }: { team: Team }) {
  const trpc = useTRPC()
  const users = useQuery(trpc.users.list.queryOptions())
  const [userId, setUserId] = useState<string | null>(null)
  const handlers = useActionHandlers(trpc.teams.pathKey())
  const add = useMutation(trpc.teams.addMember.mutationOptions(handlers('add the member')))
  const remove = useMutation(trpc.teams.removeMember.mutationOptions(handlers('remove the member')))
  const others = (users.data?.users ?? []).filter(
    ({ id }) => !team.members.some((member) => member.userId === id),
  )
  return (
    <DrawerSection title={`Members (${team.members.length})`}>
      {team.members.length === 0 ? <p className="text-ink-3 text-sm">No members yet.</p> : null}
      <ul className="flex flex-col divide-y">
        {team.members.map((member) => (
          <li key={member.userId} className="flex items-center gap-2 py-1.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{member.name}</span>
              <span className="block truncate text-ink-3 text-xs">
                {[
                  member.email,
                  member.role,
                  ...(member.provider ? [`by a group of ${member.provider}`] : []),
                ].join(', ')}
                {member.disabled ? ', disabled' : ''}
              </span>
            </span>
            <IconButton
              label={`Remove ${member.email} from ${team.name}`}
              icon={<UserMinus />}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id: team.id, userId: member.userId })}
            />
          </li>
        ))}
      </ul>
      <div className="flex items-end gap-2">
        <SelectField
          className="min-w-0 flex-1"
          label="Add member"
          placeholder={placeholderFromQuery(users, 'the users', 'Choose a user')}
          value={userId}
          options={others.map(({ id, email }) => ({ value: id, label: email }))}
          onValueChange={setUserId}
        />
        <Button
          icon={<UserPlus aria-hidden />}
          disabled={userId === null}
          busy={add.isPending}
          onClick={() =>
            userId === null
              ? undefined
              : add.mutate({ id: team.id, userId }, { onSuccess: () => setUserId(null) })
          }
        >
          Add
        </Button>
      </div>
      <p className="text-ink-3 text-xs">Takes effect at their next request.</p>
    </DrawerSection>
  )
}

function RemoveTeam({ team, onRemoved }: { team: Team; onRemoved: () => void }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.teams.pathKey())
  const remove = useMutation(trpc.teams.remove.mutationOptions(handlers(`delete ${team.name}`)))
  const count = team.members.length
  return (
    <DrawerSection title="Delete team">
      <ConfirmDialog
        danger
        title={`Delete ${team.name}?`}
        description={`${count === 1 ? 'Its member loses' : `Its ${count} members lose`} its grants at the next request. Their accounts stay. Schedules and pipelines that they own stop where only this team allowed them.`}
        confirmLabel="Delete team"
        cancelLabel="Cancel"
        onConfirm={async () => {
          await remove.mutateAsync({ id: team.id })
          showToast({ tone: 'success', title: `Deleted ${team.name}` })
          onRemoved()
        }}
        trigger={
          <Button variant="danger" className="self-start" icon={<Trash2 aria-hidden />}>
            Delete team
          </Button>
        }
      />
    </DrawerSection>
  )
}
