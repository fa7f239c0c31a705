/** The API counts nodes from 0 in its paths; the form counts from 1. */
export function explainRefusal(message: string): string {
  return message.replace(/\bnodes\.(\d+)(?:\.\w+)?: /g, (_, index: string) => `Node ${Number(index) + 1}: `)
}
