import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Answers } from '../../trpc.ts';

export type Types = Answers['webhooks']['types']['types'];
export type Endpoint = { url: string; types: Types[number]['type'][] };

export const FIELDS = ['url', 'types'];

export const VALIDATE = {
  url: (url: string) => (/^https:\/\/.+/.test(url.trim()) ? null : 'Enter an address that starts with https://'),
  types: (chosen: readonly unknown[]) => (chosen.length === 0 ? 'Choose at least one event' : null),
};

/** An endpoint's address and events. */
export function EndpointFields({ form, types }: { form: UseFormReturnType<Endpoint>; types: Types }) {
  return (
    <>
      <TextInput
        label="Address"
        description="HTTPS on port 443 or 1024 to 65535, reachable from the internet. Path and query are stored encrypted."
        placeholder="https://hooks.example.com/sales"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="Events" {...form.getInputProps('types')}>
        <Stack gap={8} mt="xs">
          {types.map(({ type, description }) => (
            <Checkbox key={type} value={type} label={<span className="mono">{type}</span>} description={description} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
