import { groupBy } from '../group-by.ts'

/** A value that statements of one form were sent with, and when. The empty name stands for the form itself. */
export interface SettingUse {
  formHash: string
  name: string
  value: string
  firstStep: number
  lastStep: number
}

export interface SettingChange {
  name: string
  step: number
  /** Null: the setting was at its default. */
  before: string | null
  /** Null: it is at its default again. */
  after: string | null
  forms: number
}

const leastSteps = 5

/**
 * Settings that forms of statements were sent with from some time on, and not before, or the other way round: a profile, a
 * user or a client was changed. A form that is new itself changed nothing.
 */
export function findSettingChanges(uses: readonly SettingUse[]): SettingChange[] {
  const changes: SettingChange[] = []
  for (const ofForm of groupBy(uses, ({ formHash }) => formHash).values()) {
    const form = ofForm.find(({ name }) => name === '')
    if (!form) continue
    for (const [name, values] of groupBy(ofForm, (use) => use.name))
      if (name !== '') changes.push(...changesOf(name, values, form))
  }
  return [...groupBy(changes, ({ name, before, after }) => `${name}\n${before}\n${after}`).values()]
    .map((group) => ({
      ...group[0],
      step: Math.min(...group.map(({ step }) => step)),
      forms: group.length,
    }))
    .toSorted((a, b) => a.step - b.step || (a.name < b.name ? -1 : 1))
}

function changesOf(name: string, values: readonly SettingUse[], form: SettingUse): SettingChange[] {
  const inOrder = values.toSorted((a, b) => a.firstStep - b.firstStep || a.lastStep - b.lastStep)
  const [first] = inOrder
  const last = inOrder.at(-1)
  if (!first || !last) return []
  const found: SettingChange[] = []
  if (first.firstStep >= form.firstStep + leastSteps)
    found.push({ name, step: first.firstStep, before: null, after: first.value, forms: 1 })
  for (const [index, use] of inOrder.entries()) {
    const next = inOrder[index + 1]
    if (next && next.firstStep > use.lastStep && next.firstStep >= form.firstStep + leastSteps)
      found.push({ name, step: next.firstStep, before: use.value, after: next.value, forms: 1 })
  }
  if (last.lastStep + leastSteps <= form.lastStep)
    found.push({ name, step: last.lastStep + 1, before: last.value, after: null, forms: 1 })
  return found
}
