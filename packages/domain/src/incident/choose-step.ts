const stepsSeconds = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200,
]
const maxSteps = 240

/** The shortest steps of a range with at most 240 of them. */
export function chooseIncidentStep(fromMs: number, toMs: number): number {
  const seconds = stepsSeconds.find((each) => (toMs - fromMs) / (each * 1000) <= maxSteps)
  return (seconds ?? stepsSeconds.at(-1) ?? 1) * 1000
}
