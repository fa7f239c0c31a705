// Stands in the page: gives it one address after the other, as its own links do, and waits until each is drawn. Asking
// from outside after each address took most of the time. Answers the addresses that it broke at, and ends at the third:
// a page that draws nothing more would take its time limit at each.
globalThis.visitAddresses = async ([path, queries, drawMs]) => {
  // A tab that the browser shows to nobody may get no frame at all.
  const nextFrame = () =>
    Promise.race([
      new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      new Promise((done) => setTimeout(done, 100)),
    ])
  const isBroken = () => /Something went wrong/.test(document.body.innerText)
  const isDrawn = () => document.querySelector('h1')?.checkVisibility() === true

  const broken = []
  for (const query of queries) {
    if (broken.length === 3) break
    history.replaceState(null, '', `${path}?${query}`)
    await nextFrame()
    const end = performance.now() + drawMs
    while (!isBroken() && !isDrawn() && performance.now() < end) await nextFrame()
    if (isBroken() || !isDrawn()) broken.push(`${path}?${query}`)
  }
  return broken
}
