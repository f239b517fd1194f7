import {
  ActionIcon,
  Avatar,
  Drawer,
  Kbd,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals, ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { IconBook2, IconKeyboard, IconLogout, IconMenu2, IconSearch, IconSelector } from '@tabler/icons-react';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { signOut, useSession } from '../session.ts';
import { sayProblem } from '../parts/problem.tsx';
import { Mark } from './mark.tsx';
import { Nav, PLACES } from './nav.tsx';
import classes from './shell.module.css';
import { SEARCH_KEYS, useShortcut } from './shortcuts.ts';

const Search = lazy(async () => ({ default: (await import('./search.tsx')).Search }));
const Help = lazy(async () => ({ default: (await import('./help.tsx')).Help }));

const Go = ({ keys, name, to }: { keys: string; name: string; to: string }) => {
  const navigate = useNavigate();
  useShortcut(keys, `Go to ${name}`, 'Go to', () => void navigate({ to }));
  return null;
};

const APPEARANCES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function Me({ onHelp }: { onHelp: () => void }) {
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const queryClient = useQueryClient();
  const leave = async () => {
    try {
      await signOut();
      queryClient.clear();
      location.assign('/app/sign-in');
    } catch (error) {
      sayProblem(error);
    }
  };
  if (session === undefined) return null;
  const { user } = session;
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes['me']}>
          <Avatar size={30} radius="xl" color="petrol" name={user.name} aria-hidden />
          <div>
            <VisuallyHidden>Your menu: </VisuallyHidden>
            <Text size="sm" fw={500} truncate>
              {user.name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {user.email}
            </Text>
          </div>
          <IconSelector size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label aria-hidden>Appearance</Menu.Label>
        <div role="group" aria-label="Appearance">
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
            {APPEARANCES.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<Kbd size="xs">?</Kbd>} onClick={onHelp}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconBook2 size={16} />} component="a" href="/">
          Documentation
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const waitingOf = (session: ReturnType<typeof useSession>) => ({
  drafts: (session?.waiting.drafts ?? 0) + (session?.waiting.failed_drafts ?? 0),
  webhooks: session?.waiting.failing_webhooks ?? 0,
  tiers: session?.waiting.tier_proposals ?? 0,
  values: session?.waiting.value_proposals ?? 0,
  changesets: session?.waiting.changesets ?? 0,
});

/** Navigation and frame around every page. */
export function Shell() {
  const [menu, { open: openMenu, close: closeMenu }] = useDisclosure();
  const [search, { open: openSearch, close: closeSearch }] = useDisclosure();
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure();
  const session = useSession();
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);

  useShortcut('/', 'Search everything', 'Anywhere', openSearch);
  useShortcut('mod+k', 'Search, also while typing', 'Anywhere', openSearch);
  useShortcut('?', 'Show the shortcuts', 'Anywhere', openHelp);

  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    // Back and forward lead away from under a dialog, which asks about the page it was opened on.
    modals.closeAll();
    for (const close of [closeMenu, closeSearch, closeHelp]) close();
    // Screen readers start at the new page, not at the link that led to it.
    if (document.activeElement === document.body || document.activeElement?.closest('nav') !== null) {
      main.current?.focus({ preventScroll: true });
    }
  }, [path, closeMenu, closeSearch, closeHelp]);

  const brand = (
    <Link to="/" className={classes['brand']!} onClick={closeMenu}>
      <Mark />
      <span>Sales Agent Tools</span>
    </Link>
  );
  const inside = (
    <>
      <button
        type="button"
        className={classes['search']}
        onClick={() => {
          closeMenu();
          openSearch();
        }}
      >
        <IconSearch size={15} aria-hidden />
        Search
        <Kbd size="xs">{SEARCH_KEYS}</Kbd>
      </button>
      <Nav waiting={waitingOf(session)} onGone={closeMenu} />
      <Me onHelp={openHelp} />
    </>
  );
  return (
    <ModalsProvider>
      <Notifications position="bottom-right" limit={4} containerWidth={380} />
      <a className="skip" href="#main">
        Skip to the page
      </a>
      {isLoading && <div className={classes['progress']} aria-hidden />}
      {PLACES.flatMap(({ places }) =>
        places.map(({ to, name, key }) => <Go key={to} keys={`g ${key}`} name={name.toLowerCase()} to={to} />),
      )}
      <div className={classes['shell']}>
        <header className={classes['top']}>
          {brand}
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Search" onClick={openSearch}>
            <IconSearch size={20} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Menu" onClick={openMenu}>
            <IconMenu2 size={20} />
          </ActionIcon>
        </header>
        <aside className={classes['side']} aria-label="Panel">
          {brand}
          {inside}
        </aside>
        <main id="main" className={classes['main']} tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      <Drawer
        opened={menu}
        onClose={closeMenu}
        size="18rem"
        title={brand}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
        styles={{ body: { display: 'flex', flexDirection: 'column', minHeight: 'calc(100dvh - 4rem)' } }}
      >
        {inside}
      </Drawer>
      <Suspense>
        {search && <Search onClose={closeSearch} />}
        {help && <Help onClose={closeHelp} />}
      </Suspense>
    </ModalsProvider>
  );
}
