'use client'
import type { Bound } from '@frostline/ui'
import { useState } from 'react'
import type { z } from 'zod'

/** What is wrong, by the path of its field, such as `nodes.2.url`. */
export type Faults = Readonly<Record<string, string>>

/** A form, or a nested part of one, for the components of its fields. */
export interface Fields<Draft> {
  draft: Draft
  change: (patch: Partial<Draft>) => void
  /** Binds a control to a field. */
  field: <Name extends keyof Draft & (string | number)>(name: Name) => Bound<Draft[Name]>
  /** Faults that are shown. */
  faults: Faults
}

type FormSchema = z.ZodType<unknown, object>

export interface Form<Schema extends FormSchema> extends Fields<z.input<Schema>> {
  /** The draft's value; null while it has faults. */
  value: z.output<Schema> | null
  /** All faults, shown or not. */
  found: Faults
  /** Whether it was submitted. Before that, empty fields show no fault. */
  tried: boolean
  showFaults: () => void
  /** Starts over. */
  reset: () => void
}

interface FormOptions<Draft> {
  /** What the schema needs and nobody types, such as the nodes of a table: it takes precedence over typed values. */
  known?: (typed: Draft) => Partial<Draft>
  /** Fields that show faults only after a submit: the others show them while typing. */
  shownLate?: readonly (keyof Draft & string)[]
}

/** A form: its draft is the schema's input, its value the schema's output. */
export function useForm<Schema extends FormSchema>(
  schema: Schema,
  initial: () => z.input<Schema>,
  { known, shownLate }: FormOptions<z.input<Schema>> = {},
): Form<Schema> {
  const [typed, setTyped] = useState(initial)
  const [tried, setTried] = useState(false)
  const draft: z.input<Schema> = known ? { ...typed, ...known(typed) } : typed
  const { value, faults: found } = readForm(schema, draft)
  const change = (patch: Partial<z.input<Schema>>) => setTyped((before) => ({ ...before, ...patch }))
  const early = Object.entries(found).filter(
    ([path]) => shownLate && !shownLate.some((each) => each === path),
  )
  return {
    ...bind({ draft, change, faults: tried ? found : Object.fromEntries(early) }),
    ...{ value, found, tried },
    showFaults: () => setTried(true),
    reset: () => {
      setTyped(initial())
      setTried(false)
    },
  }
}

/** The first fault of each field. */
export function readForm<Schema extends FormSchema>(
  schema: Schema,
  draft: z.input<Schema>,
): { value: z.output<Schema> | null; faults: Faults } {
  const read = schema.safeParse(draft)
  if (read.success) return { value: read.data, faults: {} }
  const faults: Record<string, string> = {}
  for (const { path, message } of read.error.issues) faults[path.join('.')] ??= message
  return { value: null, faults }
}

/** State kept elsewhere, such as in the page's URL, with bindable fields. */
export function bind<Draft>({
  faults = {},
  ...form
}: Pick<Fields<Draft>, 'draft' | 'change'> & { faults?: Faults }): Fields<Draft> {
  return {
    ...{ ...form, faults },
    field: (name) => ({
      value: form.draft[name],
      onValueChange: (value) => form.change({ [name]: value } as unknown as Partial<Draft>),
      error: faults[String(name)],
    }),
  }
}

/** A part of a form as a form of its own. Array elements are addressed by index. */
export function nested<Draft, Key extends keyof Draft & (string | number)>(
  { draft, change, faults }: Fields<Draft>,
  key: Key,
): Fields<Draft[Key]> {
  const own = draft[key]
  const inside = Object.entries(faults).filter(([path]) => path.startsWith(`${key}.`))
  return bind({
    draft: own,
    change: (patch) => {
      const next: object = Array.isArray(own) ? [...own] : { ...(own as object) }
      change({ [key]: Object.assign(next, patch) } as unknown as Partial<Draft>)
    },
    faults: Object.fromEntries(inside.map(([path, fault]) => [path.slice(String(key).length + 1), fault])),
  })
}
