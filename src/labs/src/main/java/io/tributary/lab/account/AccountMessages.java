package io.tributary.lab.account;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Patch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Commands sent to {@code lab_account.command}. */
sealed interface AccountMessages extends BusMessage.Local {
  /**
   * Creates an account; the reply is {@link Account}. Fails with 422 for an unknown lab and with
   * 404 for a team of another organization.
   */
  record CreateAccount(UUID org, Environment environment, String lab, String number, Change change)
      implements AccountMessages {}

  /**
   * Changes an account; the reply is {@link Account}. Fails with 404 for an unknown account, and
   * with 400 for an account of the installation or an invalid status transition.
   */
  record PatchAccount(
      UUID org, Environment environment, UUID id, Optional<String> number, Change change)
      implements AccountMessages {}

  /**
   * New values of an account; absent fields keep their value.
   *
   * @param teams every team that may order on the account
   */
  record Change(
      Optional<AccountStatus> status,
      Optional<DelegatedResponsibility> flow,
      Optional<Map<BillingType, List<String>>> billing,
      Patch<String> name,
      Patch<String> clinicalNotes,
      Optional<List<UUID>> teams) {}

  record Account(LabAccount account) implements AccountMessages {}
}
