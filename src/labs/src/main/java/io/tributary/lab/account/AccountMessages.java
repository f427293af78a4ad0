package io.tributary.lab.account;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Patch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Commands of {@code lab_account.command}. */
sealed interface AccountMessages extends BusMessage.Local {
  /** Reply {@link Account}; 422 unknown lab, 404 a team that is not the organisation's. */
  record CreateAccount(UUID org, Environment environment, String lab, String number, Change change)
      implements AccountMessages {}

  /** Reply {@link Account}; 404, 400 the installation's own or a move that there is not. */
  record PatchAccount(
      UUID org, Environment environment, UUID id, Optional<String> number, Change change)
      implements AccountMessages {}

  /**
   * What is said of an account; what is not said stays.
   *
   * @param teams all that may order on it
   */
  record Change(
      Optional<AccountStatus> status,
      Optional<DelegatedResponsibility> flow,
      Optional<Map<BillingType, List<String>>> billing,
      Patch<String> name,
      Patch<String> clinicalNotes,
      Optional<List<UUID>> teams) {}

  /** As it is now. */
  record Account(LabAccount account) implements AccountMessages {}
}
