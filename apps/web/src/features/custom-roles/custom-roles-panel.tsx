'use client'
import {
  Button,
  ConfirmDialog,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  EmptyPicture,
  IconButton,
  Panel,
  showToast,
  timeColumn,
} from '@frostline/ui'
import { KeyRound, ListChecks, Pencil, Plus, Trash2 } from 'lucide-react'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { CustomRoleForm } from './custom-role-form.tsx'
import { type CustomRole, useCustomRoleActions, useCustomRoles } from './use-custom-roles.ts'
import { describeVerbs } from './verbs.ts'

/** Roles made of verbs, for admins. */
export function CustomRolesPanel() {
  const query = useCustomRoles()
  const roles = query.data ?? []
  return (
    <Panel
      title="Custom roles"
      description="Grants can give them like viewer, operator and admin."
      flush
      minHeightPx={160}
      actions={<CustomRoleForm trigger={<Button icon={<Plus aria-hidden />}>Create custom role</Button>} />}
      {...panelFromQuery(query, {
        task: 'read the custom roles',
        empty: () =>
          roles.length > 0
            ? null
            : {
                picture: (
                  <EmptyPicture
                    of={[
                      [ListChecks, 'plain'],
                      [KeyRound, 'accent'],
                    ]}
                  />
                ),
                title: 'No custom roles yet',
                children:
                  'A custom role is a set of verbs: for example, starting loads without moving data, or approving archives without starting them.',
              },
      })}
    >
      <DataTable
        label="Custom roles"
        columns={columns}
        rows={roles}
        getRowId={({ id }) => id}
        rowHeightPx={56}
      />
    </Panel>
  )
}

const columns: readonly DataColumn<CustomRole>[] = [
  column('name', 'Role', { minWidthPx: 150, grow: 2, hideable: false }, ({ name }) => (
    <span className="truncate font-medium">{name}</span>
  )),
  column('verbs', 'Verbs', { minWidthPx: 240, grow: 5 }, ({ verbs }) => (
    <span className="truncate" title={verbs.join(', ')}>
      {describeVerbs(verbs)}
    </span>
  )),
  countColumn('grants', 'Grants', { minWidthPx: 84 }, ({ grants }) => grants),
  timeColumn('changed', 'Changed', { minWidthPx: 110 }, ({ updatedAt }) => updatedAt),
  column('actions', 'Actions', { minWidthPx: 90, hideable: false }, (role) => <RoleActions role={role} />),
]

function RoleActions({ role }: { role: CustomRole }) {
  const { remove } = useCustomRoleActions()
  return (
    <span className="flex gap-1">
      <CustomRoleForm role={role} trigger={<IconButton label={`Edit ${role.name}`} icon={<Pencil />} />} />
      <ConfirmDialog
        danger
        title={`Delete ${role.name}?`}
        description={
          role.grants === 0
            ? 'No grant gives it.'
            : 'Grants still give it. Change them first: a role that is granted cannot be deleted.'
        }
        confirmLabel="Delete custom role"
        cancelLabel="Keep custom role"
        onConfirm={async () => {
          await remove.mutateAsync({ id: role.id })
          showToast({ tone: 'success', title: `Deleted ${role.name}` })
        }}
        trigger={<IconButton label={`Delete ${role.name}`} icon={<Trash2 />} />}
      />
    </span>
  )
}
