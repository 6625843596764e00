/** Line icons on a 24 px grid, drawn with the current colour. They accompany words and are hidden from screen readers. */
const shapes = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 6h16M4 12h16M4 18h16",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 6v8M12 17.9v.2",
  info: "M12 11v7M12 6.9v.2",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 1.9v.5M12 17.9v.2",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  loan: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5",
  gift: "M4 9h16v4H4zM6 13v8h12v-8M12 9v12M12 9C9 9 7 8 7 6s4-2 5 3c1-5 5-5 5-3s-2 3-5 3z",
  chat: "M4 5h16v11H11l-4 4v-4H4z",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1h-15zM10 21h4",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.5-6 8-6s8 2 8 6",
  phone: "M8 3h8v18H8zM11 18h2",
  mail: "M3 6h18v12H3zM3 7l9 7 9-7",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  bank: "M4 9l8-5 8 5zM6 10v7M10 10v7M14 10v7M18 10v7M4 20h16",
  wallet: "M4 7h15v12H4zM4 7l11-3v3M15 13h4",
  document: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  upload: "M12 16V5M7 9l5-5 5 5M5 20h14",
  video: "M3 7h12v10H3zM15 11l6-3v8l-6-3z",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 16.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  share: "M12 15V4M8 7l4-4 4 4M6 11H5v10h14V11h-1",
  refresh: "M20 12a8 8 0 1 1-2.5-5.800M20 4v4h-4",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  external: "M13 5h6v6M19 5l-9 9M17 14v5H5V7h5",
  eye: "M2.5 12C5 7.5 8.5 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-6 6.5-9.5 6.5s-7-2-9.5-6.5zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  sound: "M5 10v4h3l5 4V6L8 10zM16 9.5a4 4 0 0 1 0 5M18.5 7a8 8 0 0 1 0 10",
} as const;

export type IconName = keyof typeof shapes;
export const iconNames = Object.keys(shapes) as IconName[];

export function Icon({ name, size = 24 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
