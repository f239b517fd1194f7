import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The one accent: petrol. 6 on white and 3 on the dark ground both read at 4.5:1 and more. */
const petrol: MantineColorsTuple = [
  '#eef7f9',
  '#d8ecf0',
  '#aed8e1',
  '#7cc3d1',
  '#4fabbd',
  '#2690a6',
  '#0e7389',
  '#0b6176',
  '#084f61',
  '#063e4d',
];

/** What is lost by it, or went wrong: 6 carries white text at 4.5:1 and more. */
const red: MantineColorsTuple = [
  '#fdecea',
  '#fad5d1',
  '#f4aaa3',
  '#f5978c',
  '#e2685c',
  '#d44538',
  '#c0291b',
  '#b42318',
  '#8f1b12',
  '#6c140e',
];

const gray: MantineColorsTuple = [
  '#fafbfb',
  '#f3f5f5',
  '#e8ebec',
  '#d9dee0',
  '#c3cacd',
  '#98a2a7',
  '#5f6a70',
  '#465056',
  '#2c3439',
  '#161c20',
];

const dark: MantineColorsTuple = [
  '#dbe1e4',
  '#b6bfc4',
  '#97a2a8',
  '#69757b',
  '#3d474d',
  '#2b3439',
  '#20272b',
  '#171d20',
  '#101517',
  '#0a0e10',
];

export const theme = createTheme({
  colors: { petrol, red, gray, dark },
  primaryColor: 'petrol',
  primaryShade: 6,
  autoContrast: true,
  black: gray[9],
  fontFamily: "'Geist Variable', 'Geist Fallback', ui-sans-serif, system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
  fontFamilyMonospace: "'Geist Mono Variable', ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8438rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    InputWrapper: { styles: { label: { fontWeight: 500 }, description: { marginBlockEnd: 2 } } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.4 },
        padding: 'lg',
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 600 } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, fz: 'xs' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    // A menu holds only its items; the first of them gets the focus.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    // Inside a text a link must differ by more than its colour.
    Anchor: { defaultProps: { underline: 'always' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

/** Soft surfaces take the meanings below, and so stay calm in the dark. */
const soft = {
  '--mantine-color-yellow-light': 'var(--warn-soft)',
  '--mantine-color-yellow-light-color': 'var(--warn)',
  '--mantine-color-red-light': 'var(--bad-soft)',
  '--mantine-color-red-light-hover': 'color-mix(in srgb, var(--bad-soft) 80%, var(--bad))',
  '--mantine-color-red-light-color': 'var(--bad)',
  '--mantine-color-gray-light': 'var(--sunken)',
  '--mantine-color-gray-light-color': 'var(--mantine-color-text)',
};

/** The palette by meaning, in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-error': '#b42318',
    '--ground': gray[0],
    '--surface': '#ffffff',
    '--sunken': gray[1],
    '--line': gray[2],
    '--line-strong': gray[3],
    '--accent-text': petrol[7],
    '--accent-soft': petrol[0],
    '--ok': '#1d7a4c',
    '--ok-soft': '#e4f4eb',
    '--bad': '#b42318',
    '--bad-soft': '#fdecea',
    '--warn': '#8a5300',
    '--warn-soft': '#fdf1dc',
    ...soft,
    '--mantine-color-placeholder': '#6b767c',
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-error': '#f5978c',
    '--mantine-color-body': dark[8],
    '--ground': dark[8],
    '--surface': dark[7],
    '--sunken': dark[9],
    '--line': dark[5],
    '--line-strong': dark[4],
    '--accent-text': petrol[3],
    '--accent-soft': '#10292f',
    '--ok': '#6ccf9b',
    '--ok-soft': '#12291e',
    '--bad': '#f5978c',
    '--bad-soft': '#331815',
    '--warn': '#ecbc6a',
    '--warn-soft': '#2e2311',
    ...soft,
    '--mantine-color-placeholder': '#849097',
  },
});
