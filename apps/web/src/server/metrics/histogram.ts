const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

interface Series {
  labels: Record<string, string>
  counts: number[]
  count: number
  sumSeconds: number
}

/** Durations by labels, in Prometheus form. Use only labels with few values: each combination is kept. */
export class Histogram {
  readonly #name: string
  readonly #help: string
  readonly #series = new Map<string, Series>()

  constructor(name: string, help: string) {
    this.#name = name
    this.#help = help
  }

  observe(labels: Record<string, string>, seconds: number): void {
    const key = JSON.stringify(labels)
    const series = this.#series.get(key) ?? {
      labels,
      counts: bucketsSeconds.map(() => 0),
      count: 0,
      sumSeconds: 0,
    }
    this.#series.set(key, series)
    series.count += 1
    series.sumSeconds += seconds
    const bucket = bucketsSeconds.findIndex((limit) => seconds <= limit)
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
  }

  render(): string {
    const lines = [`# HELP ${this.#name} ${this.#help}`, `# TYPE ${this.#name} histogram`]
    for (const { labels, counts, count, sumSeconds } of this.#series.values()) {
      let below = 0
      for (const [index, limit] of bucketsSeconds.entries()) {
        below += counts[index] ?? 0
        lines.push(`${this.#name}_bucket${renderLabels({ ...labels, le: String(limit) })} ${below}`)
      }
      lines.push(`${this.#name}_bucket${renderLabels({ ...labels, le: '+Inf' })} ${count}`)
      lines.push(`${this.#name}_sum${renderLabels(labels)} ${sumSeconds}`)
      lines.push(`${this.#name}_count${renderLabels(labels)} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}

export function renderLabels(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
}
