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

const ICONS: Record<string, TablerIcon> = {
  account: IconBuilding,
  opp: IconTargetArrow,
  contact: IconUser,
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
      : (found.data?.items ?? []).map(({ kind, id, label, detail }) => ({
          id: `${kind} ${id}`,
          label: label ?? id,
          detail: detail ?? '',
          icon: ICONS[kind] ?? IconSearch,
          go: go(addressOf(kind, id)),
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
          placeholder="Search accounts, contacts, drafts, runs, keys…"
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

/** The page of a search result; deals and contacts open their account, whose id they have. */
function addressOf(kind: string, id: string): string {
  if (kind === 'draft') return `/drafts/${encodeURIComponent(id)}`;
  if (kind === 'run') return `/runs/${encodeURIComponent(id)}`;
  if (kind === 'key') return `/keys/${encodeURIComponent(id)}`;
  if (kind === 'request') return `/audit?request_id=${encodeURIComponent(id)}`;
  return `/accounts/${encodeURIComponent(id)}`;
}
