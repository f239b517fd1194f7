import { Checkbox, SimpleGrid, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../parts/problem.tsx';
import classes from './scope-picker.module.css';
import { type OAuthScope, scopeList } from './scopes.ts';

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one));

/**
 * The scopes of a key: chosen by preset, or one by one.
 * @param allowed what the person allowed an application: its token can hold some of that, and nothing else
 */
export function ScopePicker<Scope extends OAuthScope>({
  value,
  onChange,
  error,
  allowed,
  onPreset,
  isPreset = true,
}: {
  value: Scope[];
  onChange: (scopes: Scope[]) => void;
  error?: string;
  allowed?: readonly string[];
  onPreset?: () => void;
  /** Whether the rest of the key is as the presets have it. */
  isPreset?: boolean;
}) {
  const { data, error: failure } = useQuery(scopeList);
  if (failure !== null && data === undefined) return <Problem error={failure} />;
  if (data === undefined) return <Skeleton height={420} />;
  const choices =
    allowed === undefined
      ? data.scopes
      : [...data.scopes, ...data.app_scopes].filter(({ scope }) => allowed.includes(scope));
  return (
    <Stack gap="sm">
      {allowed === undefined && (
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" role="group" aria-label="Presets">
          {data.presets.map(({ name, description, scopes }) => (
            <UnstyledButton
              key={name}
              className={classes['preset']!}
              aria-pressed={isPreset && same(scopes, value)}
              onClick={() => {
                onChange([...scopes] as Scope[]);
                onPreset?.();
              }}
            >
              <Text size="sm" fw={500}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {description}
              </Text>
            </UnstyledButton>
          ))}
        </SimpleGrid>
      )}
      <Checkbox.Group
        label="Scopes"
        description={
          allowed === undefined
            ? 'Control and content tools need none: they work with every key.'
            : 'What you allowed the application. Take away what it should not have; to give more, let it ask again.'
        }
        value={value}
        onChange={(scopes) => onChange(scopes as Scope[])}
        error={error}
      >
        <Stack gap={8} mt="xs">
          {choices.map(({ scope, description, tools }) => (
            <Checkbox
              key={scope}
              value={scope}
              label={description}
              description={<span className="mono">{scope}</span>}
              title={`For ${tools.join(', ')}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  );
}
