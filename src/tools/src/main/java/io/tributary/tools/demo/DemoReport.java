package io.tributary.tools.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Result of the demo.
 *
 * @param faults defects, one line each; empty on success
 */
record DemoReport(Map<String, String> rows, List<String> faults) {
  private static final int SHOWN = 20;

  static DemoReport of(
      int users,
      ProgressLine progress,
      List<PullProgress.Pull> first,
      List<PullProgress.Pull> second,
      List<DataVerifier.VerifiedData> holdings,
      ExpectedEvents ledger,
      ApiClient api,
      CrashInjector kills) {
    long failed =
        first.stream().filter(p -> !p.succeeded()).count()
            + second.stream().filter(p -> !p.succeeded()).count();
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("users", number(users));
    rows.put("connections", number(progress.linked));
    rows.put("pulls after linking", number(first.size()));
    rows.put("pulls after bulk", number(second.size()));
    rows.put("pulls unsuccessful", number(failed));
    rows.put("samples stored", number(sum(holdings, DataVerifier.VerifiedData::samples)));
    rows.put("summaries stored", number(sum(holdings, DataVerifier.VerifiedData::summaries)));
    rows.put(
        "samples or summaries missing", number(sum(holdings, DataVerifier.VerifiedData::missing)));
    rows.put("duplicate samples", number(sum(holdings, DataVerifier.VerifiedData::doubled)));
    rows.put("surplus records", number(sum(holdings, DataVerifier.VerifiedData::tooMany)));
    rows.put("events expected", number(ledger.expected()));
    rows.put("events received", number(ledger.receivedCount()));
    rows.put("events missing", number(ledger.missing().size()));
    rows.put("unexpected events (daily data)", number(ledger.unexpectedCount()));
    rows.put("duplicate deliveries", number(ledger.duplicates()));
    rows.put("bad signatures", number(ledger.badSignatures()));
    rows.put("responses 500", number(api.serverErrors()));
    rows.put("kills", number(kills.killCount()));
    rows.put("seconds", String.format(Locale.ROOT, "%.1f", progress.elapsed().toMillis() / 1000.0));
    List<String> faults = new ArrayList<>();
    ledger.missing().forEach(name -> faults.add("event missing: " + name));
    ledger.announcedTwice().forEach(name -> faults.add("two messages for one event: " + name));
    holdings.forEach(h -> faults.addAll(h.faults()));
    if (progress.linked < users) {
      faults.add("not all users were linked");
    }
    if (failed > 0) {
      faults.add(failed + " pulls did not succeed: " + others(first, second));
    }
    if (second.size() < first.size() || first.isEmpty()) {
      faults.add("not every pull was run twice");
    }
    if (ledger.badSignatures() > 0) {
      faults.add(ledger.badSignatures() + " bad signatures");
    }
    if (ledger.duplicates() > 0 && kills.killCount() == 0) {
      faults.add(ledger.duplicates() + " duplicates without a kill");
    }
    if (api.serverErrors() > 0) {
      faults.add(api.serverErrors() + " responses with status 500");
    }
    return new DemoReport(rows, List.copyOf(faults));
  }

  /**
   * Returns the statuses of pulls that did not succeed. A pull that will be retried has not failed.
   */
  private static Map<String, Long> others(
      List<PullProgress.Pull> first, List<PullProgress.Pull> second) {
    return Stream.concat(first.stream(), second.stream())
        .filter(p -> !p.succeeded())
        .collect(
            Collectors.groupingBy(PullProgress.Pull::status, TreeMap::new, Collectors.counting()));
  }

  private static long sum(
      List<DataVerifier.VerifiedData> holdings, ToLongFunction<DataVerifier.VerifiedData> figure) {
    return holdings.stream().mapToLong(figure).sum();
  }

  private static String number(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  boolean isSuccess() {
    return faults.isEmpty();
  }

  /** Returns the table followed by the faults. */
  String text() {
    StringBuilder out = new StringBuilder();
    rows.forEach((name, value) -> out.append(String.format("%-32s%14s%n", name, value)));
    faults.stream().limit(SHOWN).forEach(f -> out.append("FAULT  ").append(f).append('\n'));
    if (faults.size() > SHOWN) {
      out.append("FAULT  and ").append(faults.size() - SHOWN).append(" more\n");
    }
    return out.toString();
  }
}
