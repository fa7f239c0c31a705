'use client'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { floatingItem, floatingSurface } from './floating.ts'
import { joinClasses } from './join-classes.ts'
import { type OpenedBy, usePressAgain } from './use-first-opening.ts'

export interface MenuProps {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  className?: string | undefined
}

/** Only for Menu, once its code has arrived. It is open at first. */
export function OpenedMenu(props: MenuProps & { openedBy: OpenedBy }) {
  const { trigger, children, align = 'start', side = 'bottom', className, openedBy } = props
  const triggerRef = useRef<HTMLButtonElement>(null)
  usePressAgain(triggerRef, openedBy)
  return (
    <BaseMenu.Root modal={false} defaultOpen={openedBy === 'pointer'}>
      <BaseMenu.Trigger ref={triggerRef} render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner side={side} align={align} sideOffset={6} className="z-40 outline-hidden">
          <BaseMenu.Popup
            className={joinClasses(
              floatingSurface,
              'max-h-(--available-height) min-w-44 max-w-[calc(100vw-1.5rem)] overflow-auto p-1',
              className,
            )}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

export interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  hint?: ReactNode
  danger?: boolean | undefined
  disabled?: boolean | undefined
  onSelect?: (() => void) | undefined
  /** A link element when the item goes to a page. */
  render?: ReactElement | undefined
}

export function MenuItem({
  children,
  icon,
  hint,
  danger,
  disabled = false,
  onSelect,
  render,
}: MenuItemProps) {
  const className = joinClasses(
    floatingItem,
    danger && 'text-danger-ink data-highlighted:bg-danger-soft data-highlighted:text-danger-ink',
  )
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint ? <span className="text-2xs text-ink-3">{hint}</span> : null}
    </>
  )
  return render ? (
    <BaseMenu.LinkItem render={render} closeOnClick className={className}>
      {content}
    </BaseMenu.LinkItem>
  ) : (
    <BaseMenu.Item disabled={disabled} className={className} {...(onSelect ? { onClick: onSelect } : {})}>
      {content}
    </BaseMenu.Item>
  )
}

export interface MenuCheckboxItemProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean | undefined
  children: ReactNode
}

export function MenuCheckboxItem({
  checked,
  onCheckedChange,
  disabled = false,
  children,
}: MenuCheckboxItemProps) {
  return (
    <BaseMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onCheckedChange={onCheckedChange}
      className={floatingItem}
    >
      <MarkSlot>
        <BaseMenu.CheckboxItemIndicator render={<Check />} />
      </MarkSlot>
      {children}
    </BaseMenu.CheckboxItem>
  )
}

export interface MenuRadioGroupProps<Value extends string> {
  label?: string | undefined
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onValueChange: (value: Value) => void
}

export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  const { label, value, options, onValueChange } = props
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={onValueChange}>
      {label ? <MenuLabel>{label}</MenuLabel> : null}
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} closeOnClick className={floatingItem}>
          <MarkSlot>
            <BaseMenu.RadioItemIndicator render={<Check />} />
          </MarkSlot>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}

/** Must be inside a MenuGroup or MenuRadioGroup. */
function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <BaseMenu.GroupLabel className="px-2 pt-1.5 pb-1 text-2xs text-ink-3">{children}</BaseMenu.GroupLabel>
  )
}

export interface MenuGroupProps {
  label?: string | undefined
  children: ReactNode
}

export function MenuGroup({ label, children }: MenuGroupProps) {
  return (
    <BaseMenu.Group>
      {label ? <MenuLabel>{label}</MenuLabel> : null}
      {children}
    </BaseMenu.Group>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}

function MarkSlot({ children }: { children: ReactNode }) {
  return <span className="flex size-4 shrink-0 items-center justify-center">{children}</span>
}
