/** What the box that filters a table is found by. */
export const FILTER_BOX = { 'data-filter': '' };

/** The box that filters the table on the page, or null where there is none. */
export function filterBox(): HTMLInputElement | null {
  return document.querySelector('input[data-filter]');
}

/** Goes to the box that filters the table, with its words selected. */
export function focusFilter(): void {
  const box = filterBox();
  box?.focus();
  box?.select();
}
