import { Foundation } from './0001-foundation.ts';
import { KeyApproval } from './0002-key-approval.ts';
import { Quotas } from './0003-quotas.ts';
import { PeopleAndPrivacy } from './0004-people-and-privacy.ts';
import { CallCount } from './0005-call-count.ts';
import { OperatorAudit } from './0006-operator-audit.ts';
import { KeyNames } from './0007-key-names.ts';
import { StageKinds } from './0008-stage-kinds.ts';
import { Finding } from './0009-finding.ts';
import { FactVectors } from './0010-fact-vectors.ts';
import { ErasureOfVectors } from './0011-erasure-of-vectors.ts';
import { Repeats } from './0012-repeats.ts';
import { Amendments } from './0014-amendments.ts';
import { AnswerModel } from './0016-answer-model.ts';
import { Imports } from './0017-imports.ts';
import { FindingAtVolume } from './0018-finding-at-volume.ts';
import { AuditSeals } from './0019-audit-seals.ts';
import { KeyAddresses } from './0020-key-addresses.ts';
import { GapsByAmount } from './0022-gaps-by-amount.ts';
import { RejectionsAndEvidence } from './0023-rejections-and-evidence.ts';
import { Undos } from './0024-undos.ts';
import { ProtectedValues } from './0025-protected-values.ts';
import { AnswersAcross } from './0026-answers-across.ts';
import { Changesets } from './0027-changesets.ts';
import { Lists } from './0028-lists.ts';
import { Mergers } from './0029-mergers.ts';
import { SecondFactors } from './0030-second-factors.ts';
import { UndoneImports } from './0031-undone-imports.ts';
import { LargeUndos } from './0032-large-undos.ts';
import { DecisionNotes } from './0033-decision-notes.ts';
import { AmountKeys } from './0034-amount-keys.ts';
import { AccountFilters } from './0035-account-filters.ts';
import { Restores } from './0036-restores.ts';
import { ListsAtVolume } from './0037-lists-at-volume.ts';
import { MergeNotes } from './0038-merge-notes.ts';
import { DeclinedRepeats } from './0039-declined-repeats.ts';
import { CallTimes } from './0040-call-times.ts';
import { KeyedAppends } from './0041-keyed-appends.ts';
import { PlanSections } from './0042-plan-sections.ts';
import { ChangedKeys } from './0043-changed-keys.ts';
import { KeyChanges } from './0044-key-changes.ts';
import { IdempotencyChecks } from './0045-idempotency-checks.ts';
import { CountedPlanSections } from './0046-counted-plan-sections.ts';
import { QuickStatistics } from './0047-quick-statistics.ts';
import { UsageChanges } from './0048-usage-changes.ts';
import { IndexesOfReferencesAndAges } from './0049-indexes-of-references-and-ages.ts';
import { BrainCopies } from './0050-brain-copies.ts';
import { SealFormats } from './0051-seal-formats.ts';
import { BareDomains } from './0052-bare-domains.ts';

/** In the order they run. A migration that has shipped is never edited; the next change is the next entry. */
export const migrations = [
  Foundation,
  KeyApproval,
  Quotas,
  PeopleAndPrivacy,
  CallCount,
  OperatorAudit,
  KeyNames,
  StageKinds,
  Finding,
  FactVectors,
  ErasureOfVectors,
  Repeats,
  Amendments,
  AnswerModel,
  Imports,
  FindingAtVolume,
  AuditSeals,
  KeyAddresses,
  GapsByAmount,
  RejectionsAndEvidence,
  Undos,
  ProtectedValues,
  AnswersAcross,
  Changesets,
  Lists,
  Mergers,
  SecondFactors,
  UndoneImports,
  LargeUndos,
  DecisionNotes,
  AmountKeys,
  AccountFilters,
  Restores,
  ListsAtVolume,
  MergeNotes,
  DeclinedRepeats,
  CallTimes,
  KeyedAppends,
  PlanSections,
  ChangedKeys,
  KeyChanges,
  IdempotencyChecks,
  CountedPlanSections,
  QuickStatistics,
  UsageChanges,
  IndexesOfReferencesAndAges,
  BrainCopies,
  SealFormats,
  BareDomains,
];
