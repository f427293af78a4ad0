package io.tributary.lab.account;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The installation's own lab accounts, as the operator writes them in {@code accounts.json}.
 * src/docs/labs.md documents each field. Fields that the file omits stay null until {@link
 * #validationErrors} has checked them.
 */
record AccountFile(String notice, List<Entry> accounts) {
  private static final String ALL = "all";

  AccountFile {
    accounts = accounts == null ? List.of() : List.copyOf(accounts);
  }

  record Entry(
      UUID id,
      String lab,
      String environment,
      String name,
      String number,
      String status,
      String defaultClinicalNotes,
      Map<String, List<String>> billing,
      Boolean everyone,
      List<UUID> teams) {
    Entry {
      status = status == null ? AccountStatus.ACTIVE.wireName() : status;
      billing = billing == null ? Map.of() : billing;
      everyone = everyone != null && everyone;
      teams = teams == null ? List.of() : List.copyOf(teams);
    }

    /** Allowed patient states per billing type, with {@code all} expanded to every state. */
    Map<BillingType, List<String>> statesByBillingType() {
      Map<BillingType, List<String>> out = new EnumMap<>(BillingType.class);
      billing.forEach(
          (type, states) ->
              out.put(
                  BillingType.fromWireName(type).orElseThrow(),
                  states.contains(ALL) ? UsStates.ALL : List.copyOf(states)));
      return out;
    }
  }

  /**
   * Returns the validation errors, each prefixed with its account; empty when the file is valid.
   */
  List<String> validationErrors() {
    List<String> out = new ArrayList<>();
    Set<UUID> ids = new HashSet<>();
    Set<String> open = new HashSet<>();
    for (int i = 0; i < accounts.size(); i++) {
      Entry e = accounts.get(i);
      String where = "account " + (i + 1) + ": ";
      if (e.id() == null || !ids.add(e.id())) {
        out.add(where + "id must be a unique UUID");
      }
      if (e.lab() == null || e.number() == null || e.number().isBlank()) {
        out.add(where + "needs lab and number");
      }
      if (!List.of("sandbox", "production").contains(String.valueOf(e.environment()))) {
        out.add(where + "environment must be sandbox or production");
      }
      if (AccountStatus.fromWireName(e.status()).isEmpty()) {
        out.add(where + "status must be one of " + AccountStatus.wireNames());
      }
      validateBilling(e, where, out);
      if (e.everyone() && !open.add(e.lab() + " " + e.environment())) {
        out.add(where + "another account of this lab and environment is already open to everyone");
      }
    }
    return out;
  }

  private static void validateBilling(Entry e, String where, List<String> out) {
    e.billing()
        .forEach(
            (type, states) -> {
              if (BillingType.fromWireName(type).isEmpty()) {
                out.add(where + "billing " + type + " is not one of " + BillingType.wireNames());
              }
              for (String s : states) {
                if (!s.equals(ALL) && !UsStates.ALL.contains(s)) {
                  out.add(where + "billing " + type + ": " + s + " is not a US state code");
                }
              }
            });
  }
}
