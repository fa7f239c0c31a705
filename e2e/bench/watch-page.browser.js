/* Runs before any script of a page and collects the measurements of the bench. */
globalThis.watched = { lcpMs: 0, largest: [], shift: 0, moved: [], inputMs: 0, firstNumberMs: null }
const nameOf = (node) => {
  const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement
  return element
    ? `<${element.localName}> ${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60)}`
    : ''
}
const watch = (type, take, options = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
    type,
    buffered: true,
    ...options,
  })
watch('largest-contentful-paint', (entry) => {
  globalThis.watched.lcpMs = entry.startTime
  globalThis.watched.largest.push(`${Math.round(entry.startTime)} ms: ${nameOf(entry.element)}`)
})
watch('layout-shift', (entry) => {
  if (entry.hadRecentInput) return
  globalThis.watched.shift += entry.value
  for (const { node, previousRect, currentRect } of entry.sources)
    globalThis.watched.moved.push(
      `${Math.round(entry.startTime)} ms: ${nameOf(node)} from ${previousRect.y} to ${currentRect.y} px`,
    )
})
watch(
  'event',
  (entry) => {
    if (entry.interactionId) globalThis.watched.inputMs = Math.max(globalThis.watched.inputMs, entry.duration)
  },
  { durationThreshold: 16 },
)
// The first figure in the content of the page. Its frame has only counts of alerts.
const look = () => {
  if (/\d/.test(document.querySelector('main')?.innerText ?? ''))
    globalThis.watched.firstNumberMs = performance.now()
  else requestAnimationFrame(look)
}
requestAnimationFrame(look)
