package io.tributary.lab.insurance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Payors for every team, as the operator writes them in a file.
 *
 * @param notice notice required by the license of the list
 */
record PayorFile(String notice, List<Entry> payors) {
  private static final int MAX_CODE = 64;
  private static final int MAX_ERRORS = 20;

  PayorFile {
    payors = payors == null ? List.of() : List.copyOf(payors);
  }

  /**
   * @param numbers IDs of the payor at clearing houses
   */
  record Entry(
      String code,
      String name,
      List<String> aliases,
      Address address,
      Map<String, String> numbers) {
    Entry {
      aliases = aliases == null ? List.of() : List.copyOf(aliases);
      numbers = numbers == null ? Map.of() : Map.copyOf(numbers);
    }
  }

  record Address(
      String firstLine, String secondLine, String city, String state, String zip, String country) {}

  /** Returns the first validation errors, each with its position; empty when the file is valid. */
  List<String> validationErrors() {
    List<String> out = new ArrayList<>();
    Set<String> codes = new HashSet<>();
    for (Entry e : payors) {
      String where = "payor " + e.code() + ": ";
      if (e.code() == null || e.code().isBlank() || e.code().length() > MAX_CODE) {
        out.add("a payor needs a code of at most " + MAX_CODE + " characters");
      } else if (e.code().startsWith(InsuranceCommands.TEAM_CODE_PREFIX)) {
        out.add(
            where
                + "the code must not begin with the prefix of team codes, "
                + InsuranceCommands.TEAM_CODE_PREFIX);
      } else if (!codes.add(e.code())) {
        out.add(where + "the code is listed twice");
      }
      if (e.name() == null || e.name().isBlank()) {
        out.add(where + "needs a name");
      }
      if (isIncomplete(e.address())) {
        out.add(where + "address needs first_line, city, state, zip, country");
      }
      if (!PayorRepo.CLEARING_HOUSES.containsAll(e.numbers().keySet())) {
        out.add(where + "numbers must be among " + PayorRepo.CLEARING_HOUSES);
      }
    }
    return out.size() > MAX_ERRORS ? out.subList(0, MAX_ERRORS) : out;
  }

  private static boolean isIncomplete(Address a) {
    return a == null
        || a.firstLine() == null
        || a.city() == null
        || a.state() == null
        || a.zip() == null
        || a.country() == null;
  }
}
