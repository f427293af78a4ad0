package io.tributary.lab.account;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** Decides on which account an order is placed. Stateless. */
public final class AccountResolver {
  /**
   * Returns the account for an order, after checking that it allows the billing type in the
   * patient's state.
   *
   * @param lab ID of the order's laboratory
   * @param account the account that the order names
   * @param importing whether an account that is still pending is accepted as well
   * @throws ServiceException 400 when no account fits, or when several fit and the order names none
   */
  public LabAccount resolve(
      Tx tx,
      Tenant tenant,
      int lab,
      Optional<UUID> account,
      BillingType billing,
      String patientState,
      boolean importing) {
    LabAccount found =
        account.isPresent()
            ? requireNamed(tx, tenant, lab, account.get(), importing)
            : requireSingle(tx, tenant, lab, importing);
    found.checkBilling(billing, patientState);
    return found;
  }

  /**
   * Returns the billing types available for patients of a state at a laboratory. Considers the
   * named account, or without one every account that orders could be placed on.
   *
   * @throws ServiceException 404 when the team has no such account
   */
  public Set<BillingType> billingTypes(
      Tx tx, Tenant tenant, int lab, Optional<UUID> account, String patientState) {
    Set<BillingType> out = EnumSet.noneOf(BillingType.class);
    List<LabAccount> all = new ArrayList<>(AccountRepo.findLinked(tx, tenant, lab));
    if (account.isPresent()) {
      all =
          List.of(
              AccountRepo.findLinked(tx, tenant, account.get())
                  .orElseThrow(() -> ServiceException.notFound("lab account")));
    } else if (all.isEmpty()) {
      AccountRepo.findForEveryone(tx, tenant, lab).ifPresent(all::add);
    }
    for (LabAccount a : all) {
      if (a.labId() == lab && a.status() == AccountStatus.ACTIVE) {
        a.billing()
            .forEach(
                (type, states) -> {
                  if (states.contains(patientState)) {
                    out.add(type);
                  }
                });
      }
    }
    return out;
  }

  /**
   * Returns the laboratory of an account.
   *
   * @throws ServiceException 400 when the team has no such account
   */
  public int labOf(Tx tx, Tenant tenant, UUID account) {
    return AccountRepo.findLinked(tx, tenant, account)
        .orElseThrow(() -> ServiceException.badRequest("the team has no lab account " + account))
        .labId();
  }

  private static LabAccount requireNamed(
      Tx tx, Tenant tenant, int lab, UUID id, boolean importing) {
    LabAccount found =
        AccountRepo.findLinked(tx, tenant, id)
            .orElseThrow(() -> ServiceException.badRequest("the team has no lab account " + id));
    if (found.labId() != lab) {
      throw ServiceException.badRequest("the lab account belongs to another lab");
    }
    if (!isUsable(found, importing)) {
      throw ServiceException.badRequest("the lab account is " + found.status().wireName());
    }
    return found;
  }

  private static boolean isUsable(LabAccount a, boolean importing) {
    return a.status() == AccountStatus.ACTIVE || importing && a.status() == AccountStatus.PENDING;
  }

  private static LabAccount requireSingle(Tx tx, Tenant tenant, int lab, boolean importing) {
    List<LabAccount> linked = AccountRepo.findLinked(tx, tenant, lab);
    if (linked.isEmpty()) {
      return AccountRepo.findForEveryone(tx, tenant, lab)
          .filter(a -> a.status() == AccountStatus.ACTIVE)
          .orElseThrow(
              () -> ServiceException.badRequest("the team has no lab account at this lab"));
    }
    // Active accounts take precedence: a pending one is used only if no active one exists.
    return singleMatch(linked, a -> isUsable(a, false))
        .or(() -> singleMatch(linked, a -> isUsable(a, importing)))
        .orElseThrow(
            () -> ServiceException.badRequest("the team has no active lab account at this lab"));
  }

  private static Optional<LabAccount> singleMatch(
      List<LabAccount> all, Predicate<LabAccount> wanted) {
    List<LabAccount> found = all.stream().filter(wanted).toList();
    if (found.size() > 1) {
      throw ServiceException.badRequest(
          "the team has several lab accounts at this lab: set lab_account_id");
    }
    return found.stream().findFirst();
  }
}
