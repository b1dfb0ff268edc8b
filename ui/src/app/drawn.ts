/** Answers once a frame with what is on the page by now was drawn; at once where nobody could see one. */
export function drawn(page: Document): Promise<void> {
  // A page that is hidden is given no frames.
  if (page.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}
