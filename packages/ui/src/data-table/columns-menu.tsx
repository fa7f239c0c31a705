'use client'
import { Columns3 } from 'lucide-react'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuCheckboxItem, MenuGroup } from '../menu.tsx'
import type { DataColumn } from './data-column.ts'

export interface ColumnsMenuProps<Row> {
  columns: readonly DataColumn<Row>[]
  /** Ids of hidden columns; undefined means the columns' own defaults. */
  hidden: readonly string[] | undefined
  onHiddenChange: (hidden: string[]) => void
}

export function ColumnsMenu<Row>({ columns, hidden, onHiddenChange }: ColumnsMenuProps<Row>) {
  const current = hidden ?? columns.filter((column) => column.hiddenByDefault).map((column) => column.id)
  return (
    <Menu align="end" trigger={<IconButton size="sm" label="Columns" icon={<Columns3 />} />}>
      <MenuGroup label="Columns">
        {columns
          .filter((column) => column.hideable !== false)
          .map((column) => (
            <MenuCheckboxItem
              key={column.id}
              checked={!current.includes(column.id)}
              onCheckedChange={(shown) =>
                onHiddenChange(shown ? current.filter((id) => id !== column.id) : [...current, column.id])
              }
            >
              {column.header}
            </MenuCheckboxItem>
          ))}
      </MenuGroup>
    </Menu>
  )
}
