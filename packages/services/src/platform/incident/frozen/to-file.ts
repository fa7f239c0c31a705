import { hideDetails, type ShownDetails } from '@frostline/domain'
import type { Incident } from '../incident-schema.ts'
import { type IncidentFile, incidentFileVersion } from './incident-file.ts'

const maxText = 4_000

/** An answer of the page as a file, without what is not to be shown. Each query is kept once, of one node. */
export function toIncidentFile(
  { observedAt, nodes, queries, data }: Incident,
  about: { cluster: string; title: string },
  shown: ShownDetails,
): IncidentFile {
  const clean = (text: string) => hideDetails(text, shown).slice(0, maxText)
  const symptomOf = <Kind extends { text: string; figure: string; subject: string }>(
    symptom: Kind,
  ): Kind => ({
    ...symptom,
    ...{ text: clean(symptom.text), figure: clean(symptom.figure), subject: clean(symptom.subject) },
  })
  const { explanation } = data
  return {
    ...{ format: 'frostline-incident', version: incidentFileVersion, ...about, observedAt },
    nodes: nodes.map((node) => ({ ...node, message: node.message === null ? null : clean(node.message) })),
    queries: [...new Map(queries.map((query) => [query.name, query])).values()].map(
      ({ name, node, sql }) => ({
        ...{ name, node, sql },
      }),
    ),
    data: {
      ...data,
      explanation: {
        sentence: clean(explanation.sentence),
        symptom: explanation.symptom && symptomOf(explanation.symptom),
        others: explanation.others.map(symptomOf),
        causes: explanation.causes.map(symptomOf),
      },
      series: data.series.map((line) => ({
        ...line,
        ...{ subject: clean(line.subject), label: clean(line.label), values: line.values.map(round) },
      })),
      marks: data.marks.map((mark, index) => ({
        ...mark,
        // Keys have names of objects.
        ...{ key: String(index), label: clean(mark.label), detail: clean(mark.detail) },
      })),
      gaps: data.gaps.map((gap) => ({ ...gap, reason: clean(gap.reason) })),
    },
  }
}

/** The answer of the page that a file was made of. */
export function fromIncidentFile({ observedAt, nodes, queries, data }: IncidentFile): Incident {
  const asked = { elapsedMs: 0, rows: null, error: null }
  return { observedAt, nodes, queries: queries.map((query) => ({ ...query, ...asked })), data }
}

/** Six digits are more than is shown. */
function round(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(6))
}
