/** An entry of a session's menu; `id` is its `data-testid` too. */
export interface MenuItem {
  id: string;
  label: string;
  key?: string;
  act: () => void;
}
