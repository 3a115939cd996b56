/** Line icons on a 16 by 16 grid. */
const PATHS = {
  overview: 'M2.5 2.5h5v4.5h-5zM9.5 2.5h4v2.5h-4zM9.5 7h4v6.5h-4zM2.5 9h5v4.5h-5z',
  steps: 'M2.5 13.5v-4M5.25 13.5v-7M8 13.5V3M10.75 13.5V8M13.5 13.5v-8',
  timeline: 'M2.5 3.5h6M6.5 6.5h7M2.5 9.5h4M8.5 9.5h5M4.5 12.5h6',
  roofline: 'M2.5 2.5v11h11M4.5 10.5L8.5 5.5h5M10.5 10h.1M6.5 12h.1',
  operators: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M6.2 6.3V13',
  kernels: 'M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 6.5H14M11.5 9.5H14',
  quality: 'M8 2l5 1.8v3.7c0 3-2 5.2-5 6.5-3-1.3-5-3.5-5-6.5V3.8zM5.8 8l1.6 1.6 3-3.2',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  caret: 'M5 6.5l3 3 3-3',
  next: 'M6.5 5l3 3-3 3',
  last: 'M9.5 5l-3 3 3 3',
  close: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9zM10.3 10.3l3.2 3.2',
  help: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.3M8 11.2v.1',
  system: 'M2.5 3h11v7.5h-11zM5.5 13.5h5M8 10.5v3',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 1 0 0-5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  dark: 'M13.3 9.6A5.6 5.6 0 0 1 6.4 2.7a5.6 5.6 0 1 0 6.9 6.9z',
  open: 'M2 12.5v-9h4l1.5 2H13v2M2 12.5l2-5h10.5l-2 5z',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M2.5 13.5h11',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M6.5 6.3V13',
  check: 'M3.5 8.5l3 3 6-7',
  information: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM8 7.2v4M8 4.8v.1',
  warning: 'M8 2.3l6.2 11.2H1.8zM8 6.6v3.2M8 11.6v.1',
  error: 'M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM8 4.8v4M8 11.1v.1',
  drop: 'M8 2v7M5 6.2L8 9.2l3-3M2.5 10v3.5h11V10',
  play: 'M5 3.2v9.6L12.5 8z',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  fold: 'M2.5 3h11v10h-11zM10 3v10M5 6l2 2-2 2',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon; what it stands for must be said beside it or by the control that holds it. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
