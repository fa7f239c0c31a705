'use client'
import { cloneElement, createContext, type HTMLAttributes, type ReactElement, useContext } from 'react'
import type {
  MenuCheckboxItemProps,
  MenuGroupProps,
  MenuItemProps,
  MenuProps,
  MenuRadioGroupProps,
} from './menu-parts.tsx'
import { useFirstOpening } from './use-first-opening.ts'

type Parts = typeof import('./menu-parts.tsx')

const PartsContext = createContext<Parts | null>(null)

/** The code of menus is loaded when one is first opened. Until then only its trigger is in the page. */
export function Menu(props: MenuProps) {
  const { opened, handlers } = useFirstOpening(() => import('./menu-parts.tsx'))
  if (!opened)
    return cloneElement(props.trigger as ReactElement<HTMLAttributes<HTMLElement>>, {
      ...handlers,
      'aria-haspopup': 'menu',
      'aria-expanded': false,
    })
  const { OpenedMenu } = opened.code
  return (
    <PartsContext value={opened.code}>
      <OpenedMenu {...props} openedBy={opened.by} />
    </PartsContext>
  )
}

function useParts(): Parts {
  const parts = useContext(PartsContext)
  if (!parts) throw new Error('Items of a menu must be inside a Menu.')
  return parts
}

export function MenuItem(props: MenuItemProps) {
  const { MenuItem } = useParts()
  return <MenuItem {...props} />
}

export function MenuCheckboxItem(props: MenuCheckboxItemProps) {
  const { MenuCheckboxItem } = useParts()
  return <MenuCheckboxItem {...props} />
}

export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  const { MenuRadioGroup } = useParts()
  return <MenuRadioGroup {...props} />
}

export function MenuGroup(props: MenuGroupProps) {
  const { MenuGroup } = useParts()
  return <MenuGroup {...props} />
}

export function MenuSeparator() {
  const { MenuSeparator } = useParts()
  return <MenuSeparator />
}
