'use client'
import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Field, type FieldProps } from './field.tsx'
import { Input, type InputProps, Textarea } from './input.tsx'
import { joinClasses } from './join-classes.ts'
import { Select, type SelectProps } from './select.tsx'

/** What a form gives to a field: `{...form.field('name')}`. */
export interface Bound<Value> {
  value: Value
  onValueChange: (value: Value) => void
  error?: string | undefined
}

type Around = Pick<FieldProps, 'label' | 'hint' | 'optional' | 'className'>
type OfInput =
  | 'type'
  | 'mono'
  | 'placeholder'
  | 'maxLength'
  | 'inputMode'
  | 'list'
  | 'autoComplete'
  | 'disabled'
  | 'defaultValue'

export interface TextFieldProps
  extends Omit<Bound<string>, 'value'>,
    Around,
    Partial<Pick<InputProps, OfInput>> {
  value?: string | undefined
  /** Several lines. */
  rows?: number | undefined
  inputClassName?: string | undefined
}

/** One line of text, or several; `mono` for code. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, className, rows, inputClassName, type, list, inputMode, ...rest } =
    props
  const input = { ...rest, className: inputClassName, ...(rest.mono ? { spellCheck: false } : {}) }
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {rows ? (
        <Textarea {...input} rows={rows} />
      ) : (
        <Input autoComplete="off" {...input} {...{ type, list, inputMode }} />
      )}
    </Field>
  )
}

export function NumberField({ decimal, ...props }: TextFieldProps & { decimal?: boolean | undefined }) {
  return <TextField inputMode={decimal ? 'decimal' : 'numeric'} {...props} />
}

interface SelectFieldProps<Value extends string>
  extends Around,
    Pick<SelectProps<Value>, 'onValueChange' | 'placeholder' | 'disabled'> {
  /** Empty text means no choice, like null. */
  value: Value | '' | null
  error?: string | undefined
  /** A value that is its own label needs no object. */
  options: readonly (Value | SelectProps<Value>['options'][number])[]
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, optional, className, value, options, ...rest } = props
  return (
    <Field {...{ label, hint, error, optional, className }}>
      <Select
        {...rest}
        value={value === '' ? null : value}
        options={options.map((each) => (typeof each === 'string' ? { value: each, label: each } : each))}
      />
    </Field>
  )
}

/** A checkbox with a description below it. */
export function CheckboxField({
  value,
  onValueChange,
  label,
  hint,
}: Bound<boolean> & Pick<Around, 'label' | 'hint'>) {
  return (
    <div className="flex flex-col gap-1">
      <Checkbox checked={value} onCheckedChange={(checked) => onValueChange(checked)}>
        {label}
      </Checkbox>
      {hint ? <p className="pl-6 text-ink-3 text-xs">{hint}</p> : null}
    </div>
  )
}

interface ChecksFieldProps<Value extends string> extends Bound<ReadonlySet<Value>> {
  legend: string
  options: readonly { value: Value; label: ReactNode; description?: ReactNode; disabled?: boolean }[]
  /** The set contains the unchecked values. */
  inverted?: boolean | undefined
  /** Of the list. */
  className?: string | undefined
}

/** A checkbox for each value of a set. */
export function ChecksField<Value extends string>(props: ChecksFieldProps<Value>) {
  const { value: chosen, onValueChange, error, legend, options, inverted = false, className } = props
  const toggle = (value: Value, isIn: boolean) => {
    const others = [...chosen].filter((each) => each !== value)
    onValueChange(new Set(isIn ? [...others, value] : others))
  }
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1.5 font-medium text-xs">{legend}</legend>
      <div className={joinClasses('flex flex-col gap-1.5', className)}>
        {options.map(({ value, label, description, disabled }) => (
          <Checkbox
            key={value}
            disabled={disabled}
            checked={chosen.has(value) !== inverted}
            onCheckedChange={(checked) => toggle(value, checked !== inverted)}
          >
            <span>
              {label}
              {description ? <span className="block text-ink-3 text-xs">{description}</span> : null}
            </span>
          </Checkbox>
        ))}
      </div>
      <FieldFault>{error}</FieldFault>
    </fieldset>
  )
}

/** The error of a control that is no Field: a table of rows, a group of checkboxes. */
export function FieldFault({ children }: { children: string | undefined }) {
  return children ? (
    <p role="alert" className="text-danger-ink text-xs">
      {children}
    </p>
  ) : null
}
