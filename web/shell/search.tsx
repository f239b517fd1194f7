import { Kbd, Loader, Modal, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconActivity,
  IconArrowRight,
  IconBuilding,
  IconFileCheck,
  IconKey,
  IconSearch,
  IconTargetArrow,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { useFocusBack } from '../parts/focus.ts';
import { panel } from '../trpc.ts';
import { PLACES } from './nav.tsx';
import classes from './search.module.css';

type Hit = { id: string; label: string; detail: string; icon: TablerIcon; go(): void };

/** Kinds of what is found, in words. */
const NAMES: Record<string, string> = {
  account: 'Account',
  opp: 'Deal',
  contact: 'Contact',
  prospect: 'Prospect',
  target_account: 'Target account',
  draft: 'Draft',
  run: 'Run',
  key: 'API key',
  request: 'Calls of a request',
};

const ICONS: Record<string, TablerIcon> = {
  account: IconBuilding,
  opp: IconTargetArrow,
  contact: IconUser,
  prospect: IconUser,
  target_account: IconBuilding,
  draft: IconFileCheck,
  run: IconActivity,
  key: IconKey,
};

/** Finds pages of the panel and records of the workspace by name. */
export function Search({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [words] = useDebouncedValue(text.trim(), 180);
  const found = useQuery({
    ...panel.search.find.queryOptions({ text: words }),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
  });

  const go = (to: string) => () => void navigate({ to });
  const sought = text.trim().toLowerCase();
  const places: Hit[] = PLACES.flatMap(({ places }) =>
    places
      .filter(({ name }) => name.toLowerCase().includes(sought))
      .map(({ to, name, icon }) => ({ id: to, label: name, detail: 'Page', icon, go: go(to) })),
  );
  const records: Hit[] =
    sought.length < 2
      ? []
      : (found.data?.items ?? []).map(({ kind, id, label, detail, account_id }) => ({
          id: `${kind} ${id}`,
          label: label ?? id,
          detail: [NAMES[kind], detail].filter(Boolean).join(' · '),
          icon: ICONS[kind] ?? IconSearch,
          go: () => void navigate(addressOf(kind, id, account_id)),
        }));
  const hits = [...records, ...places];
  const current = Math.min(chosen, hits.length - 1);

  const take = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    hit.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (moved !== undefined && hits.length > 0) {
      event.preventDefault();
      setChosen((current + moved + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(hits[current]);
    }
  };
  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="12vh" centered={false} padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <TextInput
          data-autofocus
          variant="unstyled"
          size="md"
          placeholder="Search accounts, deals, people, drafts, runs, keys…"
          aria-label="Search"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={hits[current] === undefined ? undefined : `${listId}-${current}`}
          leftSection={found.isFetching ? <Loader size={16} /> : <IconSearch size={18} />}
          rightSection={<Kbd size="xs">esc</Kbd>}
          rightSectionWidth={56}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          className={classes['input']!}
        />
        <ScrollArea.Autosize mah="55vh" type="auto">
          <ul id={listId} role="listbox" aria-label="Results" className={classes['list']}>
            {hits.map((hit, index) => (
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the input above has the keys
              <li
                key={hit.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === current}
                onClick={() => take(hit)}
                onMouseMove={() => setChosen(index)}
                ref={(element) => {
                  if (index === current) element?.scrollIntoView({ block: 'nearest' });
                }}
              >
                <hit.icon size={16} stroke={1.7} aria-hidden />
                <span className={classes['label']}>{hit.label}</span>
                <span className={classes['detail']}>{hit.detail}</span>
                <IconArrowRight size={14} className={classes['arrow']} aria-hidden />
              </li>
            ))}
          </ul>
          {hits.length === 0 && (
            <Text size="sm" c="dimmed" p="lg" ta="center">
              {found.isFetching ? 'Searching…' : `No results for “${text.trim()}”.`}
            </Text>
          )}
        </ScrollArea.Autosize>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The page of a search result; what has none of its own is on its account's. */
function addressOf(kind: string, id: string, accountId: string | null) {
  if (kind === 'draft') return { to: '/drafts/$draftId', params: { draftId: id }, search: { status: 'all' } } as const;
  if (kind === 'run') return { to: '/runs/$runRef', params: { runRef: id } } as const;
  if (kind === 'key') return { to: '/keys/$keyId', params: { keyId: id } } as const;
  if (kind === 'request') return { to: '/audit', search: { request_id: id } } as const;
  const page = { to: '/accounts/$accountId', params: { accountId: accountId ?? id } } as const;
  return kind === 'contact' || kind === 'prospect' ? { ...page, search: { tab: 'people' } } : page;
}
