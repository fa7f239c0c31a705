/**
 * Typing errors between a word and the closest prefix of another word: letters that are
 * missing, too many, wrong, or swapped with their neighbour (optimal string alignment). More than `limit`: Infinity.
 */
export function typingDistance(typed: string, word: string, limit: number): number {
  // Longer prefixes exceed the limit.
  const width = Math.min(word.length, typed.length + limit)
  if (typed.length - width > limit) return Infinity
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= width; column++) {
      const same = typed[row - 1] === word[column - 1]
      let cost = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (same ? 0 : 1),
      )
      if (row > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1])
        cost = Math.min(cost, at(before, column - 2) + 1)
      current.push(cost)
      if (cost < least) least = cost
    }
    if (least > limit) return Infinity
    before = above
    above = current
  }
  const distance = Math.min(...above)
  return distance > limit ? Infinity : distance
}

/** There is no cell left of the first column. */
function at(costs: readonly number[], column: number): number {
  return costs[column] ?? Infinity
}
