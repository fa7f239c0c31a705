import { renderLabels } from './histogram.ts'

export interface Sample {
  labels?: Record<string, string>
  value: number
}

/** One metric whose values are known now. */
export function renderSamples(
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(({ labels, value }) => `${name}${renderLabels(labels ?? {})} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}
