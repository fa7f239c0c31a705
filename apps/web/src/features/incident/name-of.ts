import type { FrozenIncident } from './hooks/use-incident.ts'

/** The title of a frozen incident, or what it explains. */
export function nameOf({ title, sentence }: Pick<FrozenIncident, 'title' | 'sentence'>): string {
  if (title !== '') return title
  return sentence.length > 120 ? `${sentence.slice(0, 119)}…` : sentence
}
