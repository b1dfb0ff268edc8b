/** An entry of a session's menu; `id` is its `data-testid` too. */
export interface MenuItem {
  id: string;
  label: string;
  key?: string;
  disabled?: boolean;
  act: () => void;
}

/** Where a menu of this size stands, that was wanted at a point: at the point, but whole within the window. */
export function placed(at: { x: number; y: number }, size: Size, within: Size): { x: number; y: number } {
  const margin = 4;
  return {
    x: Math.max(margin, Math.min(at.x, within.width - size.width - margin)),
    y: Math.max(margin, Math.min(at.y, within.height - size.height - margin)),
  };
}

interface Size {
  width: number;
  height: number;
}
